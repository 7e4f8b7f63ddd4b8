package spectral_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"dpals/engine"
	"dpals/engine/internal/enginetest"
	"dpals/engine/method"
	"dpals/engine/spectral"
)

// With little noise both find the directions of a low-rank matrix, and with much they fall back to the users' levels.
func TestLowRankIsFoundWhereNoiseIsSmall(t *testing.T) {
	p := enginetest.Problem(t, "synth:lowrank:n=4000,m=60,rank=2,p=0.5")
	for _, m := range []*method.Method{spectral.NoisySVD, spectral.DPSVD} {
		loud, h := enginetest.Run(t, m, p, engine.Config{Epsilon: 0.05})
		if loud.TestRMSE > 1.1 {
			t.Errorf("%s: all noise makes an error of %.3f, where levels alone have 1", m.Name, loud.TestRMSE)
		}
		if d := h.Model().(method.Diagnostics).Factors(); len(d) == 0 {
			t.Errorf("%s tells of no directions", m.Name)
		}
		clear, h := enginetest.Run(t, m, p, engine.Config{Epsilon: 50})
		want := map[string]float64{"noisy-svd": 0.75, "dpsvd": 0.4}[m.Name]
		if clear.TestRMSE > want {
			t.Errorf("%s: an error of %.3f, want %.2f at most", m.Name, clear.TestRMSE, want)
		}
		alive := 0
		for _, d := range h.Model().(method.Diagnostics).Factors() {
			if d.Signal > 0 {
				alive++
			}
		}
		if alive != 2 {
			t.Errorf("%s finds %d directions of a matrix of rank two", m.Name, alive)
		}
	}
}

// Item averages alone carry dpsvd where the covariance is all noise.
func TestCleansing(t *testing.T) {
	p := enginetest.Problem(t, "synth:skewed:n=3000,m=200,per=30")
	with, _ := enginetest.Run(t, spectral.DPSVD, p, engine.Config{Epsilon: 2})
	without, _ := enginetest.Run(t, spectral.NoisySVD, p, engine.Config{Epsilon: 2})
	flat, _ := enginetest.Run(t, spectral.DPSVD, p, engine.Config{Epsilon: 2, Settings: method.Settings{"pseudo-count": 1e4}})
	if with.TestRMSE > without.TestRMSE || with.TestRMSE > flat.TestRMSE {
		t.Errorf("dpsvd %.4f, with averages pulled to nothing %.4f, noisy-svd %.4f", with.TestRMSE, flat.TestRMSE, without.TestRMSE)
	}
}

// A seed gives the same bits on any number of threads.
func TestModelsDoNotDependOnThreads(t *testing.T) {
	p := enginetest.Problem(t, "synth:skewed:n=400,m=101,per=30")
	for _, m := range []*method.Method{spectral.NoisySVD, spectral.DPSVD} {
		for _, s := range []method.Settings{nil, {"beta": 0.5, "k": 10, "rank": 3}} {
			var first []float32
			var test float64
			for _, threads := range []int{1, 2, 7} {
				r, h := enginetest.Run(t, m, p, engine.Config{Epsilon: 50, Threads: threads, Settings: s})
				items := h.Model().(method.Sharer).Shared().Items
				if test == 0 {
					first, test = items, r.TestRMSE
				} else if !slices.Equal(first, items) || r.TestRMSE != test {
					t.Errorf("%s: %d threads give other bits than one", m.Name, threads)
				}
			}
		}
	}
}

// What is shared is enough to predict: the recipe followed by hand agrees with the model.
func TestRecipe(t *testing.T) {
	p := enginetest.Problem(t, "synth:lowrank:n=2000,m=40,rank=2,p=0.5")
	_, h := enginetest.Run(t, spectral.NoisySVD, p, engine.Config{Epsilon: 50})
	s := h.Model().(method.Sharer).Shared()
	items, values := p.Split.Train.User(7)
	level := 0.0
	for _, v := range values {
		level += float64(v) - s.Scalars["mean"]
	}
	level = s.Scalars["mean"] + level/(float64(len(values))+s.Scalars["pull"])
	u := make([]float64, s.Rank)
	for n, j := range items {
		for k := range u {
			u[k] += s.Scalars["scale"] * (float64(values[n]) - level) * float64(s.Items[int(j)*s.Rank+k])
		}
	}
	local := h.Model().Local()
	local.Solve(items, values)
	for j := range 40 {
		want := level
		for k := range u {
			want += u[k] * float64(s.Items[j*s.Rank+k])
		}
		if got := local.Predict(uint32(j)); math.Abs(got-want) > 1e-3 {
			t.Errorf("item %d: %g by the model, %g by the recipe", j, got, want)
		}
	}
}

func TestCancelled(t *testing.T) {
	p := enginetest.Problem(t, "synth:skewed:n=2000,m=600,per=50")
	for _, m := range []*method.Method{spectral.NoisySVD, spectral.DPSVD} {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		h, err := engine.RunMethod(ctx, m, p, engine.Config{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.Wait(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: a cancelled run ends with %v", m.Name, err)
		}
	}
}
