package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/promise"
	"dpals/engine/store"
	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/session"
)

// Plain trains once with the given configuration and prints lines of text, for screen readers and logs. It returns the
// error of loading, of the configuration or of the run.
func Plain(ctx context.Context, w io.Writer, o session.Options) error {
	o = o.Fill()
	out := &printer{w: w, ascii: o.ASCII, hidden: o.Config.PrivateMetrics != 0}
	p := o.Problem
	if p.Split == nil && o.Load != nil {
		out.line("loading %s", canvas.Text(p.Name))
		loaded, err := o.Load(ctx)
		if err != nil {
			return err
		}
		if p = loaded; p.Name == "" {
			p.Name = o.Problem.Name
		}
	}
	if p.Split == nil {
		return errors.New("no ratings to train on; choose a data set with --data")
	}
	v, err := o.Foresee(p, o.Config)
	if err != nil {
		return err
	}
	out.dataSet(p)
	out.preview(p, v)
	out.ledger(o, p)
	h, err := o.Launch(ctx, p, o.Config)
	if err != nil {
		return err
	}
	var recording *store.Recording
	if history, ok := h.(*engine.History); ok && o.Archive != nil {
		recording = o.Archive.Record(history, p, o.Config, store.Origin{Command: session.DashboardOrigin})
	}
	err = out.follow(h)
	if id, unkept := recording.Wait(); id != 0 && unkept == nil {
		out.line("stored as run %d", id)
	}
	out.ledger(o, p)
	if err != nil {
		if !errors.Is(err, context.Canceled) {
			session.LogFailure(o.Log, v.Method.Name, err)
		}
		return err
	}
	return out.err
}

// firstLine is an error without the stack trace that a crash has on its further lines.
type firstLine struct{ error }

func (e firstLine) Error() string { return session.FirstLine(e.error) }
func (e firstLine) Unwrap() error { return e.error }

// printer writes lines until its writer returns an error.
type printer struct {
	w      io.Writer
	ascii  bool
	hidden bool // errors are releases: nothing else that depends on the ratings is printed
	err    error
}

func (p *printer) line(format string, args ...any) {
	if p.err != nil {
		return
	}
	text := fmt.Sprintf(format, args...)
	if p.ascii {
		text = canvas.ASCII(text)
	}
	_, p.err = fmt.Fprintln(p.w, text)
}

// dataSet prints the name and the counts of the ratings.
func (p *printer) dataSet(q engine.Problem) {
	s, name := q.Split, canvas.Text(q.Name)
	items := format.Thousands(s.Train.Items) + " items"
	if s.Train.Origin.CatalogueObserved {
		items += " (not private)"
	}
	switch {
	case p.hidden && s.Train.Origin.CatalogueObserved:
		p.line("data: %s", name)
	case p.hidden:
		p.line("data: %s, %s", name, items)
	default:
		p.line("data: %s, %s; not private: %s users, %s training, %s validation and %s test ratings", name, items,
			format.Thousands(s.Train.Users), format.Thousands(s.Train.Count()), format.Thousands(s.Valid.Count()), format.Thousands(s.Test.Count()))
	}
}

// preview prints the settings and what they mean for privacy before the run.
func (p *printer) preview(data engine.Problem, v *engine.Preview) {
	m := v.Method
	p.line("method: %s, %s", m.Name, m.Summary)
	for _, q := range m.Parameters {
		p.line("setting: %s %s", q.Name, q.Format(v.Settings[q.Name]))
	}
	if v.Plan == nil {
		if !m.Private() {
			p.line("privacy: none")
		}
		return
	}
	p.line("cost: epsilon %s at delta %s, mu %s, accountant %s",
		format.Number(v.Plan.Epsilon), format.Number(v.Plan.EffectiveDelta()), format.Number(v.Plan.Mu), v.Plan.AccountantName())
	if beta := v.Plan.FailureProbability; beta > 0 {
		p.line("mu holds except with probability %s, which the catalogue takes from delta", format.Number(beta))
	}
	if v.Published > 0 {
		p.line("published formula: epsilon %s", format.Number(v.Published))
	}
	if v.Config.Seed != nil {
		p.line("simulation: noise from a known seed, no privacy")
	} else {
		p.line("%s", session.WithCondition(data, v.Config, session.AttackSentence(v.Plan.TotalCost())))
	}
	if v.HasForecast() && !p.hidden {
		f := v.Forecast
		p.line("not private: noise over signal %s for the median item, %s for the rarest tenth of the items", format.Number(f.NoiseMedian), format.Number(f.NoiseRarest))
		p.line("not private: %s of the ratings and %s of the items used", format.Percent(f.RatingsFraction), format.Percent(f.ItemsFraction))
	}
	for _, k := range session.ReleaseKinds(v.Plan) {
		if k.Local {
			p.line("reports: %s epsilon %s", k.Name, strings.NewReplacer("×", "x ", "ε ", "").Replace(k.Noise()))
			continue
		}
		if math.IsNaN(k.Low) {
			p.line("noise: %s %s", k.Name, session.RestPlanned)
			continue
		}
		p.line("noise: %s sigma %s", k.Name, strings.ReplaceAll(k.Noise(), "×", "x "))
	}
}

// ledger prints what the ledger holds for the data set, if there is a ledger. It prints nothing where only releases may be
// shown: the ledger identifies a data set by all of its ratings, so its entry reveals whether a single rating has changed.
func (p *printer) ledger(o session.Options, q engine.Problem) {
	if o.Status == nil || p.hidden {
		return
	}
	s, err := o.Status(q.Fingerprint)
	if err != nil {
		p.line("ledger: %s", session.FirstLine(err))
		return
	}
	g := promise.OfAllRuns(s)
	defer func() {
		if part := promise.CatalogueDelta(s); part != "" {
			p.line("part of delta for private catalogues: %s", part)
		}
	}()
	charged := fmt.Sprintf("charged epsilon %s at delta %s", ledger.FormatEpsilon(session.StatedEpsilon(s)), format.Number(s.Delta))
	if math.IsInf(session.StatedEpsilon(s), 1) {
		charged = "charged " + promise.NoEpsilon(s.Delta)
	}
	switch {
	case s.Limit == nil:
		p.line("this data set, all runs: %s, no limit: %s", charged, promise.NoLimit)
		return
	case g == nil:
		p.line("this data set, all runs: %s; limit epsilon %s at delta %s, no guarantee: %s", charged, session.ShortEpsilon(s.Limit.Epsilon), format.Number(s.Limit.Delta), promise.Passed)
		return
	}
	left := "nothing left"
	if s.LargestEpsilon > 0 {
		left = "left for one more run: epsilon " + session.ShortEpsilon(s.LargestEpsilon)
	}
	p.line("this data set, all runs: guarantee epsilon %s at delta %s (the limit), %s; charged epsilon %s so far; %s",
		session.ShortEpsilon(g.Epsilon), format.Number(g.Delta), g.Condition, ledger.FormatEpsilon(s.SpentEpsilon), left)
}

// follow prints the events of a run until its end.
func (p *printer) follow(h session.Follower) error {
	nudge, unsubscribe := h.Subscribe()
	defer unsubscribe()
	read, target, charged := 0, 0.0, 0.0
	for {
		select {
		case <-nudge:
		case <-h.Done():
		}
		if p.err != nil { // the output is gone
			h.Cancel()
		}
		events := h.Events(read)
		read += len(events)
		for _, e := range events {
			switch e := e.(type) {
			case engine.Started:
				if e.Plan != nil {
					target = e.Plan.Epsilon
				}
			case engine.Extended:
				p.line("%s", e)
			case engine.Released:
				charged = e.SpentEpsilon
				p.line("release: %s, mu %s, charged epsilon %s of %s", e.Name, format.Number(e.Mu), format.Number(e.SpentEpsilon), format.Number(target))
			case engine.Iterated:
				p.iteration(e, target)
			case engine.Ended:
				if e.Outcome != engine.Done && charged > 0 {
					p.line("%s", strings.ReplaceAll(promise.Stopped(format.Number(charged), format.Number(target)), "ε", "epsilon"))
				}
				return p.end(e)
			}
		}
	}
}

// iteration prints the errors after an iteration.
func (p *printer) iteration(e engine.Iterated, target float64) {
	var parts []string
	if !math.IsNaN(e.TrainRMSE) {
		parts = append(parts, "training RMSE "+format.ShortRMSE(e.TrainRMSE))
	}
	if !math.IsNaN(e.ValidRMSE) {
		parts = append(parts, "validation RMSE "+session.NoisyRMSE(e.ValidRMSE, e.Deviation))
	}
	if target > 0 {
		parts = append(parts, fmt.Sprintf("charged epsilon %s of %s", format.Number(e.Epsilon), format.Number(target)))
	}
	if !p.hidden {
		parts = append(parts, canvas.Duration(e.Elapsed))
	}
	p.line("iteration %d of %d: %s", e.T, e.Of, strings.Join(parts, ", "))
}

// end prints the result and returns the error of the run.
func (p *printer) end(e engine.Ended) error {
	if e.Outcome != engine.Done {
		p.line("%s: %s", session.OutcomeNames[e.Outcome], session.FirstLine(e.Err))
		return firstLine{e.Err}
	}
	r := e.Result
	if p.hidden {
		p.line("done after %s", format.ShortPlural(r.Iterations, "iteration"))
	} else {
		p.line("done in %s after %s", canvas.Duration(r.Elapsed), format.ShortPlural(r.Iterations, "iteration"))
	}
	if r.Private {
		p.line("charged: epsilon %s at delta %s, accountant %s", format.Number(r.Epsilon), format.Number(r.Delta), r.Accountant)
	}
	if valid := format.ShortRMSE(r.ValidRMSE); !math.IsNaN(r.ValidRMSE) {
		if r.MetricsPrivate {
			valid = session.NoisyRMSE(r.ValidRMSE, r.Deviation)
		}
		p.line("RMSE %s (%s)", valid, session.ErrorLabel("validation", r.MetricsPrivate))
	}
	if !math.IsNaN(r.TestRMSE) {
		p.line("RMSE %s (%s)", format.ShortRMSE(r.TestRMSE), session.ErrorLabel("test", false))
	}
	return nil
}
