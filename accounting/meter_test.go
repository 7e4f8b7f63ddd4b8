package accounting

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"dpals/accounting/noise"
)

func plan(t testing.TB, requests ...Request) *Plan {
	t.Helper()
	p, err := NewPlan(Exact, 1, 1e-5, requests)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func refused(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want an error with %q", err, want)
	}
}

func TestMeterEnforcesThePlan(t *testing.T) {
	fresh := func(t *testing.T) *Meter {
		return NewMeter(plan(t, request("first"), request("second")), noise.Seeded(1), nil)
	}
	t.Run("as planned", func(t *testing.T) {
		m := fresh(t)
		for _, name := range []string{"first", "second"} {
			if err := m.Release(name, make([]float64, dimension)); err != nil {
				t.Fatal(err)
			}
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Run("skipped", func(t *testing.T) {
		refused(t, fresh(t).Release("second", make([]float64, dimension)), `"second" is out of order: the next planned release is "first"`)
	})
	t.Run("twice", func(t *testing.T) {
		m := fresh(t)
		if err := m.Release("first", make([]float64, dimension)); err != nil {
			t.Fatal(err)
		}
		refused(t, m.Release("first", make([]float64, dimension)), `"first" is out of order: the next planned release is "second"`)
	})
	t.Run("unplanned", func(t *testing.T) {
		refused(t, fresh(t).Release("third", make([]float64, dimension)), `"third" is out of order`)
	})
	t.Run("after the last", func(t *testing.T) {
		m := fresh(t)
		_, _ = m.Release("first", make([]float64, dimension)), m.Release("second", make([]float64, dimension))
		refused(t, m.Release("second", make([]float64, dimension)), "every planned release was made")
	})
	t.Run("left out", func(t *testing.T) {
		m := fresh(t)
		if err := m.Release("first", make([]float64, dimension)); err != nil {
			t.Fatal(err)
		}
		refused(t, m.Close(), `"second" was not made`)
	})
	t.Run("never ended", func(t *testing.T) {
		m := fresh(t)
		_, err := m.Begin("first", 3, 2)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Release("second", make([]float64, dimension)); err != nil {
			t.Fatal(err)
		}
		refused(t, m.Close(), "begun and not ended")
	})
	t.Run("another size", func(t *testing.T) {
		refused(t, fresh(t).Release("first", make([]float64, dimension+1)), "not the planned 6")
		_, err := fresh(t).Begin("first", math.MaxInt/2, 4)
		refused(t, err, "not the planned 6")
		_, err = fresh(t).Begin("first", 2, 2) // how many blocks there are must not tell of the data
		refused(t, err, "not the planned 6")
		_, err = fresh(t).Begin("first", -1, 4)
		refused(t, err, "not the planned 6")
	})
	t.Run("plan changed under the meter", func(t *testing.T) {
		m := fresh(t)
		m.Plan().Releases[0].Sigma = 1e-300
		o, err := m.Begin("first", 1, dimension)
		if err != nil {
			t.Fatal(err)
		}
		if o.Release().Sigma < 1 {
			t.Error("the meter took over a smaller σ after calibration")
		}
	})
}

func TestJournal(t *testing.T) {
	p := plan(t, request("a"), request("b"))
	full := errors.New("disk full")
	var seen []Charge
	vector := make([]float64, dimension)
	m := NewMeter(p, noise.Seeded(1), func(c Charge) error {
		if !slices.Equal(vector, make([]float64, dimension)) {
			t.Error("noise was drawn before the charge was written")
		}
		if c.Name == "b" {
			return full
		}
		seen = append(seen, c)
		return nil
	})
	if err := m.Release("a", vector); err != nil {
		t.Fatal(err)
	}
	if slices.Equal(vector, make([]float64, dimension)) {
		t.Error("no noise was added")
	}
	clear(vector)
	if err := m.Release("b", vector); !errors.Is(err, full) {
		t.Errorf("got %v, want %v", err, full)
	}
	if !slices.Equal(vector, make([]float64, dimension)) {
		t.Error("a refused release was made")
	}
	if got := m.Charges(); len(got) != 1 || got[0] != seen[0] || got[0].Name != "a" {
		t.Errorf("charges are %v, the journal saw %v", got, seen)
	}
}

func TestChargesAddUpToThePlan(t *testing.T) {
	requests := []Request{request("a"), request("b"), request("c")}
	requests[1].Weight, requests[2].Weight = 5, 0.1
	p := plan(t, requests...)
	m := NewMeter(p, noise.Seeded(1), nil)
	total := 0.0
	for i, r := range p.Releases {
		if err := m.Release(r.Name, make([]float64, dimension)); err != nil {
			t.Fatal(err)
		}
		c := m.Charges()[i]
		total += r.Mu * r.Mu
		if !near(c.SpentMu, math.Sqrt(total), 1e-14) || !near(c.SpentEpsilon, must(Exact.Epsilon(c.SpentMu, 1e-5)), 0) {
			t.Errorf("after %q: spent μ = %g, ε = %g", r.Name, c.SpentMu, c.SpentEpsilon)
		}
	}
	if last := m.Charges()[2]; last.SpentMu != p.Mu || last.SpentEpsilon != p.Epsilon {
		t.Errorf("spent μ = %.17g, ε = %.17g; planned %.17g, %.17g", last.SpentMu, last.SpentEpsilon, p.Mu, p.Epsilon)
	}
}
