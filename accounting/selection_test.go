package accounting

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func selection(t testing.TB, law Law, mean float64) *Selection {
	t.Helper()
	s, err := NewSelection(law, mean)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// arcOf is the bound itself, without what else is known of a fixed number of runs.
func arcOf(t testing.TB, law Law, mean, mu float64) *arc {
	t.Helper()
	a := selected{mean, selection(t, law, mean).runs}.at(mu)
	a.composed = math.Inf(1)
	return a
}

// By mpmath with 30 digits, from another formula: δ = E h(exp(ε − μ²/2 − μg)) over g ~ N(0, 1), with
// h(u) = max over s of W(s) − u·W(s + μ), and c = max over s of ln W(s)/W(s + μ).
var selectionValues = map[string]struct {
	law                             Law
	mean, mu, epsilon, delta, worst float64
}{
	"logarithmic":        {Logarithmic, 10, 0.25, 1, 0.00183226177672606385, 0.344415124716195988},
	"geometric":          {Geometric, 10, 0.25, 1, 0.00428112836197294717, 0.449560257387524554},
	"poisson":            {Poisson, 10, 0.25, 1, 0.0529389154692408281, 0.99476449660225786},
	"fixed":              {Fixed, 10, 0.25, 3, 0.0000133774408051656858, math.Inf(1)},
	"two geometric":      {Geometric, 2, 1, 5, 9.77310738758642814e-6, 0.529907104130873621},
	"fifty logarithmic":  {Logarithmic, 50, 1, 6, 0.000986850009447482423, 1.97654643297202004},
	"three poisson":      {Poisson, 3, 1, 5, 0.000123029611815570819, 1.14877476764407862},
	"a thousand":         {Geometric, 1000, 0.05, 0.5, 4.32250745484567211e-8, 0.243586444525341337},
	"tiny μ":             {Poisson, 100, 0.001, 0.01, 0.000587231234191032277, 0.0398942263778838285},
	"two":                {Fixed, 2, 2, 12, 0.00216850238723421205, math.Inf(1)},
	"large μ":            {Geometric, 10, 4, 30, 0.0000226645943029029021, 4.37356666085333999},
	"ε of zero":          {Logarithmic, 1.5, 0.5, 0, 0.341379707814676196, 0.150238171654108666},
	"a thousand poisson": {Poisson, 1000, 0.25, 30, 8.80432184152315095e-19, 99.476449660225786},
	"ten thousand":       {Logarithmic, 10_000, 0.5, 6, 2.13784819377580413e-14, 1.80876391163284361},
	"tinier μ":           {Geometric, 10, 1e-5, 4e-5, 1.06732926335644413e-7, 0.0000180292319251855305},
	"fifty":              {Fixed, 50, 0.25, 6, 4.58281996891011721e-6, math.Inf(1)},
	"less than one each": {Poisson, 0.5, 0.5, 2, 9.02702990388415835e-6, 0.0987063256829237242},
}

func TestSelectionValues(t *testing.T) {
	for name, c := range selectionValues {
		t.Run(name, func(t *testing.T) {
			a := arcOf(t, c.law, c.mean, c.mu)
			delta := math.Exp(a.logDelta(c.epsilon))
			if !near(delta, c.delta, 1e-10) || delta < c.delta {
				t.Errorf("δ = %.17g, want %.17g, or a little more", delta, c.delta)
			}
			if !near(a.worst, c.worst, 1e-11) || a.worst < c.worst {
				t.Errorf("c = %.17g, want %.17g, or a little more", a.worst, c.worst)
			}
			s := selection(t, c.law, c.mean)
			if c.law == Fixed {
				return // composition may prove less
			}
			if epsilon := must(s.Epsilon(c.mu, c.delta)); math.Abs(epsilon-c.epsilon) > 1e-9*c.epsilon+1e-9*c.mu {
				t.Errorf("ε(δ = %g) = %.17g, want %g", c.delta, epsilon, c.epsilon)
			}
			if mu := must(s.Mu(c.epsilon, c.delta)); !near(mu, c.mu, 1e-9) {
				t.Errorf("μ(ε = %g, δ = %g) = %.17g, want %g", c.epsilon, c.delta, mu, c.mu)
			}
		})
	}
}

// One run for certain is that run.
func TestSelectionOfOne(t *testing.T) {
	for _, law := range []Law{Logarithmic, Geometric, Fixed} {
		s := selection(t, law, 1)
		for _, mu := range []float64{1e-6, 0.25, 1, 30, 1000} {
			if got, want := must(s.Epsilon(mu, 1e-5)), must(Exact.Epsilon(mu, 1e-5)); !near(got, want, 1e-11) {
				t.Errorf("%s: ε(μ = %g) = %.15g, a run's is %.15g", law, mu, got, want)
			}
		}
		if k := s.Draw(counting{}); k != 1 || s.Quantile(0.999999) != 1 || s.EmptyProbability() != 0 {
			t.Errorf("%s of mean 1 draws %d, quantile %d, nothing %g", law, k, s.Quantile(0.999999), s.EmptyProbability())
		}
	}
}

// A fixed number of runs costs no more than publishing them all, and many of them cost less.
func TestSelectionOfAFixedNumber(t *testing.T) {
	for _, c := range []struct {
		runs    float64
		cheaper bool
	}{{2, false}, {10, true}, {50, true}} {
		best, all := must(selection(t, Fixed, c.runs).Epsilon(0.25, 1e-5)), must(Exact.Epsilon(0.25*math.Sqrt(c.runs), 1e-5))
		if best > all*(1+1e-12) || (best < 0.99*all) != c.cheaper {
			t.Errorf("the best of %g runs costs ε = %g, all of them %g", c.runs, best, all)
		}
	}
}

func drawSelection(t *rapid.T) (law Law, mean float64) {
	law = rapid.SampledFrom(Laws()).Draw(t, "law")
	mean = math.Pow(10, rapid.Float64Range(0, 3).Draw(t, "log mean"))
	if law == Fixed {
		mean = math.Round(mean)
	}
	return law, mean
}

// The supremum behind c is no less than what any s of a dense grid shows.
func TestSelectionShiftIsTheLargest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		law, mean := drawSelection(t)
		if law == Fixed {
			return // has none
		}
		mu := math.Pow(10, rapid.Float64Range(-6, 2).Draw(t, "log μ"))
		s, err := NewSelection(law, mean)
		if err != nil {
			t.Fatal(err)
		}
		a := selected{mean, s.runs}.at(mu)
		most := 0.0
		for x := -12 - mu; x <= 12; x += (24 + mu) / 3000 {
			gain := s.runs.thinning(x+mu) - s.runs.thinning(x)
			most = max(most, gain)
			if slack := 0x1p-48 * s.runs.thinning(x+mu); gain-slack > a.worst {
				t.Fatalf("%s %g, μ = %g: ln W(s)/W(s + μ) is %.17g at s = %g, more than c = %.17g", law, mean, mu, gain, x, a.worst)
			}
		}
		if a.worst > most*1.01+1e-12 {
			t.Fatalf("%s %g, μ = %g: c = %g, but no more than %g is found", law, mean, mu, a.worst, most)
		}
	})
}

// The bound lies between sums that need no quadrature: W only falls, and δ_μ(ε − shift) only rises.
func TestSelectionLiesBetweenMonotoneSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		law, mean := drawSelection(t)
		mu := math.Pow(10, rapid.Float64Range(-3, 1).Draw(t, "log μ"))
		epsilon := mu * rapid.Float64Range(0, 8).Draw(t, "ε/μ")
		s, err := NewSelection(law, mean)
		if err != nil {
			t.Fatal(err)
		}
		a := selected{mean, s.runs}.at(mu)
		a.composed = math.Inf(1)
		last := a.edges[len(a.edges)-1]
		rest := math.Exp(logDeltaOf(mu, epsilon-a.worst) - last.thinning)
		low, high := rest, rest
		from := max(-20, a.edges[0].s)
		before, left := 1.0, 0.0 // of W/E[K] and of δ at s = −∞
		const steps = 400
		for i := range steps + 1 {
			x := from + (last.s-from)*float64(i)/steps
			w, right := math.Exp(-s.runs.thinning(x)), math.Exp(logDeltaOf(mu, epsilon-a.shift(x)))
			low, high = low+(before-w)*left, high+(before-w)*right
			before, left = w, right
		}
		got := math.Exp(a.logDelta(epsilon))
		if low, high := min(1, low*mean), min(1, high*mean); got < low*(1-1e-9) || got > high*(1+1e-9) {
			t.Fatalf("%s %g: δ(μ = %g, ε = %g) = %g, not in [%g, %g]", law, mean, mu, epsilon, got, low, high)
		}
	})
}

// More runs, more μ, less ε: each costs. And no selection of at least one run on average is cheaper than a run.
func TestSelectionProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		law, mean := drawSelection(t)
		mu := math.Pow(10, rapid.Float64Range(-6, 3).Draw(t, "log μ"))
		epsilon := max(0, mu*(mu/2+rapid.Float64Range(-5, 12).Draw(t, "place")))
		delta := func(mean, mu, epsilon float64) float64 {
			s, err := NewSelection(law, mean)
			if err != nil {
				t.Fatal(err)
			}
			return must(s.Delta(mu, epsilon))
		}
		d := delta(mean, mu, epsilon)
		if run := must(Exact.Delta(mu, epsilon)); !(d >= run) || d > 1 {
			t.Fatalf("%s %g: δ(μ = %g, ε = %g) = %g, a run's is %g", law, mean, mu, epsilon, d, run)
		}
		for what, more := range map[string]float64{
			"the mean":      delta(math.Ceil(mean*1.1), mu, epsilon),
			"μ":             delta(mean, mu*1.01, epsilon),
			"the want of ε": delta(mean, mu, epsilon*0.99),
		} {
			if more < d {
				t.Fatalf("%s %g: δ(μ = %g, ε = %g) falls from %g to %g as %s grows", law, mean, mu, epsilon, d, more, what)
			}
		}
	})
}

// ε holds, μ holds, and neither could be better by a billionth.
func TestSelectionInverses(t *testing.T) {
	for _, law := range Laws() {
		for _, c := range []struct{ mean, mu, delta float64 }{
			{2, 1e-6, 1e-12}, {3, 0.02, 0.3}, {1000, 0.25, 1e-60}, {5, 1000, 1e-5},
		} {
			s := selection(t, law, c.mean)
			epsilon := must(s.Epsilon(c.mu, c.delta))
			if run := must(Exact.Epsilon(c.mu, c.delta)); epsilon < run {
				t.Errorf("%s %v: ε = %g, a run's is %g", law, c, epsilon, run)
			}
			if d := must(s.Delta(c.mu, epsilon)); d > c.delta*(1+1e-12) {
				t.Errorf("%s %v: ε = %g has δ = %g", law, c, epsilon, d)
			}
			if epsilon == 0 {
				continue
			}
			if d := must(s.Delta(c.mu, epsilon*(1-1e-9))); d <= c.delta {
				t.Errorf("%s %v: ε = %g could be less", law, c, epsilon)
			}
			mu := must(s.Mu(epsilon, c.delta))
			if d := must(s.Delta(mu, epsilon)); d > c.delta*(1+1e-12) || !near(mu, c.mu, 1e-8) {
				t.Errorf("%s %v: ε = %g allows μ = %.12g, of δ = %g", law, c, epsilon, mu, d)
			}
		}
	}
}

func TestSelectionEdges(t *testing.T) {
	inf := math.Inf(1)
	for _, law := range Laws() {
		s := selection(t, law, 5)
		for name, c := range map[string]struct{ got, want float64 }{
			"no cost has no ε":     {must(s.Epsilon(0, 1e-5)), 0},
			"δ = 1 has no ε":       {must(s.Epsilon(5, 1)), 0},
			"nothing proves δ = 0": {must(s.Epsilon(1, 0)), inf},
			"no noise, every ε":    {must(s.Epsilon(inf, 1e-5)), inf},
			"no cost has no δ":     {must(s.Delta(0, 0)), 0},
			"no noise has δ = 1":   {must(s.Delta(inf, 3)), 1},
			"much cost has δ = 1":  {must(s.Delta(200, 3)), 1},
			"ε = ∞ has no δ":       {must(s.Delta(3, inf)), 0},
			"δ = 0 allows nothing": {must(s.Mu(5, 0)), 0},
			"ε = ∞ allows all":     {must(s.Mu(inf, 1e-5)), inf},
		} {
			if c.got != c.want {
				t.Errorf("%s, %s: got %g, want %g", law, name, c.got, c.want)
			}
		}
		if _, err := s.Epsilon(-1, 0.5); err == nil {
			t.Errorf("%s: a negative μ is no error", law)
		}
		if s.Name() != string(law) || s.Law() != law || s.Mean() != 5 {
			t.Errorf("%s of mean 5 calls itself %s, %s of %g", law, s.Name(), s.Law(), s.Mean())
		}
	}
	rare := selection(t, Poisson, 0.001)
	if mu := must(rare.Mu(0, 0.001)); mu != inf {
		t.Errorf("where anything comes out once in a thousand times, δ = 0.001 allows μ = %g", mu)
	}
	if e, run := must(rare.Epsilon(1, 1e-5)), must(Exact.Epsilon(1, 1e-5)); e >= run {
		t.Errorf("one run in a thousand tries costs ε = %g, one for certain %g", e, run)
	}
}

func TestNewSelectionRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		law  Law
		mean float64
		want string
	}{
		"an unknown law":     {"uniform", 10, "choose one of logarithmic, geometric, poisson, fixed"},
		"no runs":            {Poisson, 0, "positive"},
		"negative":           {Geometric, -1, "positive"},
		"no number":          {Geometric, math.NaN(), "positive"},
		"too many":           {Poisson, 10_001, "up to 10000"},
		"infinitely many":    {Logarithmic, math.Inf(1), "up to 10000"},
		"less than one":      {Geometric, 0.5, "at least 1"},
		"a part of one":      {Fixed, 2.5, "whole number"},
		"less than one ever": {Fixed, 0.5, "at least 1"},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := NewSelection(c.law, c.mean)
			if err == nil || s != nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, %v, want an error with %q", s, err, c.want)
			}
		})
	}
}

func TestLawNamed(t *testing.T) {
	for _, want := range Laws() {
		if got, err := LawNamed(strings.ToUpper(string(want))); err != nil || got != want {
			t.Errorf("%s: got %v, %v", want, got, err)
		}
	}
	if _, err := LawNamed("uniform"); err == nil || err.Error() != `law "uniform": choose one of logarithmic, geometric, poisson, fixed` {
		t.Errorf("unknown name: %v", err)
	}
}

// The laws in the order in which they are listed: the cheaper, the more uneven.
func TestLawsByCost(t *testing.T) {
	for _, mean := range []float64{2, 10, 100} {
		before, spread := 0.0, math.MaxInt
		for _, law := range Laws() {
			s := selection(t, law, mean)
			epsilon, quantile := must(s.Epsilon(0.25, 1e-5)), s.Quantile(0.999)
			if epsilon <= before || quantile >= spread {
				t.Errorf("%s of mean %g costs %g after %g, and 99.9 %% of the time at most %d runs after %d", law, mean, epsilon, before, quantile, spread)
			}
			before, spread = epsilon, quantile
		}
	}
}

func BenchmarkSelectionEpsilon(b *testing.B) {
	for _, law := range Laws() {
		b.Run(string(law), func(b *testing.B) {
			s := selection(b, law, 10)
			for b.Loop() {
				must(s.Epsilon(0.25, 1e-5))
			}
		})
	}
}
