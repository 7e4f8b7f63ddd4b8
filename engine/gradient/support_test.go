package gradient

import (
	"context"
	"math"
	"testing"

	"dpals/accounting"
	"dpals/accounting/noise"
	"dpals/engine/method"
	"dpals/loaders"
	"dpals/loaders/sources"
)

// quiet is a Progress that keeps the last model and how many iterations there were.
type quiet struct {
	last  method.Model
	count int
}

func (*quiet) Phase(string, int, int) {}
func (*quiet) Part(float64)           {}
func (q *quiet) Iteration(_ int, m method.Model) error {
	q.last = m
	q.count++
	return nil
}

func generate(t testing.TB, source string) *loaders.Ratings {
	t.Helper()
	r, err := sources.Open(context.Background(), source, sources.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func publicOf(r *loaders.Ratings, epsilon float64) method.Public {
	return method.Public{Items: r.Items, Low: r.Low, High: r.High, Epsilon: epsilon, Delta: 1e-5}
}

// planned is a task with a plan: everything but the meter.
func planned(t testing.TB, m *method.Method, r *loaders.Ratings, epsilon float64, given method.Settings) (*method.Task, *accounting.Plan) {
	t.Helper()
	s, err := m.Settle(given)
	if err != nil {
		t.Fatal(err)
	}
	pub := publicOf(r, epsilon)
	if m.Resolve != nil {
		s = m.Resolve(pub, s)
	}
	task := &method.Task{Train: r, Public: pub, Settings: s, Threads: 2, Progress: new(quiet), Seed: [32]byte{1}}
	if m.Plan == nil {
		return task, nil
	}
	list, err := m.Plan(pub, s)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := accounting.NewPlan(accounting.Exact, epsilon, 1e-5, list)
	if err != nil {
		t.Fatal(err)
	}
	return task, plan
}

// fitted runs a method with noise from a seed.
func fitted(t testing.TB, m *method.Method, r *loaders.Ratings, epsilon float64, seed uint64, given method.Settings) *Model {
	t.Helper()
	task, plan := planned(t, m, r, epsilon, given)
	if plan != nil {
		task.Meter = accounting.NewMeter(plan, noise.Seeded(seed), nil)
	}
	task.Seed[0] = byte(seed)
	model, err := m.Fit(context.Background(), task)
	if err != nil {
		t.Fatal(err)
	}
	if task.Meter != nil {
		if err := task.Meter.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return model.(*Model)
}

// rmse is the error on target of rows solved from known.
func rmse(m method.Model, known, target *loaders.Ratings) float64 {
	local, total := m.Local(), 0.0
	for i := range known.Users {
		local.Solve(known.User(i))
		items, values := target.User(i)
		for k, j := range items {
			p := min(max(local.Predict(j), target.Low), target.High)
			total += (p - float64(values[k])) * (p - float64(values[k]))
		}
	}
	return math.Sqrt(total / float64(target.Count()))
}
