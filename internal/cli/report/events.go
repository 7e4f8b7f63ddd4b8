package report

import (
	"io"
	"math"

	"dpals/engine"
	"dpals/engine/promise"
)

// JSON writes each event as one JSON object a line. Keys that do not apply are left out.
type JSON struct {
	Out     io.Writer
	Problem engine.Problem
	Hidden  bool // see Text
	Repeats int  // runs that the command has planned
	run     Unfinished
	onEnd   func(*Unfinished) // nil for none
}

// Event implements Reporter.
func (j *JSON) Event(e engine.Event) error {
	j.run.update(e)
	switch e := e.(type) {
	case engine.Started:
		return j.write(j.startObject(e))
	case engine.Extended:
		o := Object{"event": "scope"}
		if e.Scope.Range {
			o["low"], o["high"] = e.Low, e.High
		}
		if e.Scope.Catalogue {
			o["items"] = e.Items
		}
		return j.write(o)
	case engine.Released:
		if e.Local {
			return j.write(Object{"event": "release", "name": e.Name, "mu": e.Charge.Mu, "local": true,
				"pure_epsilon": e.Charge.Epsilon, "epsilon": e.SpentEpsilon})
		}
		return j.write(Object{"event": "release", "name": e.Name, "mu": e.Charge.Mu, "sigma": e.Sigma,
			"sensitivity": e.Sensitivity, "epsilon": e.SpentEpsilon})
	case engine.Iterated:
		o := Object{"event": "iteration", "t": e.T, "valid_rmse": e.ValidRMSE, "epsilon": e.Epsilon, "metrics_private": e.Private}
		if in := e.Diagnostics; in != nil {
			o["insight"] = insight(in)
		}
		if e.Private { // the time is not released
			o["valid_rmse_deviation"] = e.Deviation
			return j.write(o)
		}
		o["train_rmse"], o["seconds"] = e.TrainRMSE, e.Elapsed.Seconds()
		return j.write(MarkNotPrivate(o, "train_rmse", "valid_rmse", "seconds"))
	case engine.Ended:
		if e.Result != nil {
			o := done(e.Result)
			if e.Result.Private {
				o["provided_public"] = promise.Observed(e.Result.Scope.Origin(j.Problem.Split.Train.Origin))
			}
			return j.write(o)
		}
		o := Object{"event": e.Outcome.String(), "error": Sentence(e.Err)}
		if j.onEnd != nil {
			j.onEnd(&j.run)
		}
		if u := j.run; u.Released() {
			o["charged_epsilon"], o["planned_epsilon"] = u.charged, u.planned
			o["guarantee"] = Object{"epsilon": u.planned, "delta": u.delta}
			if j.Repeats > 1 {
				epsilon, err := u.together(j.Repeats)
				if err != nil {
					return err
				}
				o["guarantee_together"] = Object{"runs": j.Repeats, "epsilon": epsilon, "delta": u.delta}
			}
		}
		return j.write(o)
	}
	return nil
}

func (j *JSON) startObject(e engine.Started) Object {
	r := j.Problem.Split.Train
	o := Object{"event": "start", "method": e.Method, "data": j.Problem.Name, "split": j.Problem.Split.Protocol}
	if e.Plan != nil {
		o["epsilon"], o["delta"], o["mu"] = e.Plan.Epsilon, e.Plan.EffectiveDelta(), e.Plan.Mu
		if e.Plan.FailureProbability > 0 {
			o["catalogue_delta"] = e.Plan.FailureProbability
		}
	}
	public := !r.Origin.CatalogueObserved
	if public || !j.Hidden {
		o["items"] = r.Items
	}
	if j.Hidden {
		return o
	}
	o["users"], o["train_ratings"] = r.Users, r.Count()
	if public {
		return MarkNotPrivate(o, "users", "train_ratings")
	}
	return MarkNotPrivate(o, "users", "train_ratings", "items")
}

// OnEnd implements Reporter.
func (j *JSON) OnEnd(update func(*Unfinished)) { j.onEnd = update }

// Kept implements Reporter: the number is not an event.
func (j *JSON) Kept(int64) {}

// Summary implements Reporter: after repeated runs, it writes their summary.
func (j *JSON) Summary(s Summary) error {
	if s.runs == 1 {
		return nil
	}
	o := Object{"event": "summary", "runs": s.runs, s.part + "_rmse": s.mean, s.part + "_rmse_deviation": s.deviation,
		"metrics_private": s.last.MetricsPrivate}
	if s.last.Private {
		o["epsilon_each"], o["epsilon_together"], o["delta"], o["trust"] = s.last.Epsilon, s.together, s.last.Delta, s.last.Trust
	}
	if !s.last.MetricsPrivate {
		MarkNotPrivate(o, s.part+"_rmse", s.part+"_rmse_deviation")
	}
	return j.write(o)
}

func (j *JSON) write(o Object) error { return WriteObject(j.Out, o) }

// done returns the result of a run as JSON. Beside released errors it has nothing else that follows from the ratings: no other
// error, and no time.
func done(r *engine.Result) Object {
	o := Object{"event": "done", "method": r.Method, "private": r.Private, "trust": r.Trust, "simulation": r.Simulation,
		"train_rmse": r.TrainRMSE, "valid_rmse": r.ValidRMSE, "test_rmse": r.TestRMSE, "metrics_private": r.MetricsPrivate,
		"iterations": r.Iterations, "parameters": r.Settings}
	if r.MetricsPrivate && !math.IsNaN(r.ValidRMSE) {
		o["valid_rmse_deviation"], o["lost_in_noise"] = r.Deviation, engine.LostInNoise(r.ValidRMSE, r.Deviation)
	}
	if !r.MetricsPrivate {
		o["seconds"] = r.Elapsed.Seconds()
		MarkNotPrivate(o, "train_rmse", "valid_rmse", "test_rmse", "seconds")
	}
	if r.Private {
		o["epsilon"], o["delta"], o["mu"], o["accountant"] = r.Epsilon, r.Delta, r.Mu, r.Accountant
		if r.Total.FailureProbability > 0 {
			o["catalogue_delta"] = r.Total.FailureProbability
		}
	}
	markReleased(o, r.Scope)
	if r.Seed != nil {
		o["seed"] = *r.Seed
	}
	return o
}

// insight returns the diagnostics of the releases as JSON: signal and noise of each factor as variances of a rating, and the
// fraction of their statistics that a tenth, half and nine tenths of the items keep at most.
func insight(in *engine.Diagnostics) Object {
	signal, noise := make([]float64, len(in.Factors)), make([]float64, len(in.Factors))
	for d, v := range in.Factors {
		signal[d], noise[d] = v.Signal, min(v.Noise, math.MaxFloat64)
	}
	return Object{"signal": signal, "noise": noise, "kept": in.Retained}
}
