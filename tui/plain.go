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

// Plain trains once with the given configuration and prints what happens in lines that a screen reader can read and a
// log can keep. It returns the error of loading, of the configuration or of the run.
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
		return errors.New("there are no ratings to train on: name them with --data")
	}
	v, err := o.Foresee(p, o.Config)
	if err != nil {
		return err
	}
	out.problem(p)
	out.preview(p, v)
	out.account(o, p)
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
		out.line("kept as run %d", id)
	}
	out.account(o, p)
	if err != nil {
		if !errors.Is(err, context.Canceled) {
			session.LogFailure(o.Log, v.Method.Name, err)
		}
		return err
	}
	return out.err
}

// sentence is an error without the stack that a crash carries on its further lines.
type sentence struct{ error }

func (s sentence) Error() string { return session.FirstLine(s.error) }
func (s sentence) Unwrap() error { return s.error }

// printer writes lines; the first error of its writer ends its work.
type printer struct {
	w      io.Writer
	ascii  bool
	hidden bool // the errors are releases, so nothing else is told that follows from the ratings
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

func (p *printer) problem(q engine.Problem) {
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
		p.line("data: %s, %s; not private: %s users, %s ratings to train on, %s to validate, %s to test", name, items,
			format.Thousands(s.Train.Users), format.Thousands(s.Train.Count()), format.Thousands(s.Valid.Count()), format.Thousands(s.Test.Count()))
	}
}

func (p *printer) preview(data engine.Problem, v *engine.Preview) {
	m := v.Method
	p.line("method: %s, %s", m.Name, m.Summary)
	for _, q := range m.Parameters {
		p.line("knob: %s %s", q.Name, q.Format(v.Settings[q.Name]))
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
		p.line("mu holds unless the catalogue fails: chance %s, a part of delta", format.Number(beta))
	}
	if v.Published > 0 {
		p.line("published formula: epsilon %s", format.Number(v.Published))
	}
	if v.Config.Seed != nil {
		p.line("simulation: the noise is known from the seed and protects nobody")
	} else {
		p.line("%s", session.WithCondition(data, v.Config, session.AttackSentence(v.Plan.TotalCost())))
	}
	if v.HasForecast() && !p.hidden {
		f := v.Forecast
		p.line("not private: noise over signal %s for the median item, %s for the rarest tenth", format.Number(f.NoiseMedian), format.Number(f.NoiseRarest))
		p.line("not private: used %s of the ratings, %s of the items", format.Percent(f.RatingsFraction), format.Percent(f.ItemsFraction))
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

// account prints where the data set stands in the ledger, if there is one. Not where only releases may be told: the ledger
// knows a data set by all of its ratings, so what it has of it tells whether a single one has changed.
func (p *printer) account(o session.Options, q engine.Problem) {
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
		p.line("this data set, all runs: %s, no limit is set: %s", charged, promise.NoLimit)
		return
	case g == nil:
		p.line("this data set, all runs: %s; limit epsilon %s at delta %s, no guarantee: %s", charged, session.ShortEpsilon(s.Limit.Epsilon), format.Number(s.Limit.Delta), promise.Passed)
		return
	}
	left := "nothing is left"
	if s.LargestEpsilon > 0 {
		left = "one more run of epsilon " + session.ShortEpsilon(s.LargestEpsilon) + " is left"
	}
	p.line("this data set, all runs: guarantee epsilon %s at delta %s, the limit, %s; charged epsilon %s so far, %s",
		session.ShortEpsilon(g.Epsilon), format.Number(g.Delta), g.Condition, ledger.FormatEpsilon(s.SpentEpsilon), left)
}

// follow prints the events of a run as they come, until its end.
func (p *printer) follow(h session.Follower) error {
	nudge, release := h.Subscribe()
	defer release()
	read, target, charged := 0, 0.0, 0.0
	for {
		select {
		case <-nudge:
		case <-h.Done():
		}
		if p.err != nil { // nobody reads: the run would be for nothing
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
				p.step(e, target)
			case engine.Ended:
				if e.Outcome != engine.Done && charged > 0 {
					p.line("%s", strings.ReplaceAll(promise.Stopped(format.Number(charged), format.Number(target)), "ε", "epsilon"))
				}
				return p.end(e)
			}
		}
	}
}

func (p *printer) step(e engine.Iterated, target float64) {
	var parts []string
	if !math.IsNaN(e.TrainRMSE) {
		parts = append(parts, "training RMSE "+format.ShortRMSE(e.TrainRMSE))
	}
	switch {
	case !math.IsNaN(e.ValidRMSE):
		parts = append(parts, "validation RMSE "+session.NoisyRMSE(e.ValidRMSE, e.Deviation))
	}
	if target > 0 {
		parts = append(parts, fmt.Sprintf("charged epsilon %s of %s", format.Number(e.Epsilon), format.Number(target)))
	}
	if !p.hidden {
		parts = append(parts, canvas.Duration(e.Elapsed))
	}
	p.line("step %d of %d: %s", e.T, e.Of, strings.Join(parts, ", "))
}

func (p *printer) end(e engine.Ended) error {
	if e.Outcome != engine.Done {
		p.line("%s: %s", session.OutcomeNames[e.Outcome], session.FirstLine(e.Err))
		return sentence{e.Err}
	}
	r := e.Result
	if p.hidden {
		p.line("done after %s", format.ShortPlural(r.Iterations, "step"))
	} else {
		p.line("done in %s after %s", canvas.Duration(r.Elapsed), format.ShortPlural(r.Iterations, "step"))
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
