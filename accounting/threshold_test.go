package accounting

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"dpals/accounting/noise"
)

func thresholdRequest(most int, failure float64) Request {
	return Request{Name: "items", Kind: "items", Claim: UserSum("proof.md", AnyItems, L2), Sensitivity: 1, Weight: 1,
		MaxContributions: most, FailureProbability: failure, Dimension: most, Grid: GridFor(1, SumBits)}
}

// For every number c of items that one user alone speaks for, the chance that any is named is at most the failure, and
// the threshold is not needlessly high.
func TestThresholdsKeepTheirFailureProbability(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		sigma := math.Exp(rapid.Float64Range(-2, 8).Draw(rt, "ln σ"))
		failure := math.Exp(-rapid.Float64Range(1, 60).Draw(rt, "−ln failure"))
		most := rapid.IntRange(1, 3000).Draw(rt, "most")
		reach := threshold(sigma, GridFor(1, SumBits), most, failure)
		worst := 0.0
		for c := 1; c <= most; c++ {
			distance := (reach - 1/math.Sqrt(float64(c))) / sigma
			worst = max(worst, float64(c)*math.Erfc(distance/math.Sqrt2)/2)
		}
		if worst > failure {
			rt.Fatalf("σ %g, most %d: fails with %g, claimed %g", sigma, most, worst, failure)
		}
		if worst < failure/20 && sigma > 1 {
			rt.Fatalf("σ %g, most %d: fails with %g only, of %g", sigma, most, worst, failure)
		}
	})
}

// The failures are a part of the plan's δ, and the other releases hold at what is left of it.
func TestFailureProbabilitiesArePartOfDelta(t *testing.T) {
	p := plan(t, thresholdRequest(64, 4e-6), request("other"))
	if p.FailureProbability != 4e-6 {
		t.Errorf("failure %g", p.FailureProbability)
	}
	alone, err := Exact.Epsilon(p.Mu, 6e-6)
	if err != nil || math.Abs(p.Epsilon/alone-1) > 1e-9 || p.Epsilon > 1 {
		t.Errorf("ε = %g at δ less the failure, the plan says %g, %v", alone, p.Epsilon, err)
	}
	if total, err := p.TotalCost().Epsilon(Exact, 1e-5); err != nil || math.Abs(total/p.Epsilon-1) > 1e-12 {
		t.Errorf("the total is ε = %g, %v", total, err)
	}
	if inf, err := p.TotalCost().Epsilon(Exact, 4e-6); err != nil || !math.IsInf(inf, 1) {
		t.Errorf("at a δ that the failures use up: ε = %g, %v", inf, err)
	}
	_, err = NewPlan(Exact, 1, 1e-5, []Request{thresholdRequest(64, 1e-5), request("other")})
	refused(t, err, "too small")
	whole, err := plan(t, thresholdRequest(64, 4e-6), rest(1)).Extend([]Request{request("other")})
	if err != nil || whole.FailureProbability != 4e-6 || whole.Epsilon > 1 {
		t.Errorf("extended: failure %g, ε %g, %v", whole.FailureProbability, whole.Epsilon, err)
	}
}

// A threshold reports sums of many users, never empty sums, and does not change the sums.
func TestAboveThresholdReportsLargeSums(t *testing.T) {
	p := plan(t, thresholdRequest(16, 1e-6))
	reach := p.Releases[0].Threshold
	for seed := range uint64(200) {
		m := NewMeter(p, noise.Seeded(seed), nil)
		sums := []float64{0, 1, math.Ceil(20 * reach), 0}
		reached, err := m.ReleaseAboveThreshold("items", sums)
		if err != nil {
			t.Fatal(err)
		}
		if reached[0] || reached[1] || !reached[2] || reached[3] {
			t.Fatalf("seed %d: reached %v", seed, reached)
		}
		if sums[0] != 0 || sums[1] != 1 {
			t.Fatalf("the sums were changed: %v", sums)
		}
		if err := m.Close(); err != nil || len(m.Charges()) != 1 {
			t.Fatalf("%d charges, %v", len(m.Charges()), err)
		}
	}
}

// A single user's items are named about as seldom as the failure says, here a large one so that it can be counted.
func TestSumsOfOneUserAreSeldomReported(t *testing.T) {
	const failure, runs = 0.05, 4000
	p, err := NewPlan(Exact, 1, 0.2, []Request{thresholdRequest(8, failure)})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []int{1, 3, 8} {
		sums := make([]float64, c)
		for j := range sums {
			sums[j] = Truncate(1/math.Sqrt(float64(c)), p.Releases[0].Grid)
		}
		named := 0
		for seed := range uint64(runs) {
			reached, err := NewMeter(p, noise.Seeded(seed), nil).ReleaseAboveThreshold("items", sums)
			if err != nil {
				t.Fatal(err)
			}
			for _, yes := range reached {
				if yes {
					named++
					break
				}
			}
		}
		// Five deviations of a binomial count.
		if most := failure*runs + 5*math.Sqrt(failure*runs); float64(named) > most {
			t.Errorf("%d items: named in %d of %d runs, at most %.0f may be", c, named, runs, most)
		}
		if named == 0 {
			t.Errorf("%d items: never named, so nothing was tested", c)
		}
	}
}

func TestOnlyReleaseAboveThresholdMakesThresholds(t *testing.T) {
	m := NewMeter(plan(t, thresholdRequest(4, 1e-6), request("other")), noise.Seeded(1), nil)
	refused(t, m.Release("items", make([]float64, 4)), "use ReleaseAboveThreshold")
	if _, err := m.ReleaseAboveThreshold("items", []float64{0.3}); err == nil {
		t.Error("a sum off the grid is accepted")
	}
	_, err := NewMeter(plan(t, request("other")), noise.Seeded(1), nil).ReleaseAboveThreshold("other", make([]float64, dimension))
	refused(t, err, "not a threshold")
}

// A sum of 0 is not reported, however large its noise: its place in the list may exist because of one user.
func TestEmptySumsAreNeverReported(t *testing.T) {
	p := plan(t, thresholdRequest(16, 1e-6))
	rapid.Check(t, func(rt *rapid.T) {
		sums := make([]float64, rapid.IntRange(1, 30).Draw(rt, "items"))
		for i := range sums {
			sums[i] = float64(rapid.IntRange(0, 2).Draw(rt, "sum"))
		}
		m := NewAuditMeter(p, rapid.Uint64().Draw(rt, "seed"), func(_ Release, _ int, _, noisy []float64) {
			for i := range noisy {
				noisy[i] = 2 * p.Releases[0].Threshold
			}
		})
		reached, err := m.ReleaseAboveThreshold("items", sums)
		if err != nil {
			rt.Fatal(err)
		}
		for i, yes := range reached {
			if yes != (sums[i] > 0) {
				rt.Fatalf("a sum of %g under the largest noise is named: %v", sums[i], yes)
			}
		}
	})
}

// Failures weigh in the ε of a total, whatever else it is of: two parts of one cost more together than each.
func TestTotalCostSubtractsFailureProbability(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		total := TotalCost{Mu: rapid.Float64Range(0.1, 5).Draw(rt, "μ"), PureEpsilon: rapid.Float64Range(0, 2).Draw(rt, "pure")}
		total.GaussianMu = total.Mu / 2
		share := rapid.Float64Range(0.01, 0.99).Draw(rt, "share")
		before, err := total.Epsilon(Exact, 1e-5*(1-share))
		if err != nil {
			rt.Fatal(err)
		}
		total.FailureProbability = 1e-5 * share
		with, err := total.Epsilon(Exact, 1e-5)
		if err != nil || with < before*(1-1e-9) || math.IsInf(with, 1) {
			rt.Fatalf("ε = %g with failures, at what is left of δ it is %g, %v", with, before, err)
		}
	})
}
