package accounting

import (
	"errors"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"dpals/accounting/noise"
)

func round(name string) Request {
	return Request{Name: name, Kind: "reports", Claim: UserReport("proof.md"), Weight: 1, Dimension: 2, Local: true}
}

// reports opens the only round of a plan of pure ε.
func reports(t testing.TB, epsilon float64, seed uint64) *Reports {
	t.Helper()
	p, err := NewPlan(Exact, epsilon, 1e-5, []Request{round("a")})
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewMeter(p, noise.Seeded(seed), nil).BeginReports("a")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The mean and variance of what the randomisers say, against the formulas.
func TestReportsAreUnbiased(t *testing.T) {
	const users = 200_000
	for _, epsilon := range []float64{0.1, 1, 5} {
		for _, x := range []float64{-1, -0.3, 0, 0.7, 1} {
			r := reports(t, epsilon, 7)
			one := r.Reporter()
			sum, places := 0.0, make([]float64, 10)
			for user := range users {
				if err := one.Begin(user); err != nil {
					t.Fatal(err)
				}
				places[one.Uniform(10)]++
				sum += one.Sign(x) * r.Scale()
			}
			if err := r.End(); err != nil {
				t.Fatal(err)
			}
			deviation := math.Sqrt((r.Scale()*r.Scale() - x*x) / users)
			if mean := sum / users; math.Abs(mean-x) > 5*deviation {
				t.Errorf("ε = %g: signs of %g estimate %g, five deviations are %g", epsilon, x, mean, 5*deviation)
			}
			for j, n := range places {
				if math.Abs(n-users/10) > 5*math.Sqrt(users*0.09) {
					t.Errorf("%d of %d users chose %d of 10", int(n), users, j)
				}
			}
		}
	}
}

// What a meter enforces of Gaussian releases it enforces of rounds, and of every user's report besides.
func TestReportsKeepThePlan(t *testing.T) {
	fresh := func(t *testing.T, journal func(Charge) error) *Meter {
		p, err := NewPlan(Exact, 1, 1e-5, []Request{round("a"), round("b")})
		if err != nil {
			t.Fatal(err)
		}
		return NewMeter(p, noise.Seeded(1), journal)
	}
	open := func(t *testing.T, m *Meter, name string) *Reports {
		r, err := m.BeginReports(name)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	t.Run("as planned", func(t *testing.T) {
		m := fresh(t, nil)
		for i, name := range []string{"a", "b"} {
			r := open(t, m, name)
			if r.Epsilon() != m.Plan().Releases[i].Epsilon || r.Release().Name != name {
				t.Errorf("round %s costs %g", name, r.Epsilon())
			}
			if err := r.End(); err != nil {
				t.Fatal(err)
			}
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
		paid := m.Charges()
		if len(paid) != 2 || paid[1].SpentEpsilon != m.Plan().Epsilon || paid[1].SpentMu != m.Plan().Mu || paid[0].SpentEpsilon >= 0.51 {
			t.Errorf("paid %+v for %+v", paid, m.Plan())
		}
	})
	t.Run("skipped, twice, unplanned, after the last", func(t *testing.T) {
		m := fresh(t, nil)
		_, err := m.BeginReports("b")
		refused(t, err, `"b" is out of order: the next planned release is "a"`)
		open(t, m, "a")
		_, err = m.BeginReports("a")
		refused(t, err, `"a" is out of order: the next planned release is "b"`)
		open(t, m, "b")
		_, err = m.BeginReports("b")
		refused(t, err, "every planned release was made")
	})
	t.Run("left out, or never ended", func(t *testing.T) {
		m := fresh(t, nil)
		first := open(t, m, "a")
		refused(t, m.Close(), `"b" was not made`)
		_ = open(t, m, "b").End()
		refused(t, m.Close(), "begun and not ended")
		if err := first.End(); err != nil {
			t.Error(err)
		}
		refused(t, first.End(), "ended twice")
	})
	t.Run("as the other kind", func(t *testing.T) {
		refused(t, fresh(t, nil).Release("a", make([]float64, 2)), "use BeginReports")
		_, err := NewMeter(plan(t, request("a")), noise.Seeded(1), nil).BeginReports("a")
		refused(t, err, "use BeginReports")
	})
	t.Run("the journal refuses", func(t *testing.T) {
		full := errors.New("disk full")
		m := fresh(t, func(Charge) error { return full })
		if r, err := m.BeginReports("a"); !errors.Is(err, full) || r != nil || len(m.Charges()) != 0 {
			t.Errorf("got %v, %v, %v", r, err, m.Charges())
		}
	})
	t.Run("plan changed under the meter", func(t *testing.T) {
		m := fresh(t, nil)
		m.Plan().Releases[0].Epsilon = 100
		if e := open(t, m, "a").Epsilon(); e > 0.6 {
			t.Errorf("the meter took over an ε of %g after calibration", e)
		}
	})
}

// A user reports once in a round, chooses before they speak, and says no more than their ε pays for.
func TestReporterMisuse(t *testing.T) {
	with := func(use func(t *testing.T, r *Reports, one *Reporter)) func(*testing.T) {
		return func(t *testing.T) {
			r := reports(t, 1, 1)
			one := r.Reporter()
			use(t, r, one)
		}
	}
	of := func(t *testing.T, one *Reporter, user int) {
		if err := one.Begin(user); err != nil {
			t.Fatal(err)
		}
	}
	words := make([]uint64, 1)
	t.Run("nobody", with(func(t *testing.T, r *Reports, one *Reporter) {
		if said := one.Sign(1); said != 0 {
			t.Errorf("nobody says %g", said)
		}
		refused(t, r.End(), "more than its ε")
	}))
	t.Run("two reports", with(func(t *testing.T, r *Reports, one *Reporter) {
		of(t, one, 5)
		refused(t, one.Begin(5), "user 5 reports twice")
		refused(t, r.Reporter().Begin(5), "user 5 reports twice")
		if said := one.Sign(1); said != 0 {
			t.Errorf("a refused report says %g", said)
		}
	}))
	t.Run("no user", with(func(t *testing.T, r *Reports, one *Reporter) {
		refused(t, one.Begin(-1), "user -1")
		refused(t, one.Begin(MaxUsers), "out of range")
		of(t, one, MaxUsers-1)
		of(t, one, 0)
	}))
	t.Run("after the end", with(func(t *testing.T, r *Reports, one *Reporter) {
		if err := r.End(); err != nil {
			t.Fatal(err)
		}
		refused(t, one.Begin(0), "after its end")
	}))
	t.Run("two signs", with(func(t *testing.T, r *Reports, one *Reporter) {
		of(t, one, 0)
		if first, again := one.Sign(1), one.Sign(1); first == 0 || again != 0 {
			t.Errorf("says %g and %g", first, again)
		}
		refused(t, r.End(), "more than its ε")
	}))
	t.Run("a sign after a part", with(func(t *testing.T, r *Reports, one *Reporter) {
		of(t, one, 0)
		if err := one.RandomisedResponse(0.1, words, 10); err != nil {
			t.Fatal(err)
		}
		if said := one.Sign(1); said != 0 {
			t.Errorf("says %g", said)
		}
		refused(t, r.End(), "more than its ε")
	}))
	t.Run("parts that are more than all", with(func(t *testing.T, r *Reports, one *Reporter) {
		of(t, one, 0)
		if err := one.RandomisedResponse(0.6, words, 10); err != nil {
			t.Fatal(err)
		}
		refused(t, one.Laplace(0.5, make([]float64, 3), 1), "more than its ε")
		refused(t, r.End(), "more than its ε")
	}))
	t.Run("shares that are none", with(func(t *testing.T, r *Reports, one *Reporter) {
		for i, share := range []float64{0, -1, 1.5, math.NaN(), math.Inf(1)} {
			of(t, one, i)
			if one.RandomisedResponse(share, words, 10) == nil || one.Laplace(share, make([]float64, 3), 1) == nil {
				t.Errorf("a share of %g is no error", share)
			}
		}
	}))
	t.Run("a choice after speaking", with(func(t *testing.T, r *Reports, one *Reporter) {
		of(t, one, 0)
		one.Sign(1)
		if j := one.Uniform(10); j != 0 {
			t.Errorf("chooses %d", j)
		}
		refused(t, r.End(), "call it first")
	}))
	t.Run("a choice of nothing", with(func(t *testing.T, r *Reports, one *Reporter) {
		of(t, one, 0)
		one.Uniform(0)
		if r.End() == nil {
			t.Error("no error")
		}
	}))
	t.Run("wrong sizes", with(func(t *testing.T, r *Reports, one *Reporter) {
		of(t, one, 0)
		refused(t, one.RandomisedResponse(0.5, words, 65), "do not hold 65 bits")
		for _, bound := range []float64{0, -1, math.NaN(), math.Inf(1), 1e-300, 1e300} {
			refused(t, one.Laplace(0.5, make([]float64, 3), bound), "cannot be reported")
		}
		refused(t, one.Laplace(0.5, nil, 1), "cannot be reported")
		if err := one.RandomisedResponse(0.5, words, 64); err != nil {
			t.Errorf("what was refused was spent: %v", err)
		}
	}))
}

// Bits and numbers have the mean and the variance that they are read by; a report of both costs its ε and no more.
func TestPartsOfAReportSpendItsEpsilon(t *testing.T) {
	const users, m, bound, share = 20_000, 70, 0.7, 0.3
	r := reports(t, 40, 3)
	one := r.Reporter()
	kept, err := r.KeepProbability(share, m)
	if err != nil {
		t.Fatal(err)
	}
	var bits [m]float64
	var numbers, squares [3]float64
	words, values := make([]uint64, 2), make([]float64, 3)
	for user := range users {
		clear(words)
		words[0], words[1] = 1<<3|1<<63, 1<<5 // bits 3, 63 and 69
		copy(values, []float64{0.5, -9, math.NaN()})
		if err := errors.Join(one.Begin(user), one.RandomisedResponse(share, words, m), one.Laplace(1-share, values, bound)); err != nil {
			t.Fatal(err)
		}
		if words[1]>>6 != 0 {
			t.Fatal("there are bits past the end")
		}
		for j := range bits {
			bits[j] += float64(words[j/64] >> (j % 64) & 1)
		}
		for j, v := range values {
			numbers[j] += v / users
			squares[j] += v * v / users
		}
	}
	if err := r.End(); err != nil {
		t.Fatal(err)
	}
	if want := math.Tanh(40 * share / m / 2); !near(kept, want, 1e-9) {
		t.Errorf("bits are kept with %g, want %g", kept, want)
	}
	for j, n := range bits {
		want := (1 - kept) / 2
		if j == 3 || j == 63 || j == 69 {
			want += kept
		}
		if math.Abs(n/users-want) > 5/(2*math.Sqrt(users)) {
			t.Errorf("bit %d is reported with %g, want %g", j, n/users, want)
		}
	}
	scale := 2 * bound * 3 / (40 * (1 - share))
	for j, want := range []float64{0.5, -bound, 0} { // clipped; NaN counts as 0
		variance := squares[j] - numbers[j]*numbers[j]
		if math.Abs(numbers[j]-want) > 5*scale*math.Sqrt(2./users)+1e-4 || math.Abs(variance/(2*scale*scale)-1) > 5*math.Sqrt(5./users) {
			t.Errorf("number %d has mean %g and variance %g, want %g and %g", j, numbers[j], variance, want, 2*scale*scale)
		}
	}
}

// An observer sees the exact and the reported values of each user; all parts of a report together lose at most its ε.
func TestReportObserver(t *testing.T) {
	p, err := NewPlan(Exact, 1, 1e-5, []Request{round("a"), round("b")})
	if err != nil {
		t.Fatal(err)
	}
	var laws []Randomiser
	var inputs [][]float64
	m := NewReportAuditMeter(p, 1, func(r Release, user int, law Randomiser, exact, said []float64) {
		laws, inputs = append(laws, law), append(inputs, slices.Clone(exact))
		for i := range said {
			said[i] = float64(i % 2)
		}
		if user != 4 {
			t.Errorf("user %d", user)
		}
	})
	r, err := m.BeginReports("a")
	if err != nil {
		t.Fatal(err)
	}
	one := r.Reporter()
	words, values := []uint64{0b1101}, []float64{2, -2}
	if err := errors.Join(one.Begin(4), one.RandomisedResponse(0.4, words, 4), one.Laplace(0.6, values, 1), r.End()); err != nil {
		t.Fatal(err)
	}
	if words[0] != 0b1010 || values[0] != 0 || values[1] != 0x1p-14 {
		t.Errorf("the observer's values were not reported: %b, %g", words[0], values)
	}
	if !slices.Equal(inputs[0], []float64{1, 0, 1, 1}) || !slices.Equal(inputs[1], []float64{1 << 14, -1 << 14}) {
		t.Errorf("heard %g", inputs)
	}
	worst := laws[0].WorstLoss([]float64{1, 1, 1, 1}, []float64{0, 0, 0, 0}) + laws[1].WorstLoss([]float64{1 << 14, 1 << 14}, []float64{-1 << 14, -1 << 14})
	if worst > r.Epsilon() || worst < r.Epsilon()*(1-1e-6) {
		t.Errorf("the extremes are told apart by %.17g, the report costs %.17g", worst, r.Epsilon())
	}
	if r, err = m.BeginReports("b"); err != nil {
		t.Fatal(err)
	}
	one = r.Reporter()
	if err := one.Begin(4); err != nil {
		t.Fatal(err)
	}
	if said := one.Sign(7); said != 0 || inputs[2][0] != 7 {
		t.Errorf("says %g of %g", said, inputs[2])
	}
}

// Results do not depend on which goroutine asks whom, and no two goroutines may ask the same.
func TestReportsOnManyGoroutines(t *testing.T) {
	const users = 5000
	alone := reports(t, 1, 9)
	want := make([]float64, users)
	one := alone.Reporter()
	for user := range users {
		if err := one.Begin(user); err != nil {
			t.Fatal(err)
		}
		want[user] = float64(one.Uniform(9)) * one.Sign(0.2)
	}
	r := reports(t, 1, 9)
	got := make([]float64, users)
	var twice atomic.Int64
	var wait sync.WaitGroup
	for g := range 4 {
		wait.Go(func() {
			one := r.Reporter()
			for i := range users {
				user := (i*7 + g*users/4) % users
				if one.Begin(user) != nil {
					twice.Add(1)
					continue
				}
				got[user] = float64(one.Uniform(9)) * one.Sign(0.2)
			}
		})
	}
	wait.Wait()
	if !slices.Equal(got, want) || twice.Load() != 3*users {
		t.Errorf("what users say depends on who asks, or %d of %d second reports were refused", twice.Load(), 3*users)
	}
}
