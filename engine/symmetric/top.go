package symmetric

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
)

// Order says which eigenvalues are wanted.
type Order int

// The orders.
const (
	Algebraic Order = iota // the largest
	Magnitude              // the largest in absolute value
)

// Options of Top. The zero value asks for the largest eigenvalues to about ten digits.
type Options struct {
	Order Order

	// Tolerance is how large the residual ‖A·v − λ·v‖ of a pair may be, over the largest |λ| seen; 0: 1e-10. An
	// eigenvalue is then right to about its square over the gap, a vector to the tolerance over the relative gap.
	Tolerance float64

	// Products bounds how often the operator is applied; 0: 200 times for each pair, and n times at least.
	Products int

	Seed [32]byte // of the start: the same seed gives the same bits
}

// ErrUnconverged says that the products ran out first. The pairs that come with it are the best found: unit vectors
// with their Rayleigh quotients.
var ErrUnconverged = errors.New("the leading eigenvectors did not converge")

// Top returns the r leading eigenpairs of a symmetric operator on n-vectors, 0 ≤ r ≤ n, in their order: values, of
// length r, and orthonormal vectors, r×n by rows. op writes A·src to dst, which holds anything before; it is called
// from this goroutine. A may be indefinite, singular, and have eigenvalues of any multiplicity.
//
// It is a Krylov subspace of r random vectors, grown one product at a time, kept orthonormal by full
// reorthogonalisation, and restarted from its best Ritz vectors when it is full (thick restart). A block of r vectors
// meets every eigenspace in as many dimensions as can be wanted, which one vector would not. Time is that of the
// products and O(k·n) for each, with k about 3·r + 56; memory k·n.
//
// It is an error if the operator returns what is not finite, if the products run out (ErrUnconverged), or if the
// context ends, which is checked between products.
func Top(ctx context.Context, op func(dst, src []float64), n, r int, o Options) (values, vectors []float64, err error) {
	if r < 0 || r > n {
		return nil, nil, fmt.Errorf("%d eigenvectors of a matrix of order %d: ask for 0 to %d", r, n, n)
	}
	if r == 0 {
		return []float64{}, []float64{}, nil
	}
	if o.Tolerance == 0 {
		o.Tolerance = 1e-10
	}
	if o.Products == 0 {
		o.Products = max(200*r, n)
	}
	o.Products = max(o.Products, r)
	s := newSubspace(n, r, o.Order, rand.New(rand.NewChaCha8(o.Seed)))
	for products := 0; ; products++ {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		if last := s.exhausted() || products >= o.Products; last || s.full() || products%checkEvery == 0 && s.expanded >= r {
			converged := s.ritz(o.Tolerance)
			if converged || last {
				if values, vectors = s.leading(); !converged {
					err = ErrUnconverged
				}
				return values, vectors, err
			}
			if s.full() {
				s.restart()
			}
		}
		if !s.expand(op) {
			return nil, nil, fmt.Errorf("product %d of the operator is not finite", products+1)
		}
	}
}

// checkEvery is how many products are made between two checks of the Ritz pairs.
const checkEvery = 8

// finite reports whether x is a number.
func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
