package gradient

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// dense is Φ as a q×m matrix, by rows.
func (p *projection) dense() []float64 {
	items := len(p.order)
	full := make([]float64, p.buckets*items)
	for place, j := range p.order {
		full[place%p.buckets*items+int(j)] += float64(p.sign[j])
	}
	return full
}

func TestProjectionHasOneEntryAColumnAndEvenRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		items := rapid.IntRange(1, 60).Draw(t, "items")
		q := rapid.IntRange(1, items).Draw(t, "q")
		p := project(items, q, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)))
		full := p.dense()
		for j := range items {
			total := 0.0
			for a := range q {
				total += math.Abs(full[a*items+j])
			}
			if total != 1 {
				t.Fatalf("column %d adds up to %g", j, total)
			}
		}
		for a := range q {
			count := 0.0
			for j := range items {
				count += math.Abs(full[a*items+j])
			}
			if count < math.Floor(p.crowd()) || count > math.Ceil(p.crowd()) {
				t.Fatalf("row %d has %g of %d items in %d buckets", a, count, items, q)
			}
		}
	})
}

// Φᵀ·Φ·g has the mean g over Φ, and so much variance as the others in a bucket give.
func TestProjectionIsUnbiased(t *testing.T) {
	const items, q, runs = 20, 4, 20000
	random := rand.New(rand.NewPCG(1, 2))
	g, square := make([]float64, items), 0.0
	for j := range g {
		g[j] = random.NormFloat64()
		square += g[j] * g[j]
	}
	mean, variance := make([]float64, items), make([]float64, items)
	for range runs {
		p := project(items, q, random)
		full, y := p.dense(), make([]float64, q)
		for a := range y {
			for j := range items {
				y[a] += full[a*items+j] * g[j]
			}
		}
		back := make([]float64, items)
		p.back(back, y, 1)
		for j, x := range back {
			mean[j] += x / runs
			variance[j] += (x - g[j]) * (x - g[j]) / runs
		}
	}
	for j := range g {
		want := (square - g[j]*g[j]) * (items/q - 1) / (items - 1)
		if off := math.Abs(mean[j] - g[j]); off > 5*math.Sqrt(want/runs) {
			t.Errorf("item %d comes back as %.3f, was %.3f", j, mean[j], g[j])
		}
		if ratio := variance[j] / want; ratio < 0.9 || ratio > 1.1 {
			t.Errorf("item %d: variance %.3f, expected %.3f", j, variance[j], want)
		}
	}
}

// A coordinate that is looked up is that of the dense product.
func TestContributionIsACoordinateOfTheProduct(t *testing.T) {
	r := generate(t, "synth:skewed:n=40,m=24,per=9")
	f, _, phi := round(t, LDPGDDR, r, 1, map[string]float64{"rank": 2, "dimension": 5})
	full := phi.dense()
	user, whole := f.contribution(), f.contribution()
	for i := range r.Users {
		items, values := r.User(i)
		user.of(items, values)
		whole.of(items, values)
		for a := range phi.buckets {
			for l := range f.rank {
				want := 0.0
				for k, j := range items {
					want += full[a*r.Items+int(j)] * whole.entry(k, l)
				}
				if got := user.at(&phi, a, l); math.Abs(got-min(max(want, -1), 1)) > 1e-12 {
					t.Fatalf("user %d, coordinate (%d, %d): %g, of the product %g", i, a, l, got, want)
				}
			}
		}
	}
}
