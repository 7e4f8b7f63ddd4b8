package synthetic

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"dpals/internal/ratingstest"
	"dpals/loaders"
)

// synth generates ratings with seed 1 and checks them.
func synth(t testing.TB, spec string) *loaders.Ratings {
	t.Helper()
	r, err := Generate(t.Context(), spec, 1)
	if err != nil {
		t.Fatal(err)
	}
	ratingstest.CheckShape(t, r)
	if r.Origin.RangeObserved || r.Origin.Format != "synthetic" || r.Origin.Source != spec {
		t.Errorf("%s: origin %+v", spec, r.Origin)
	}
	return r
}

func TestLowRankFollowsThePaper(t *testing.T) {
	const n, m, rank = 2000, 1000, 5
	r := synth(t, "synth:lowrank:n=2000")
	if r.Users != n || r.Items != m || r.Low != -6 || r.High != 6 {
		t.Fatalf("%d×%d in %g to %g", r.Users, r.Items, r.Low, r.High)
	}
	p := 20 * math.Log(n) / m
	if off := math.Abs(float64(r.Count()) - p*n*m); off > 5*math.Sqrt(p*(1-p)*n*m)+1e-4*p*n*m {
		t.Errorf("%d of %d entries observed with probability %g", r.Count(), n*m, p)
	}
	s := loaders.Describe(r)
	if math.Abs(s.Deviation-1) > 0.02 || math.Abs(s.Mean) > 0.02 {
		t.Errorf("mean %g and s.d. %g, want 0 and 1", s.Mean, s.Deviation)
	}
}

// All entries observed, the matrix must have exactly rank 5, with five equal singular values √(nm/r).
func TestLowRankHasOrthonormalFactors(t *testing.T) {
	const n, m, rank = 60, 40, 5
	recipe := lowRank{n: n, m: m, rank: rank, p: 1, seed: 3}
	u, err := recipe.orthonormal(context.Background(), n, streamUserFactors)
	if err != nil {
		t.Fatal(err)
	}
	var gram mat.Dense
	factors := mat.NewDense(n, rank, u)
	gram.Mul(factors.T(), factors)
	for a := range rank {
		for b := range rank {
			want := 0.
			if a == b {
				want = 1
			}
			if math.Abs(gram.At(a, b)-want) > 1e-12 {
				t.Fatalf("columns %d and %d have the product %g", a, b, gram.At(a, b))
			}
		}
	}
	r := synth(t, "synth:lowrank:n=60,m=40,p=1,seed=3")
	if r.Count() != n*m {
		t.Fatalf("%d of %d entries observed: take a seed that has all of them within the range", r.Count(), n*m)
	}
	full := mat.NewDense(n, m, nil)
	for i := range n {
		items, values := r.User(i)
		for k, j := range items {
			full.Set(i, int(j), float64(values[k]))
		}
	}
	var svd mat.SVD
	if !svd.Factorize(full, mat.SVDNone) {
		t.Fatal("no singular values")
	}
	want := math.Sqrt(float64(n*m) / rank)
	for d, sigma := range svd.Values(nil) {
		if d >= rank {
			want = 0
		}
		if math.Abs(sigma-want) > 1e-4 { // float32 rounding of 2400 values near 1
			t.Errorf("singular value %d is %g, want %g", d, sigma, want)
		}
	}
}

func TestGapsAreGeometric(t *testing.T) {
	s := newStream(1)
	for _, p := range []float64{0.01, 0.2, 0.9, 1} {
		s.restart(streamChoices, 0)
		const draws = 100000
		sum := 0.0
		for range draws {
			sum += float64(s.gap(p))
		}
		mean, deviation := (1-p)/p, math.Sqrt(1-p)/p
		if math.Abs(sum/draws-mean) > 5*deviation/math.Sqrt(draws) {
			t.Errorf("p = %g: mean gap %g, want %g", p, sum/draws, mean)
		}
	}
}

// The numbers of ML-1M: 1,000,209 ratings of s.d. 1.117, tenth of items with most ratings 44 % of them, median item
// 123 ratings, median user 96.
func TestSkewedLooksLikeML1M(t *testing.T) {
	s := loaders.Describe(synth(t, "synth:skewed:ml-1m"))
	for name, c := range map[string]struct{ got, want, off float64 }{
		"users":        {float64(s.Users), 6040, 0},
		"items":        {float64(s.Items), 3706, 0},
		"ratings":      {float64(s.Ratings), 1000209, 50000},
		"mean":         {s.Mean, 3.58, 0.1},
		"s.d.":         {s.Deviation, 1.117, 0.03},
		"top fraction": {s.PerItem.TopFraction, 0.44, 0.03},
		"median item":  {float64(s.PerItem.Median), 123, 20},
		"median user":  {float64(s.PerUser.Median), 96, 10},
		"least user":   {float64(s.PerUser.Min), 5, 0},
		"values":       {float64(len(s.Histogram)), 10, 0},
		"least value":  {s.Histogram[0].Low, 0.5, 0},
		"largest":      {s.Histogram[len(s.Histogram)-1].High, 5, 0},
		"rarest items": {float64(s.PerItem.Few), 200, 100},
	} {
		if math.Abs(c.got-c.want) > c.off {
			t.Errorf("%s: %g, want %g ± %g", name, c.got, c.want, c.off)
		}
	}
}

// The variance of ratings is that of the user biases, item biases, tastes and noise of the recipe.
func TestSkewedVarianceComesFromItsParts(t *testing.T) {
	r := synth(t, "synth:skewed:n=4000,m=500,per=60,seed=1")
	recipe := shapes["small"]
	recipe.n, recipe.m, recipe.per, recipe.seed = 4000, 500, 60, 1
	items := recipe.items()
	// The regression of a rating, less its user's mean, on its item's bias has a slope near 1; clamping lowers it.
	product, square := 0.0, 0.0
	for i := range r.Users {
		rated, values := r.User(i)
		meanValue, meanBias := 0.0, 0.0
		for k, j := range rated {
			meanValue += float64(values[k]) / float64(len(rated))
			meanBias += items.bias[j] / float64(len(rated))
		}
		for k, j := range rated {
			b := items.bias[j] - meanBias
			product += b * (float64(values[k]) - meanValue)
			square += b * b
		}
	}
	if slope := product / square; slope < 0.8 || slope > 1 {
		t.Errorf("ratings follow item biases with slope %g", slope)
	}
	silent := loaders.Describe(synth(t, "synth:skewed:noise=0,rank=0"))
	if want := math.Hypot(userDeviation, itemDeviation); math.Abs(silent.Deviation-want) > 0.1 {
		t.Errorf("biases alone have s.d. %g, want %g", silent.Deviation, want)
	}
}

func TestRatingsDependOnRecipeAndSeedAlone(t *testing.T) {
	for _, spec := range []string{"synth:skewed:n=500", "synth:lowrank:n=500,m=100"} {
		same := func(a, b *loaders.Ratings) bool {
			return slices.Equal(a.Ptr, b.Ptr) && slices.Equal(a.Item, b.Item) && slices.Equal(a.Value, b.Value)
		}
		generate := func(spec string, seed uint64) *loaders.Ratings {
			r, err := Generate(t.Context(), spec, seed)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		first := generate(spec, 1)
		before := runtime.GOMAXPROCS(1)
		alone := generate(spec, 1)
		runtime.GOMAXPROCS(7)
		many := generate(spec, 1)
		runtime.GOMAXPROCS(before)
		if !same(first, alone) || !same(first, many) {
			t.Errorf("%s: differs with the number of processors", spec)
		}
		if same(first, generate(spec, 2)) {
			t.Errorf("%s: two seeds give the same ratings", spec)
		}
		if !same(first, generate(spec+",seed=1", 2)) {
			t.Errorf("%s: a seed in the recipe has no effect", spec)
		}
	}
}

// Other users' ratings do not move when the recipe asks for more of them.
func TestUsersHaveTheirOwnStreams(t *testing.T) {
	few, many := synth(t, "synth:skewed:n=50"), synth(t, "synth:skewed:n=80")
	n := few.Count()
	if !slices.Equal(few.Item, many.Item[:n]) || !slices.Equal(few.Value, many.Value[:n]) {
		t.Error("the first 50 users differ")
	}
}

func TestActivityHasTheGivenMean(t *testing.T) {
	for _, per := range []float64{5, 12.5, 60, 300, 600} {
		centre := activityCentre(per, 5, 600)
		g := rand.New(rand.NewPCG(1, 2))
		const draws = 200000
		sum, squares := 0.0, 0.0
		for range draws {
			c := float64(ratingsOf(g.NormFloat64(), centre, 5, 600))
			sum, squares = sum+c, squares+c*c
		}
		mean := sum / draws
		if off := 5*math.Sqrt((squares/draws-mean*mean)/draws) + 0.01*per; math.Abs(mean-per) > off {
			t.Errorf("mean %g of users asked to have %g", mean, per)
		}
	}
}

func TestUrnDrawsDifferentItemsAndIsRestored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.Uint64Range(1, 1<<40), 1, 20).Draw(t, "weights")
		u := newUrn(weights)
		before := slices.Clone(u.sums)
		drawn := make([]uint32, rapid.IntRange(0, len(weights)).Draw(t, "draws"))
		u.draw(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), drawn)
		if !slices.Equal(u.sums, before) {
			t.Fatalf("drawing changed the urn")
		}
		slices.Sort(drawn)
		for k, j := range drawn {
			if int(j) >= len(weights) || (k > 0 && drawn[k-1] == j) {
				t.Fatalf("drew %v of %d", drawn, len(weights))
			}
		}
	})
}

func TestUrnDrawsByWeight(t *testing.T) {
	weights := []uint64{1, 2, 0, 3, 4}
	u, g := newUrn(weights), rand.New(rand.NewPCG(1, 1))
	const draws = 100000
	first, second := [5]float64{}, [5]float64{}
	var pair [2]uint32
	for range draws {
		u.draw(g, pair[:])
		first[pair[0]]++
		second[pair[1]]++
	}
	for j, w := range weights {
		p := float64(w) / 10
		// Second draws: the sum over first draws i of w_i/10 · w_j/(10 − w_i).
		q := 0.0
		for i, v := range weights {
			if i != j {
				q += float64(v) / 10 * float64(w) / float64(10-v)
			}
		}
		for name, c := range map[string][2]float64{"first": {first[j], p}, "second": {second[j], q}} {
			if math.Abs(c[0]-draws*c[1]) > 5*math.Sqrt(draws*c[1]*(1-c[1])) {
				t.Errorf("item %d came %s in %g of draws, want %g", j, name, c[0]/draws, c[1])
			}
		}
	}
}
