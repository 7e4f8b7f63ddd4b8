package cli

import (
	"fmt"
	"io"
	"math"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/promise"
	"dpals/tui/canvas"
)

// Digits that people are shown: of what a whole run costs, and of what was charged on the way.
const (
	costDigits    = 6
	chargedDigits = 4
)

// textReport writes progress for people on err and the result on out.
type textReport struct {
	out, err io.Writer
	problem  engine.Problem
	hidden   bool // the errors are releases, to be published, so no number stands beside them that is not private
	repeats  int  // runs that the command has planned
	run      unfinished
	settle   func(*unfinished) // see reporter; nil where there is none
}

func (t *textReport) event(e engine.Event) error {
	t.run.take(e)
	switch e := e.(type) {
	case engine.Started:
		fmt.Fprintf(t.err, "%s on %s%s\n", e.Method, canvas.Text(t.problem.Name), t.size())
	case engine.Extended:
		fmt.Fprintf(t.err, "  %s\n", e)
	case engine.Released:
		fmt.Fprintf(t.err, "  released %-14s μ %-8.4g charged ε %s of %s\n", e.Name, e.Charge.Mu,
			atLeast(e.SpentEpsilon, chargedDigits), atLeast(t.run.planned, chargedDigits))
	case engine.Iterated:
		if e.Private { // and how long it took is no release
			fmt.Fprintf(t.err, "step %d of %d: RMSE validation %s (private, paid for)\n", e.T, e.Of, releasedError(e.ValidRMSE, e.Deviation))
			return nil
		}
		fmt.Fprintf(t.err, "step %d of %d: RMSE train %s, validation %s (not private numbers), %.2f s\n",
			e.T, e.Of, figure(e.TrainRMSE), figure(e.ValidRMSE), e.Elapsed.Seconds())
	case engine.Ended:
		if e.Outcome == engine.Done {
			return nil
		}
		if t.settle != nil {
			t.settle(&t.run)
		}
		if !t.run.released() {
			return nil
		}
		fmt.Fprintf(t.err, "%s: %s", e.Outcome, t.run)
		if t.repeats > 1 {
			epsilon, err := t.run.together(t.repeats)
			if err != nil {
				return err
			}
			fmt.Fprintf(t.err, ", and ε %s of the %d runs planned together", atLeast(epsilon, chargedDigits), t.repeats)
		}
		fmt.Fprintln(t.err)
	}
	return nil
}

// String says what holds of a run that ended before its plan.
func (u unfinished) String() string {
	text := promise.Stopped(atLeast(u.charged, chargedDigits), atLeast(u.planned, chargedDigits))
	if u.delta == 0 {
		return text + ", pure"
	}
	return fmt.Sprintf("%s at δ %g", text, u.delta)
}

// size says how much there is to train on, as far as it may stand beside the errors.
func (t *textReport) size() string {
	r := t.problem.Split.Train
	items := fmt.Sprintf("%d items", r.Items)
	rest := fmt.Sprintf("%s and %s to train on (not private numbers)", plural(r.Users, "user"), plural(r.Count(), "rating"))
	switch public := itemsPublic(r); {
	case t.hidden && public:
		return ": " + items
	case t.hidden:
		return ""
	case public:
		return ": " + items + "; " + rest
	}
	return ": " + items + ", " + rest
}

func (t *textReport) settles(with func(*unfinished)) { t.settle = with }

func (t *textReport) kept(run int64) {
	fmt.Fprintf(t.err, "kept as run %d: dpals runs show %d\n", run, run)
}

func (t *textReport) summary(s summary) error {
	label := "held-out ratings, not a private number"
	switch {
	case s.last.MetricsPrivate:
		label = "private: part of what the run released"
	case t.problem.Split.Test.Count() == 0:
		label = "no ratings are held out for it: choose another --split, or load more ratings"
	}
	shown := figure(s.mean)
	if s.last.MetricsPrivate && s.runs == 1 {
		shown = releasedError(s.mean, s.last.Deviation)
	}
	fmt.Fprintf(t.out, "%s RMSE %s", s.name(), shown)
	if s.runs > 1 && !math.IsNaN(s.mean) {
		fmt.Fprintf(t.out, " ± %s over %d runs", figure(s.deviation), s.runs)
	}
	if s.lost > 0 && s.runs > 1 {
		fmt.Fprintf(t.out, ", %d of them lost in noise", s.lost)
	}
	fmt.Fprintf(t.out, "  (%s)\n", label)
	last := s.last
	switch {
	case !last.Private:
		fmt.Fprintln(t.out, "not private: this method releases what it computed, without noise")
	case last.Simulation:
		fmt.Fprintf(t.out, "%s: a simulation with a known seed, which protects nobody\n", epsilonOf(last))
	default:
		fmt.Fprintf(t.out, "%s, μ %s", epsilonOf(last), atLeast(last.Mu, costDigits))
		if beta := last.Total.FailureProbability; beta > 0 {
			fmt.Fprintf(t.out, " unless the catalogue failed (chance %s, a part of δ)", atLeast(beta, costDigits))
		}
		if s.runs > 1 {
			fmt.Fprintf(t.out, ", each run; %d runs together ε %s", s.runs, atLeast(s.together, costDigits))
		}
		fmt.Fprintln(t.out, promise.Provided(last.Scope.Origin(t.problem.Split.Train.Origin)))
		if last.Mu > 0 {
			fmt.Fprintln(t.out, aloneNote)
		}
	}
	return nil
}

// aloneNote says what the ε of a command does not cover.
const aloneNote = "this command alone: of all runs on these ratings, only a limit set before is a guarantee (dpals ledger limit)"

// epsilonOf writes an ε with what it takes to read it: the δ and the accountant, or that it is pure, and the model of
// trust.
func epsilonOf(r *engine.Result) string {
	if r.Accountant == "pure" {
		return fmt.Sprintf("pure ε %s, %s model", atLeast(r.Epsilon, costDigits), r.Trust)
	}
	return fmt.Sprintf("ε %s at δ %g, %s accountant, %s model", atLeast(r.Epsilon, costDigits), r.Delta, r.Accountant, r.Trust)
}

// atLeast writes a cost, never as less than it is.
func atLeast(x float64, digits int) string {
	return fmt.Sprintf("%.*g", digits, accounting.RoundUp(x, digits))
}

// releasedError writes an error that is a release with the s.d. of its noise, and says where that leaves nothing of it.
func releasedError(v, deviation float64) string {
	text := figure(v)
	if deviation > 0 {
		text += " ± " + figure(deviation)
	}
	if !math.IsNaN(v) && engine.LostInNoise(v, deviation) {
		return "lost in noise: " + text
	}
	return text
}

// figure writes an error with four decimals, or four digits where the scale of the ratings makes it very small or large.
func figure(v float64) string {
	switch {
	case math.IsNaN(v):
		return "–"
	case v != 0 && (math.Abs(v) < 1e-3 || math.Abs(v) >= 1e4):
		return fmt.Sprintf("%.4g", v)
	}
	return fmt.Sprintf("%.4f", v)
}
