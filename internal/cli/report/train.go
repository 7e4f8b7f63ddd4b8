package report

import (
	"fmt"
	"io"
	"math"

	"dpals/engine"
	"dpals/engine/promise"
	"dpals/internal/format"
	"dpals/tui/canvas"
)

// Reporter writes the progress of runs as it happens, and their result.
type Reporter interface {
	OnEnd(update func(*Unfinished)) // sets what to call when the run whose events follow ends before its plan
	Event(engine.Event) error
	Kept(run int64) // writes the number of the stored run
	Summary(Summary) error
}

// Text writes progress on Err and the result on Out, as lines to be read.
type Text struct {
	Out, Err io.Writer
	Problem  engine.Problem
	Hidden   bool // the errors are releases, to be published: no number beside them that is not private
	Repeats  int  // runs that the command has planned
	run      Unfinished
	onEnd    func(*Unfinished) // nil for none
}

// OnEnd implements Reporter.
func (t *Text) OnEnd(update func(*Unfinished)) { t.onEnd = update }

// Event implements Reporter.
func (t *Text) Event(e engine.Event) error {
	t.run.update(e)
	switch e := e.(type) {
	case engine.Started:
		fmt.Fprintf(t.Err, "%s on %s%s\n", e.Method, canvas.Text(t.Problem.Name), t.size())
	case engine.Extended:
		fmt.Fprintf(t.Err, "  %s\n", e)
	case engine.Released:
		fmt.Fprintf(t.Err, "  released %-14s μ %-8.4g charged ε %s of %s\n", e.Name, e.Charge.Mu,
			format.Charge(e.SpentEpsilon), format.Charge(t.run.planned))
	case engine.Iterated:
		if e.Private { // the time is not released
			fmt.Fprintf(t.Err, "iteration %d of %d: RMSE validation %s (private, part of what the run releases)\n", e.T, e.Of, releasedError(e.ValidRMSE, e.Deviation))
			return nil
		}
		fmt.Fprintf(t.Err, "iteration %d of %d: RMSE training %s, validation %s (not private numbers), %.2f s\n",
			e.T, e.Of, format.RMSE(e.TrainRMSE), format.RMSE(e.ValidRMSE), e.Elapsed.Seconds())
	case engine.Ended:
		return t.ended(e)
	}
	return nil
}

// ended writes what holds for a run that ended before its plan.
func (t *Text) ended(e engine.Ended) error {
	if e.Outcome == engine.Done {
		return nil
	}
	if t.onEnd != nil {
		t.onEnd(&t.run)
	}
	if !t.run.Released() {
		return nil
	}
	fmt.Fprintf(t.Err, "%s: %s", e.Outcome, t.run)
	if t.Repeats > 1 {
		epsilon, err := t.run.together(t.Repeats)
		if err != nil {
			return err
		}
		fmt.Fprintf(t.Err, ", and ε %s for the %d planned runs together", format.Charge(epsilon), t.Repeats)
	}
	fmt.Fprintln(t.Err)
	return nil
}

// size returns the size of the ratings, without numbers that must not be written beside released errors.
func (t *Text) size() string {
	r := t.Problem.Split.Train
	items := format.Plural(r.Items, "item")
	rest := fmt.Sprintf("%s and %s to train on (not private numbers)", format.Plural(r.Users, "user"), format.Plural(r.Count(), "rating"))
	switch public := !r.Origin.CatalogueObserved; {
	case t.Hidden && public:
		return ": " + items
	case t.Hidden:
		return ""
	case public:
		return ": " + items + "; " + rest
	}
	return ": " + items + ", " + rest
}

// Kept implements Reporter.
func (t *Text) Kept(run int64) { WriteKept(t.Err, run) }

// WriteKept writes the number of a stored run.
func WriteKept(out io.Writer, run int64) { fmt.Fprintln(out, keptRun(run)) }

// Summary implements Reporter.
func (t *Text) Summary(s Summary) error {
	label := "held-out ratings, not a private number"
	switch {
	case s.last.MetricsPrivate:
		label = "private: part of what the run releases"
	case t.Problem.Split.Test.Count() == 0:
		label = "no ratings are held out for it: choose another --split, or load more ratings"
	}
	shown := format.RMSE(s.mean)
	if s.last.MetricsPrivate && s.runs == 1 {
		shown = releasedError(s.mean, s.last.Deviation)
	}
	fmt.Fprintf(t.Out, "%s RMSE %s", s.partName(), shown)
	if s.runs > 1 && !math.IsNaN(s.mean) {
		fmt.Fprintf(t.Out, " ± %s over %d runs", format.RMSE(s.deviation), s.runs)
	}
	if s.lost > 0 && s.runs > 1 {
		fmt.Fprintf(t.Out, ", %d of them below its noise", s.lost)
	}
	fmt.Fprintf(t.Out, "  (%s)\n", label)
	t.guarantee(s)
	return nil
}

// guarantee writes the ε of a summary and its conditions.
func (t *Text) guarantee(s Summary) {
	last := s.last
	switch {
	case !last.Private:
		fmt.Fprintln(t.Out, withoutNoise)
		return
	case last.Simulation:
		fmt.Fprintf(t.Out, "%s: %s\n", statedEpsilon(last), simulationOnly)
		return
	}
	fmt.Fprintf(t.Out, "%s, μ %s", statedEpsilon(last), format.Cost(last.Mu))
	if beta := last.Total.FailureProbability; beta > 0 {
		fmt.Fprintf(t.Out, " unless the catalogue failed (probability %s, a part of δ)", format.Cost(beta))
	}
	if s.runs > 1 {
		fmt.Fprintf(t.Out, ", each run; %d runs together ε %s", s.runs, format.Cost(s.together))
	}
	fmt.Fprintln(t.Out, promise.Provided(last.Scope.Origin(t.Problem.Split.Train.Origin)))
	if last.Mu > 0 {
		fmt.Fprintln(t.Out, commandOnly)
	}
}
