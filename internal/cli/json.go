package cli

import (
	"encoding/json"
	"io"
	"math"

	"dpals/engine"
)

// jsonReport writes every event as one JSON object a line. Keys that do not apply are left out.
type jsonReport struct {
	out     io.Writer
	problem engine.Problem
}

type object map[string]any

func (j *jsonReport) event(e engine.Event) error {
	switch e := e.(type) {
	case engine.Started:
		r := j.problem.Split.Train
		o := object{"event": "start", "method": e.Method, "data": j.problem.Name, "split": j.problem.Split.Protocol,
			"users": r.Users, "items": r.Items, "train_ratings": r.Count()}
		if e.Plan != nil {
			o["epsilon"], o["delta"], o["mu"] = e.Plan.Epsilon, e.Plan.Delta, e.Plan.Mu
		}
		return j.write(o)
	case engine.Released:
		return j.write(object{"event": "release", "name": e.Name, "mu": e.Charge.Mu, "sigma": e.Sigma,
			"sensitivity": e.Sensitivity, "epsilon": e.SpentEpsilon})
	case engine.Iterated:
		o := object{"event": "iteration", "t": e.T, "train_rmse": e.TrainRMSE, "valid_rmse": e.ValidRMSE,
			"epsilon": e.Epsilon, "seconds": e.Elapsed.Seconds(), "metrics_private": e.Private}
		if e.Private {
			o["valid_rmse_deviation"] = e.Deviation
		}
		return j.write(o)
	case engine.Ended:
		if e.Result != nil {
			return j.write(done(e.Result))
		}
	}
	return nil
}

func (j *jsonReport) summary([]*engine.Result) error { return nil }

func done(r *engine.Result) object {
	o := object{"event": "done", "method": r.Method, "private": r.Private, "simulation": r.Simulation,
		"train_rmse": r.TrainRMSE, "valid_rmse": r.ValidRMSE, "test_rmse": r.TestRMSE, "metrics_private": r.MetricsPrivate,
		"iterations": r.Iterations, "seconds": r.Elapsed.Seconds(), "parameters": r.Settings}
	if r.Private {
		o["epsilon"], o["delta"], o["mu"], o["accountant"] = r.Epsilon, r.Delta, r.Mu, r.Accountant
	}
	if r.Seed != nil {
		o["seed"] = *r.Seed
	}
	return o
}

// write leaves out what JSON has no number for.
func (j *jsonReport) write(o object) error {
	for k, v := range o {
		if f, ok := v.(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
			delete(o, k)
		}
	}
	return json.NewEncoder(j.out).Encode(o)
}
