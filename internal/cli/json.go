package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"unicode"

	"dpals/engine"
	"dpals/engine/promise"
)

// jsonReport writes every event as one JSON object a line. Keys that do not apply are left out.
type jsonReport struct {
	out     io.Writer
	problem engine.Problem
	hidden  bool // see textReport
	repeats int  // runs that the command has planned
	run     unfinished
	settle  func(*unfinished) // see reporter; nil where there is none
}

type object map[string]any

func (j *jsonReport) event(e engine.Event) error {
	j.run.take(e)
	switch e := e.(type) {
	case engine.Started:
		return j.write(j.start(e))
	case engine.Extended:
		o := object{"event": "scope"}
		if e.Scope.Range {
			o["low"], o["high"] = e.Low, e.High
		}
		if e.Scope.Catalogue {
			o["items"] = e.Items
		}
		return j.write(o)
	case engine.Released:
		if e.Local {
			return j.write(object{"event": "release", "name": e.Name, "mu": e.Charge.Mu, "local": true,
				"pure_epsilon": e.Charge.Epsilon, "epsilon": e.SpentEpsilon})
		}
		return j.write(object{"event": "release", "name": e.Name, "mu": e.Charge.Mu, "sigma": e.Sigma,
			"sensitivity": e.Sensitivity, "epsilon": e.SpentEpsilon})
	case engine.Iterated:
		o := object{"event": "iteration", "t": e.T, "valid_rmse": e.ValidRMSE, "epsilon": e.Epsilon, "metrics_private": e.Private}
		if in := e.Diagnostics; in != nil {
			o["insight"] = insight(in)
		}
		if e.Private { // and how long it took is no release
			o["valid_rmse_deviation"] = e.Deviation
			return j.write(o)
		}
		o["train_rmse"], o["seconds"] = e.TrainRMSE, e.Elapsed.Seconds()
		return j.write(markNotPrivate(o, "train_rmse", "valid_rmse", "seconds"))
	case engine.Ended:
		if e.Result != nil {
			o := done(e.Result)
			if e.Result.Private {
				o["provided_public"] = promise.Observed(e.Result.Scope.Origin(j.problem.Split.Train.Origin))
			}
			return j.write(o)
		}
		o := object{"event": e.Outcome.String(), "error": sentence(e.Err)}
		if j.settle != nil {
			j.settle(&j.run)
		}
		if u := j.run; u.released() {
			o["charged_epsilon"], o["planned_epsilon"] = u.charged, u.planned
			o["guarantee"] = object{"epsilon": u.planned, "delta": u.delta}
			if j.repeats > 1 {
				epsilon, err := u.together(j.repeats)
				if err != nil {
					return err
				}
				o["guarantee_together"] = object{"runs": j.repeats, "epsilon": epsilon, "delta": u.delta}
			}
		}
		return j.write(o)
	}
	return nil
}

func (j *jsonReport) start(e engine.Started) object {
	r := j.problem.Split.Train
	o := object{"event": "start", "method": e.Method, "data": j.problem.Name, "split": j.problem.Split.Protocol}
	if e.Plan != nil {
		o["epsilon"], o["delta"], o["mu"] = e.Plan.Epsilon, e.Plan.Holds(), e.Plan.Mu
		if e.Plan.Failure > 0 {
			o["catalogue_delta"] = e.Plan.Failure
		}
	}
	public := itemsPublic(r)
	if public || !j.hidden {
		o["items"] = r.Items
	}
	if j.hidden {
		return o
	}
	o["users"], o["train_ratings"] = r.Users, r.Count()
	if public {
		return markNotPrivate(o, "users", "train_ratings")
	}
	return markNotPrivate(o, "users", "train_ratings", "items")
}

func (j *jsonReport) settles(with func(*unfinished)) { j.settle = with }

func (j *jsonReport) kept(int64) {}

// summary closes the events of repeated runs with what they amount to.
func (j *jsonReport) summary(s summary) error {
	if s.runs == 1 {
		return nil
	}
	o := object{"event": "summary", "runs": s.runs, s.part + "_rmse": s.mean, s.part + "_rmse_deviation": s.deviation,
		"metrics_private": s.last.MetricsPrivate}
	if s.last.Private {
		o["epsilon_each"], o["epsilon_together"], o["delta"], o["trust"] = s.last.Epsilon, s.together, s.last.Delta, s.last.Trust
	}
	if !s.last.MetricsPrivate {
		markNotPrivate(o, s.part+"_rmse", s.part+"_rmse_deviation")
	}
	return j.write(o)
}

// done is how a run ended well. Where its errors are releases, nothing else that follows from the ratings stands beside
// them: no other error, nor how long it took.
func done(r *engine.Result) object {
	o := object{"event": "done", "method": r.Method, "private": r.Private, "trust": r.Trust, "simulation": r.Simulation,
		"train_rmse": r.TrainRMSE, "valid_rmse": r.ValidRMSE, "test_rmse": r.TestRMSE, "metrics_private": r.MetricsPrivate,
		"iterations": r.Iterations, "parameters": r.Settings}
	if r.MetricsPrivate && !math.IsNaN(r.ValidRMSE) {
		o["valid_rmse_deviation"], o["lost_in_noise"] = r.Deviation, engine.LostInNoise(r.ValidRMSE, r.Deviation)
	}
	if !r.MetricsPrivate {
		o["seconds"] = r.Elapsed.Seconds()
		markNotPrivate(o, "train_rmse", "valid_rmse", "test_rmse", "seconds")
	}
	if r.Private {
		o["epsilon"], o["delta"], o["mu"], o["accountant"] = r.Epsilon, r.Delta, r.Mu, r.Accountant
		if r.Total.Failure > 0 {
			o["catalogue_delta"] = r.Total.Failure
		}
	}
	markReleased(o, r.Scope)
	if r.Seed != nil {
		o["seed"] = *r.Seed
	}
	return o
}

func (j *jsonReport) write(o object) error { return writeJSON(j.out, finite(o)) }

// finite leaves out what JSON has no number for.
func finite(o object) object {
	for k, v := range o {
		if f, ok := v.(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
			delete(o, k)
		}
	}
	return o
}

// writeJSON writes a value as one line of JSON. Text in it may come from anywhere: what a terminal would obey, and JSON
// does not escape by itself, is escaped.
func writeJSON(w io.Writer, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	var line bytes.Buffer
	for _, r := range string(text) {
		switch {
		case r < 0x7f || !unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp):
			line.WriteRune(r)
		case r < 0x10000:
			fmt.Fprintf(&line, `\u%04x`, r)
		default:
			fmt.Fprintf(&line, `\u%04x\u%04x`, 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff)
		}
	}
	line.WriteByte('\n')
	_, err = w.Write(line.Bytes())
	return err
}

// insight is what rose above the noise: signal and noise of every direction as variances of a rating, and the share of
// their statistics that a tenth, half and nine tenths of the items keep at most. It comes from releases alone.
func insight(in *engine.Diagnostics) object {
	signal, noise := make([]float64, len(in.Factors)), make([]float64, len(in.Factors))
	for d, v := range in.Factors {
		signal[d], noise[d] = v.Signal, min(v.Noise, math.MaxFloat64)
	}
	return object{"signal": signal, "noise": noise, "kept": in.Retained}
}
