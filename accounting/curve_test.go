package accounting

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func near(got, want, relative float64) bool {
	return got == want || math.Abs(got-want) <= relative*math.Abs(want)
}

func must(x float64, err error) float64 {
	if err != nil {
		panic(err)
	}
	return x
}

func TestEpsilonValues(t *testing.T) {
	for name, c := range map[string]struct {
		accountant      Accountant
		mu, delta, want float64
	}{
		"exact 0.25":                       {Exact, 0.25, 1e-5, 0.926341503998},
		"exact 1":                          {Exact, 1, 1e-5, 4.377178095681},
		"exact 2":                          {Exact, 2, 1e-5, 9.997256146434},
		"exact 5":                          {Exact, 5, 1e-5, 33.1037323359},
		"exact, corrected [DPALS] Table 4": {Exact, 2.0255513209442848, 1e-5, 10.154923032371832},
		"mironov 1":                        {Mironov, 1, 1e-5, 5.298525912188},
		"cks 1":                            {CKS, 1, 1e-5, 4.728386984943},
	} {
		t.Run(name, func(t *testing.T) {
			got := must(c.accountant.Epsilon(c.mu, c.delta))
			if !near(got, c.want, 1e-11) {
				t.Errorf("ε(μ = %g, δ = %g) = %.13g, want %.13g", c.mu, c.delta, got, c.want)
			}
			if back := must(c.accountant.Mu(got, c.delta)); !near(back, c.mu, 1e-11) {
				t.Errorf("μ(ε = %.13g, δ = %g) = %.13g, want %.13g", got, c.delta, back, c.mu)
			}
			if delta := must(c.accountant.Delta(c.mu, got)); !near(delta, c.delta, 1e-9) {
				t.Errorf("δ(μ = %g, ε = %.13g) = %.13g, want %g", c.mu, got, delta, c.delta)
			}
		})
	}
}

func TestDeltaValues(t *testing.T) {
	for name, c := range map[string]struct{ mu, epsilon, want float64 }{ // by mpmath, 60 digits
		"one":                      {1, 1, 0.1269367375066439458},
		"near equal tails":         {0.5, 4, 2.7060338029569069376e-16},
		"least μ":                  {1e-6, 0, 3.9894228040141605534e-7},
		"small μ":                  {1e-3, 4e-3, 7.1595624349382467821e-9},
		"largest μ":                {1000, 500000, 0.4996010581185396509},
		"far tail":                 {30, 600, 2.4420846255665561755e-7},
		"total variation distance": {3, 0, 0.86638559746228386799},
	} {
		t.Run(name, func(t *testing.T) {
			got := must(Exact.Delta(c.mu, c.epsilon))
			if !near(got, c.want, 1e-11) {
				t.Errorf("δ(μ = %g, ε = %g) = %.17g, want %.17g", c.mu, c.epsilon, got, c.want)
			}
			if got < c.want*(1-1e-15) {
				t.Errorf("δ(μ = %g, ε = %g) = %.17g is below the true %.17g", c.mu, c.epsilon, got, c.want)
			}
		})
	}
}

// How much less noise the exact curve asks for than Mironov's conversion at δ = 1e-5.
func TestExactSavesNoise(t *testing.T) {
	for _, c := range []struct{ epsilon, saved float64 }{{1, 0.25}, {5, 0.16}, {20, 0.10}} {
		ratio := must(Mironov.Mu(c.epsilon, 1e-5)) / must(Exact.Mu(c.epsilon, 1e-5))
		if math.Abs(1-ratio-c.saved) > 0.02 {
			t.Errorf("ε = %g: %.1f %% less noise, want about %.0f %%", c.epsilon, 100*(1-ratio), 100*c.saved)
		}
	}
}

func TestEdges(t *testing.T) {
	inf := math.Inf(1)
	for _, a := range Accountants() {
		t.Run(a.Name(), func(t *testing.T) {
			for _, c := range []struct {
				name      string
				got, want float64
			}{
				{"no cost has no ε", must(a.Epsilon(0, 1e-5)), 0},
				{"no cost has no ε at δ = 0", must(a.Epsilon(0, 0)), 0},
				{"δ = 1 has no ε", must(a.Epsilon(5, 1)), 0},
				{"δ above 1 has no ε", must(a.Epsilon(5, 2)), 0},
				{"nothing proves δ = 0", must(a.Epsilon(1, 0)), inf},
				{"no noise has every ε", must(a.Epsilon(inf, 1e-5)), inf},
				{"no cost has no δ", must(a.Delta(0, 0)), 0},
				{"ε = ∞ has no δ", must(a.Delta(3, inf)), 0},
				{"no noise has δ = 1", must(a.Delta(inf, 3)), 1},
				{"ε = ∞ allows every μ", must(a.Mu(inf, 1e-5)), inf},
				{"δ = 1 allows every μ", must(a.Mu(0, 1)), inf},
				{"δ = 0 allows none", must(a.Mu(5, 0)), 0},
				{"δ near 1 has ε 0 or more", min(0, must(a.Epsilon(1e-3, 0.999))), 0},
			} {
				if c.got != c.want {
					t.Errorf("%s: got %g, want %g", c.name, c.got, c.want)
				}
			}
			for _, bad := range []float64{math.NaN(), -1, math.Inf(-1)} {
				for name, f := range map[string]func(x, y float64) (float64, error){"Epsilon": a.Epsilon, "Mu": a.Mu, "Delta": a.Delta} {
					if _, err := f(bad, 0.5); err == nil {
						t.Errorf("%s(%g, 0.5) is no error", name, bad)
					}
					if _, err := f(1, bad); err == nil {
						t.Errorf("%s(1, %g) is no error", name, bad)
					}
				}
			}
		})
	}
}

func TestAccountantNamed(t *testing.T) {
	for _, want := range Accountants() {
		if got, err := AccountantNamed(want.Name()); err != nil || got != want {
			t.Errorf("%s: got %v, %v", want.Name(), got, err)
		}
	}
	if _, err := AccountantNamed("moments"); err == nil || err.Error() != `accountant "moments": choose one of exact, cks, mironov` {
		t.Errorf("unknown name: %v", err)
	}
}

func drawMu(t *rapid.T) float64 {
	return math.Pow(10, rapid.Float64Range(-6, 3).Draw(t, "log μ"))
}

func drawDelta(t *rapid.T) float64 {
	return math.Pow(10, -rapid.Float64Range(0.001, 60).Draw(t, "−log δ"))
}

// The exact curve against 500-bit arithmetic: right to 1e-11, and never below.
func TestExactDelta(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mu := drawMu(t)
		// ε/μ − μ/2 places ε on the curve, wherever that is for this μ.
		epsilon := max(0, mu*(mu/2+rapid.Float64Range(-12, 36).Draw(t, "place")))
		want, _ := refDelta(mu, epsilon).Float64()
		got := must(Exact.Delta(mu, epsilon))
		if got < want || !near(got, want, 1e-11) {
			t.Fatalf("δ(μ = %g, ε = %g) = %.17g, want %.17g", mu, epsilon, got, want)
		}
	})
}

// ε is the least that holds, and holds; μ is the most that holds, and holds.
func TestExactIsConservativeAndTight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mu, delta := drawMu(t), drawDelta(t)
		epsilon := must(Exact.Epsilon(mu, delta))
		if refDelta(mu, epsilon).Cmp(ref(delta)) > 0 {
			t.Fatalf("ε(μ = %g, δ = %g) = %.17g is below the true one", mu, delta, epsilon)
		}
		if epsilon > 0 && refDelta(mu, epsilon*(1-1e-9)-1e-15).Cmp(ref(delta)) <= 0 {
			t.Fatalf("ε(μ = %g, δ = %g) = %.17g could be less", mu, delta, epsilon)
		}
		target := math.Pow(10, rapid.Float64Range(-4, 4).Draw(t, "log ε"))
		most := must(Exact.Mu(target, delta))
		if most < 1e-6 || most > 1e3 {
			return
		}
		if refDelta(most, target).Cmp(ref(delta)) > 0 {
			t.Fatalf("μ(ε = %g, δ = %g) = %.17g is above the true one", target, delta, most)
		}
		if refDelta(most*(1+1e-9), target).Cmp(ref(delta)) <= 0 {
			t.Fatalf("μ(ε = %g, δ = %g) = %.17g could be more", target, delta, most)
		}
	})
}

// What holds of all accountants: order among them, monotonicity, and inverses that err on the safe side.
func TestCurveProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mu, delta := drawMu(t), drawDelta(t)
		exact, cks, mironov := must(Exact.Epsilon(mu, delta)), must(CKS.Epsilon(mu, delta)), must(Mironov.Epsilon(mu, delta))
		if !(exact <= cks*(1+1e-12) && cks <= mironov*(1+1e-12)) {
			t.Fatalf("μ = %g, δ = %g: exact %g, cks %g, mironov %g", mu, delta, exact, cks, mironov)
		}
		for _, a := range Accountants() {
			epsilon := must(a.Epsilon(mu, delta))
			if !(epsilon >= 0) || math.IsInf(epsilon, 1) {
				t.Fatalf("%s: ε(%g, %g) = %g", a.Name(), mu, delta, epsilon)
			}
			if more := must(a.Epsilon(mu*1.01, delta)); more < epsilon {
				t.Fatalf("%s: ε falls from %g to %g as μ = %g grows", a.Name(), epsilon, more, mu)
			}
			if more := must(a.Epsilon(mu, delta/2)); more < epsilon {
				t.Fatalf("%s: ε falls from %g to %g as δ = %g shrinks", a.Name(), epsilon, more, delta)
			}
			if epsilon < 1e-9 {
				continue
			}
			back := must(a.Mu(epsilon, delta))
			if !near(back, mu, 1e-8) {
				t.Fatalf("%s: μ = %g came back from ε = %g as %g", a.Name(), mu, epsilon, back)
			}
			if again := must(a.Epsilon(back*(1-1e-12), delta)); again > epsilon {
				t.Fatalf("%s: calibrated to ε = %.17g, costs %.17g", a.Name(), epsilon, again)
			}
			if d := must(a.Delta(mu, epsilon)); d > delta*(1+1e-6) {
				t.Fatalf("%s: δ(%g, %g) = %g is more than the %g it came from", a.Name(), mu, epsilon, d, delta)
			}
		}
	})
}

// referable reports whether the reference can tell δ at (μ, ε); beyond, δ is below the least positive float64.
func referable(mu, epsilon float64) bool { return mu >= 1e-6 && mu <= 1e3 && epsilon/mu < 1e3 }

// FuzzCalculator takes any numbers: no panic, nothing negative or NaN, and never less ε than the reference proves. A
// selection, which costs no less than one of its runs, is held to the same reference.
func FuzzCalculator(f *testing.F) {
	for _, seed := range [][4]float64{
		{1, 1e-5, 1, 10}, {0.25, 1e-5, 1, 1}, {1e-6, 1e-300, 1e-9, 2}, {1e3, 0.999, 6e5, 1.5}, {0, 0, 0, 0},
		{math.NaN(), -1, math.Inf(1), -1}, {5e-324, 5e-324, 5e-324, 5e-324}, {1e-3, 1 - 0x1p-53, 0, 10_000},
		{math.MaxFloat64, math.SmallestNonzeroFloat64, math.MaxFloat64, math.MaxFloat64},
	} {
		f.Add(seed[0], seed[1], seed[2], seed[3])
	}
	f.Fuzz(func(t *testing.T, mu, delta, epsilon, runs float64) {
		accountants := Accountants()
		for _, law := range Laws() {
			if s, err := NewSelection(law, runs); err == nil && runs >= 1 {
				accountants = append(accountants, s)
			}
		}
		for _, a := range accountants {
			e, errE := a.Epsilon(mu, delta)
			m, errM := a.Mu(epsilon, delta)
			d, errD := a.Delta(mu, epsilon)
			if !(e >= 0) || !(m >= 0) || !(d >= 0 && d <= 1) {
				t.Fatalf("%s: ε %g, μ %g, δ %g", a.Name(), e, m, d)
			}
			legalMu, legalDelta, legalEpsilon := mu >= 0, delta >= 0, epsilon >= 0
			if (errE == nil) != (legalMu && legalDelta) || (errM == nil) != (legalEpsilon && legalDelta) || (errD == nil) != (legalMu && legalEpsilon) {
				t.Fatalf("%s at μ %g, δ %g, ε %g: %v, %v, %v", a.Name(), mu, delta, epsilon, errE, errM, errD)
			}
			if errE == nil && referable(mu, e) && delta > 0 && refDelta(mu, e).Cmp(ref(delta)) > 0 {
				t.Fatalf("%s: ε(μ = %g, δ = %g) = %.17g is below the true one", a.Name(), mu, delta, e)
			}
			if errM == nil && referable(m, epsilon) && refDelta(m, epsilon).Cmp(ref(delta)) > 0 {
				t.Fatalf("%s: μ(ε = %g, δ = %g) = %.17g is above the true one", a.Name(), epsilon, delta, m)
			}
			if errD == nil && referable(mu, epsilon) && refDelta(mu, epsilon).Cmp(ref(d)) > 0 {
				t.Fatalf("%s: δ(μ = %g, ε = %g) = %.17g is below the true one", a.Name(), mu, epsilon, d)
			}
		}
	})
}

func BenchmarkEpsilon(b *testing.B) {
	for _, a := range Accountants() {
		b.Run(a.Name(), func(b *testing.B) {
			for b.Loop() {
				must(a.Epsilon(0.3, 1e-5))
			}
		})
	}
}

func BenchmarkMu(b *testing.B) {
	for _, a := range Accountants() {
		b.Run(a.Name(), func(b *testing.B) {
			for b.Loop() {
				must(a.Mu(1, 1e-5))
			}
		})
	}
}
