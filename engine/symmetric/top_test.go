package symmetric

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// operator multiplies by a dense symmetric matrix.
func operator(a *mat.SymDense) func(dst, src []float64) {
	n := a.SymmetricDim()
	return func(dst, src []float64) {
		blas64.Symv(1, a.RawSymmetric(), blas64.Vector{N: n, Inc: 1, Data: src}, 0, blas64.Vector{N: n, Inc: 1, Data: dst})
	}
}

// withSpectrum returns Q·diag(values)·Qᵀ for a random orthogonal Q.
func withSpectrum(r *rand.Rand, values []float64) *mat.SymDense {
	n := len(values)
	g := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			g.Set(i, j, r.NormFloat64())
		}
	}
	var qr mat.QR
	qr.Factorize(g)
	var q, scaled, full mat.Dense
	qr.QTo(&q)
	scaled.Apply(func(_, j int, x float64) float64 { return x * values[j] }, &q)
	full.Mul(&scaled, q.T())
	a := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			a.SetSym(i, j, (full.At(i, j)+full.At(j, i))/2)
		}
	}
	return a
}

// noise returns a symmetric matrix of independent normal numbers.
func noise(r *rand.Rand, n int) *mat.SymDense {
	a := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			a.SetSym(i, j, r.NormFloat64())
		}
	}
	return a
}

// eigenvalues are all of them, the wanted first.
func eigenvalues(a *mat.SymDense, order Order) []float64 {
	var e mat.EigenSym
	e.Factorize(a, false)
	all := e.Values(nil)
	slices.SortFunc(all, func(x, y float64) int {
		if order == Magnitude {
			x, y = math.Abs(x), math.Abs(y)
		}
		switch {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return all
}

// reporter is what testing.T and rapid.T share.
type reporter interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// check compares leading pairs with gonum's full decomposition.
func check(t reporter, a *mat.SymDense, r int, o Options) {
	t.Helper()
	n := a.SymmetricDim()
	values, vectors, err := Top(context.Background(), operator(a), n, r, o)
	if err != nil {
		t.Fatalf("n %d, r %d: %v", n, r, err)
	}
	all := eigenvalues(a, o.Order)
	scale := math.Max(1e-300, floats.Norm(all, math.Inf(1)))
	product := make([]float64, n)
	for k := range r {
		want := all[k]
		if o.Order == Magnitude { // equal sizes may come in either order
			values[k], want = math.Abs(values[k]), math.Abs(want)
		}
		if math.Abs(values[k]-want) > 1e-8*scale {
			t.Errorf("n %d, r %d: eigenvalue %d is %.12g, want %.12g", n, r, k, values[k], want)
		}
		v := vectors[k*n : (k+1)*n]
		operator(a)(product, v)
		quotient := floats.Dot(product, v)
		floats.AddScaled(product, -quotient, v)
		if floats.Norm(product, 2) > 1e-8*scale {
			t.Errorf("n %d, r %d: vector %d has the residual %g", n, r, k, floats.Norm(product, 2))
		}
		for l := range k + 1 {
			want := 0.0
			if l == k {
				want = 1
			}
			if dot := floats.Dot(v, vectors[l*n:(l+1)*n]); math.Abs(dot-want) > 1e-10 {
				t.Errorf("n %d, r %d: vectors %d and %d have the product %g", n, r, k, l, dot)
			}
		}
	}
}

func TestTopAgreesWithTheFullDecomposition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	ones := func(n int, more ...float64) []float64 {
		s := make([]float64, n)
		for i := range s {
			s[i] = float64(i%7) - 3
		}
		copy(s, more)
		return s
	}
	for name, c := range map[string]struct {
		a     *mat.SymDense
		pairs []int
	}{
		"one number":           {mat.NewSymDense(1, []float64{-2}), []int{1}},
		"zero":                 {mat.NewSymDense(40, nil), []int{1, 3, 40}},
		"identity":             {withSpectrum(r, []float64{1, 1, 1, 1, 1, 1, 1, 1}), []int{1, 5, 8}},
		"noise":                {noise(r, 160), []int{1, 2, 10}},
		"noise, all":           {noise(r, 30), []int{29, 30}},
		"leading four alike":   {withSpectrum(r, ones(100, 9, 9, 9, 9)), []int{1, 3, 4, 6}},
		"twenty alike":         {withSpectrum(r, ones(120, slices.Repeat([]float64{5}, 20)...)), []int{20}},
		"seven values only":    {withSpectrum(r, ones(140)), []int{1, 12, 25}},
		"rank two":             {withSpectrum(r, append([]float64{3, -7}, make([]float64, 98)...)), []int{1, 2, 5}},
		"negative":             {withSpectrum(r, []float64{-5, -1, -9, -2, -2}), []int{1, 2, 5}},
		"signal beyond noise":  {withSpectrum(r, ones(120, 1e6, 1e5, 1e4)), []int{1, 3}},
		"tiny":                 {withSpectrum(r, []float64{3e-100, 1e-100, -2e-100}), []int{1, 3}},
		"huge":                 {withSpectrum(r, []float64{3e100, 1e100, -2e100}), []int{1, 3}},
		"same size, two signs": {withSpectrum(r, ones(90, 8, -8)), []int{1, 2}},
	} {
		t.Run(name, func(t *testing.T) {
			for i, pairs := range c.pairs {
				if testing.Short() && i > 0 {
					continue // the race detector slows the full decompositions down
				}
				for _, order := range []Order{Algebraic, Magnitude} {
					check(t, c.a, pairs, Options{Order: order})
				}
			}
		})
	}
}

func TestTopOfRandomMatrices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "n")
		values := make([]float64, n)
		for i := range values {
			values[i] = float64(rapid.IntRange(-4, 4).Draw(t, "eigenvalue"))
		}
		r := rapid.IntRange(1, n).Draw(t, "r")
		order := Order(rapid.IntRange(0, 1).Draw(t, "order"))
		seed := rapid.Uint64Range(0, 1<<32).Draw(t, "seed")
		check(t, withSpectrum(rand.New(rand.NewPCG(seed, 5)), values), r, Options{Order: order})
	})
}

func TestTopIsDeterministic(t *testing.T) {
	a := noise(rand.New(rand.NewPCG(3, 4)), 200)
	values, vectors, err := Top(context.Background(), operator(a), 200, 3, Options{Seed: [32]byte{1}})
	if err != nil {
		t.Fatal(err)
	}
	again, same, _ := Top(context.Background(), operator(a), 200, 3, Options{Seed: [32]byte{1}})
	if !slices.Equal(values, again) || !slices.Equal(vectors, same) {
		t.Error("the same seed gives other bits")
	}
	if _, other, _ := Top(context.Background(), operator(a), 200, 3, Options{Seed: [32]byte{2}}); slices.Equal(vectors, other) {
		t.Error("another seed gives the same bits")
	}
}

func TestTopStops(t *testing.T) {
	a := noise(rand.New(rand.NewPCG(3, 4)), 300)
	ctx, cancel := context.WithCancel(context.Background())
	products := 0
	_, _, err := Top(ctx, func(dst, src []float64) {
		if products++; products == 5 {
			cancel()
		}
		operator(a)(dst, src)
	}, 300, 2, Options{})
	if !errors.Is(err, context.Canceled) || products != 5 {
		t.Errorf("cancelled in product 5: %v after %d", err, products)
	}

	values, vectors, err := Top(context.Background(), operator(a), 300, 2, Options{Products: 20})
	if !errors.Is(err, ErrUnconverged) || len(values) != 2 || math.Abs(floats.Norm(vectors[:300], 2)-1) > 1e-12 {
		t.Errorf("20 products: %v, %v", values, err)
	}
	if top := eigenvalues(a, Algebraic)[0]; values[0] > top || values[0] < 0.7*top {
		t.Errorf("the best of 20 products is %g, the largest eigenvalue %g", values[0], top)
	}

	bad := func(dst, _ []float64) { dst[0] = math.NaN() }
	if _, _, err := Top(context.Background(), bad, 10, 1, Options{}); err == nil || errors.Is(err, ErrUnconverged) {
		t.Errorf("not a number: %v", err)
	}
	if _, _, err := Top(context.Background(), bad, 10, 11, Options{}); err == nil {
		t.Error("eleven eigenvectors of ten are no error")
	}
	if values, vectors, err := Top(context.Background(), bad, 10, 0, Options{}); err != nil || len(values)+len(vectors) > 0 {
		t.Errorf("no eigenvectors: %v", err)
	}
}

func BenchmarkTopOfNoise(b *testing.B) {
	a := noise(rand.New(rand.NewPCG(3, 4)), 1000)
	products := 0
	for b.Loop() {
		if _, _, err := Top(context.Background(), func(dst, src []float64) { products++; operator(a)(dst, src) }, 1000, 1, Options{Tolerance: 1e-4}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(products)/float64(b.N), "products/op")
}
