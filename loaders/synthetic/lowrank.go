package synthetic

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"dpals/internal/parallel"
	"dpals/loaders"
)

// lowRank is the recipe of [DPALS] §6.1: M = c·U·Vᵀ with U (n×r) and V (m×r) random with orthonormal columns, c = √(nm/r) so that
// the entries have mean square 1, each observed independently with probability p, by default 20·ln(n)/m. Values are
// exact products, rounded to float32 only.
//
// Products of Gaussians have long tails, and a range with all of them would be useless as a public bound. So the few
// entries outside ±halfRange, about one in ten thousand, are never observed.
type lowRank struct {
	n, m, rank int
	p          float64
	seed       uint64
}

func (l lowRank) generate(ctx context.Context, about loaders.About) (*loaders.Ratings, error) {
	if l.rank > min(l.n, l.m) {
		return nil, loaders.InputErrorf(about.Origin.Source, "rank=%d: with %d users and %d items, give a smaller rank", l.rank, l.n, l.m)
	}
	p := l.p
	if p == 0 {
		p = min(1, 20*math.Log(float64(l.n))/float64(l.m))
	}
	if expected := p * float64(l.n) * float64(l.m); expected > loaders.MaxCount {
		return nil, tooMany(about, expected)
	}
	about.Users, about.Items = loaders.Numbered(l.n), loaders.Numbered(l.m)
	half := l.halfRange()
	about.Low, about.High = -half, half

	u, err := l.orthonormal(ctx, l.n, streamUserFactors)
	if err != nil {
		return nil, err
	}
	v, err := l.orthonormal(ctx, l.m, streamItemFactors)
	if err != nil {
		return nil, err
	}
	scale := math.Sqrt(float64(l.n) * float64(l.m) / float64(l.rank))
	streams := parallel.Workspaces(func() *stream { return newStream(l.seed) })
	// each visits the observed entries of a user and returns their number. It jumps over the others: the gaps between
	// observed entries are geometric.
	each := func(worker, i int, visit func(k, item int, value float64)) int {
		s := streams[worker]
		s.restart(streamChoices, i)
		row, k := u[i*l.rank:(i+1)*l.rank], 0
		for item := s.gap(p); item < l.m; item += 1 + s.gap(p) {
			value := 0.0
			for d, x := range v[item*l.rank : (item+1)*l.rank] {
				value += row[d] * x
			}
			if value *= scale; math.Abs(value) < half {
				visit(k, item, value)
				k++
			}
		}
		return k
	}
	return loaders.FromRows(ctx, about,
		func(worker, i int) int { return each(worker, i, func(int, int, float64) {}) },
		func(worker, i int, items []uint32, values []float32) {
			each(worker, i, func(k, item int, value float64) {
				items[k], values[k] = uint32(item), float32(value)
			})
		})
}

// gap draws how many trials with success probability p fail before the first succeeds, at most 2³².
func (s *stream) gap(p float64) int {
	if p >= 1 {
		return 0
	}
	return int(min(1<<32, math.Log(1-s.Float64())/math.Log1p(-p)))
}

// orthonormal returns a rows×rank matrix, by rows, whose columns are a random orthonormal basis: Gaussian entries G,
// then G·L⁻ᵀ with GᵀG = L·Lᵀ.
func (l lowRank) orthonormal(ctx context.Context, rows, kind int) ([]float64, error) {
	g := make([]float64, rows*l.rank)
	streams := parallel.Workspaces(func() *stream { return newStream(l.seed) })
	err := parallel.Blocks(ctx, rows, 256, func(worker, lo, hi int) {
		s := streams[worker]
		for i := lo; i < hi; i++ {
			s.restart(kind, i)
			for d := range l.rank {
				g[i*l.rank+d] = s.NormFloat64()
			}
		}
	})
	if err != nil {
		return nil, err
	}
	full := mat.NewDense(rows, l.rank, g)
	var gram mat.SymDense
	gram.SymOuterK(1, full.T())
	var chol mat.Cholesky
	if !chol.Factorize(&gram) {
		return nil, loaders.InputErrorf("synth:lowrank", "the random factors are singular: give another seed or a smaller rank")
	}
	var upper mat.TriDense
	chol.UTo(&upper)
	var inverse mat.TriDense
	if err := inverse.InverseTri(&upper); err != nil {
		return nil, loaders.InputErrorf("synth:lowrank", "the random factors are nearly singular: give another seed or a smaller rank")
	}
	var out mat.Dense
	out.Mul(full, &inverse)
	return out.RawMatrix().Data, nil
}

// halfRange returns the bound of the observed entries, in units of their standard deviation: 10 at rank 1, 6 at rank 5,
// 4 at rank 100.
func (l lowRank) halfRange() float64 { return math.Ceil(3 + 6.7/math.Sqrt(float64(l.rank))) }
