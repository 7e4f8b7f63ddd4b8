package spectral

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"

	"dpals/engine/method"
	"dpals/engine/symmetric"
)

// eigenspace is the leading part of a noisy symmetric matrix: r eigenpairs by rows, and the edge between signal and noise.
type eigenspace struct {
	vectors []float64
	values  []float64 // without what the diagonal adds: an entry's own scatter is on it, what rows share is off it
	edge    float64   // half the radius of the half circle in which the eigenvalues of noise lie
}

// leading returns the r leading eigenpairs of a matrix. The squares of its entries that no outstanding eigenpair explains count
// as noise: independent entries of s.d. s have eigenvalues up to 2·s·√m (Wigner), √m times s being the
// norm of a row. Where rows differ, the largest eigenvalues are those of the noisiest, so rows count by their squares.
func leading(ctx context.Context, task *method.Task, a *symmetric.Matrix, order, r int) (*eigenspace, error) {
	values, vectors, err := symmetric.Top(ctx, a.Multiplier(task.Threads), order, min(r, order),
		symmetric.Options{Tolerance: 1e-3, Products: 400 + 20*r, Seed: task.Seed})
	if err != nil && !errors.Is(err, symmetric.ErrUnconverged) {
		return nil, err
	}
	s := &eigenspace{values: values, vectors: vectors}
	squares := make([]float64, order) // of a row, off the diagonal
	for j := range order {
		row := a.Row(j)
		for k := range values {
			v := vectors[k*order+j]
			values[k] -= v * v * float64(row[j])
		}
		for l, x := range row {
			if l != j {
				squares[j] += float64(x) * float64(x)
			}
		}
	}
	// An eigenvector above the noise is no part of it, so the noise is less without it.
	for k := 0; ; k++ {
		s.edge = math.Sqrt(weightedMean(squares))
		if k == len(values) || s.signal(k) == 0 {
			return s, nil
		}
		for j := range squares {
			part := values[k] * vectors[k*order+j]
			squares[j] = max(squares[j]-part*part, 0)
		}
	}
}

// weightedMean is the mean of numbers that count by their own size.
func weightedMean(x []float64) float64 {
	sum := floats.Sum(x)
	if sum == 0 {
		return 0
	}
	return floats.Dot(x, x) / sum
}

// signal returns the eigenvalue without noise of the k-th: θ > e with noise of edge e appears as θ + e²/θ (Benaych-Georges,
// Nadakuditi 2011). 0: it may be noise alone.
func (s *eigenspace) signal(k int) float64 {
	e, x := s.edge, s.values[k]
	if !(x > 2*e) {
		return 0
	}
	return (x + math.Sqrt((x-2*e)*(x+2*e))) / 2
}

// trust returns the squared cosine between the k-th vector and the one without noise.
func (s *eigenspace) trust(k int) float64 {
	theta := s.signal(k)
	if theta == 0 {
		return 0
	}
	return 1 - (s.edge/theta)*(s.edge/theta)
}

// factors returns m×r item factors by rows of all items, where the covariance has the given items (nil: all): column
// k is the k-th vector times size(k), in float32. Vectors of size 0 are left out.
func (s *eigenspace) factors(items []int, all int, size func(k int) float64) (v []float32, rank int) {
	order := len(s.vectors) / max(1, len(s.values))
	var kept []int
	for k := range s.values {
		if size(k) > 0 {
			kept = append(kept, k)
		}
	}
	rank = len(kept)
	v = make([]float32, all*rank)
	for c, k := range kept {
		f := size(k)
		for p, x := range s.vectors[k*order : (k+1)*order] {
			j := p
			if items != nil {
				j = items[p]
			}
			v[j*rank+c] = float32(f * x)
		}
	}
	return v, rank
}

// diagnostics returns signal and noise of every eigenvector, as method.Diagnostics reports them, in units of `unit`.
func (s *eigenspace) diagnostics(unit float64) []method.Factor {
	out := make([]method.Factor, len(s.values))
	for k := range out {
		out[k] = method.Factor{Signal: s.signal(k) * unit, Noise: s.edge * unit}
	}
	return out
}
