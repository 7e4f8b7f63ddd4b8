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

// reporter writes what a run does as it happens.
type Reporter interface {
	Settles(func(*Unfinished)) // with what the ledger holds of the run whose events follow, once it has ended
	Event(engine.Event) error
	Kept(run int64) // in the store, under that number
	Summary(Summary) error
}

// textReport writes progress for people on err and the result on out.
type Text struct {
	Out, Err io.Writer
	Problem  engine.Problem
	Hidden   bool // the errors are releases, to be published, so no number stands beside them that is not private
	Repeats  int  // runs that the command has planned
	run      Unfinished
	settle   func(*Unfinished) // see reporter; nil where there is none
}

func (t *Text) Event(e engine.Event) error {
	t.run.take(e)
	switch e := e.(type) {
	case engine.Started:
		fmt.Fprintf(t.Err, "%s on %s%s\n", e.Method, canvas.Text(t.Problem.Name), t.size())
	case engine.Extended:
		fmt.Fprintf(t.Err, "  %s\n", e)
	case engine.Released:
		fmt.Fprintf(t.Err, "  released %-14s μ %-8.4g charged ε %s of %s\n", e.Name, e.Charge.Mu,
			format.Charge(e.SpentEpsilon), format.Charge(t.run.planned))
	case engine.Iterated:
		if e.Private { // and how long it took is no release
			fmt.Fprintf(t.Err, "step %d of %d: RMSE validation %s (private, paid for)\n", e.T, e.Of, releasedError(e.ValidRMSE, e.Deviation))
			return nil
		}
		fmt.Fprintf(t.Err, "step %d of %d: RMSE train %s, validation %s (not private numbers), %.2f s\n",
			e.T, e.Of, format.RMSE(e.TrainRMSE), format.RMSE(e.ValidRMSE), e.Elapsed.Seconds())
	case engine.Ended:
		if e.Outcome == engine.Done {
			return nil
		}
		if t.settle != nil {
			t.settle(&t.run)
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
			fmt.Fprintf(t.Err, ", and ε %s of the %d runs planned together", format.Charge(epsilon), t.Repeats)
		}
		fmt.Fprintln(t.Err)
	}
	return nil
}

// size says how much there is to train on, as far as it may stand beside the errors.
func (t *Text) size() string {
	r := t.Problem.Split.Train
	items := fmt.Sprintf("%d items", r.Items)
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

func (t *Text) Settles(with func(*Unfinished)) { t.settle = with }

func (t *Text) Kept(run int64) {
	fmt.Fprintf(t.Err, "kept as run %d: dpals runs show %d\n", run, run)
}

func (t *Text) Summary(s Summary) error {
	label := "held-out ratings, not a private number"
	switch {
	case s.last.MetricsPrivate:
		label = "private: part of what the run released"
	case t.Problem.Split.Test.Count() == 0:
		label = "no ratings are held out for it: choose another --split, or load more ratings"
	}
	shown := format.RMSE(s.mean)
	if s.last.MetricsPrivate && s.runs == 1 {
		shown = releasedError(s.mean, s.last.Deviation)
	}
	fmt.Fprintf(t.Out, "%s RMSE %s", s.name(), shown)
	if s.runs > 1 && !math.IsNaN(s.mean) {
		fmt.Fprintf(t.Out, " ± %s over %d runs", format.RMSE(s.deviation), s.runs)
	}
	if s.lost > 0 && s.runs > 1 {
		fmt.Fprintf(t.Out, ", %d of them lost in noise", s.lost)
	}
	fmt.Fprintf(t.Out, "  (%s)\n", label)
	last := s.last
	switch {
	case !last.Private:
		fmt.Fprintln(t.Out, "not private: this method releases what it computed, without noise")
	case last.Simulation:
		fmt.Fprintf(t.Out, "%s: a simulation with a known seed, which protects nobody\n", epsilonOf(last))
	default:
		fmt.Fprintf(t.Out, "%s, μ %s", epsilonOf(last), format.Cost(last.Mu))
		if beta := last.Total.Failure; beta > 0 {
			fmt.Fprintf(t.Out, " unless the catalogue failed (chance %s, a part of δ)", format.Cost(beta))
		}
		if s.runs > 1 {
			fmt.Fprintf(t.Out, ", each run; %d runs together ε %s", s.runs, format.Cost(s.together))
		}
		fmt.Fprintln(t.Out, promise.Provided(last.Scope.Origin(t.Problem.Split.Train.Origin)))
		if last.Mu > 0 {
			fmt.Fprintln(t.Out, aloneNote)
		}
	}
	return nil
}
