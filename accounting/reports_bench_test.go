package accounting

import "testing"

// The time of simulating a report; a round has n of them.

func BenchmarkSign(b *testing.B) {
	r := reports(b, 1, 7)
	one := r.Reporter()
	user, sum := 0, 0.0
	for b.Loop() {
		if user == MaxUsers {
			user, r = 0, reports(b, 1, 7)
			one = r.Reporter()
		}
		_ = one.Begin(user)
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
		_ = one.Begin(user)
		user++
		if err := one.Laplace(0.5, values, 1); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(values)), "ns/number")
}

func BenchmarkRandomisedResponse(b *testing.B) {
	r := reports(b, 1, 7)
	words := make([]uint64, 64)
	user := 0
	one := r.Reporter()
	for b.Loop() {
		_ = one.Begin(user)
		user++
		if err := one.RandomisedResponse(0.5, words, 4096); err != nil {
			b.Fatal(err)
		}
	}
}
