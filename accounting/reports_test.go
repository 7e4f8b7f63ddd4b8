package accounting

import (
	"math"
	"testing"

	"dpals/accounting/noise"
)

func round(name string) Request {
	return Request{Name: name, Kind: "reports", Proof: "reports", Weight: 1, Dimension: 2, Local: true}
}

// reports opens the only round of a plan of pure ε.
func reports(t testing.TB, epsilon float64, seed uint64) *Reports {
	t.Helper()
	p, err := NewPlan(Exact, epsilon, 1e-5, []Request{round("a")})
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewMeter(p, noise.Seeded(seed), nil).Reports("a")
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
				if err := one.Of(user); err != nil {
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

func BenchmarkSign(b *testing.B) {
	r := reports(b, 1, 7)
	one := r.Reporter()
	user, sum := 0, 0.0
	for b.Loop() {
		if user == MaxUsers {
			user, r = 0, reports(b, 1, 7)
			one = r.Reporter()
		}
		_ = one.Of(user)
		user++
		sum += one.Sign(float64(one.Uniform(1000)) / 1000)
	}
}

func BenchmarkLaplace(b *testing.B) {
	r := reports(b, 1, 7)
	values := make([]float64, 4096)
	user := 0
	one := r.Reporter()
	for b.Loop() {
		_ = one.Of(user)
		user++
		if err := one.Laplace(0.5, values, 1); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(values)), "ns/number")
}

func BenchmarkFlips(b *testing.B) {
	r := reports(b, 1, 7)
	words := make([]uint64, 64)
	user := 0
	one := r.Reporter()
	for b.Loop() {
		_ = one.Of(user)
		user++
		if err := one.Flips(0.5, words, 4096); err != nil {
			b.Fatal(err)
		}
	}
}
