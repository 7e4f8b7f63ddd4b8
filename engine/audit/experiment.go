package audit

import (
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"dpals/internal/parallel"
)

// experiment is one run with canaries, each of whom took part or not.
type experiment struct {
	claim            *claim
	others, canaries []person
	items            int
}

// scores trains once with those canaries that are in, and scores all of them from what was released.
//
// They are computed from the releases and from public knowledge: who the others are and what each canary would
// contribute, dᵢ, but not who took part. That is what makes the guesses a function of the releases. The releases are
//
//	x + ½Σdⱼ + ½Σ±dⱼ + noise,   x: the sums without canaries,
//
// in units of the noise, and the scores are the best linear estimates of the signs: (I + ¼DᵀD)⁻¹·Dᵀ(releases − x −
// ½Σdⱼ), which separates canaries whose contributions overlap.
func (e *experiment) scores(ctx context.Context, in []bool, key uint64, done func()) ([]float64, error) {
	var taking []person
	for i, yes := range in {
		if yes {
			taking = append(taking, e.canaries[i])
		}
	}
	data, err := e.with(taking)
	if err != nil {
		return nil, err
	}
	t, err := e.claim.release(ctx, session{data, key, 1}, silent{})
	if err != nil {
		return nil, err
	}
	none, err := e.replay(ctx, t, nil)
	if err != nil {
		return nil, err
	}
	all, err := e.replay(ctx, t, e.canaries)
	if err != nil {
		return nil, err
	}
	released := t.released()
	for i, x := range none {
		released[i] -= (x + all[i]) / 2
	}
	adds := make([]sparse, len(e.canaries))
	err = parallel.Each(ctx, threads(), len(adds), func(_, i int) error {
		one, err := e.replay(ctx, t, e.canaries[i:i+1])
		if err == nil {
			adds[i] = difference(one, none)
			done()
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return estimate(adds, released)
}

// replay returns the sums of the others with some canaries under the releases of t, in units of the noise.
func (e *experiment) replay(ctx context.Context, t *transcript, canaries []person) ([]float64, error) {
	data, err := e.with(canaries)
	if err != nil {
		return nil, err
	}
	x, err := t.replay(ctx, e.claim, session{data, 0, 1}, silent{})
	if err != nil {
		return nil, err
	}
	return t.whiten(x), nil
}

// with is the data set with some canaries, half of them before the others and half behind.
func (e *experiment) with(canaries []person) (dataset, error) {
	half := len(canaries) / 2
	return datasetOf(slices.Concat(canaries[:half], e.others, canaries[half:]), e.items)
}

// released is what the run released, in units of the noise.
func (t *transcript) released() []float64 {
	x := make(sums, len(t.statistics))
	for i, s := range t.statistics {
		x[i] = s.noisy
	}
	return t.whiten(x)
}

// whiten lays sums out in one row, in units of their noise.
func (t *transcript) whiten(x sums) (row []float64) {
	for i, s := range t.statistics {
		for _, block := range x[i] {
			for k, v := range block {
				if s.weight != nil {
					v *= math.Sqrt(s.weight[k])
				}
				row = append(row, v/s.Sigma)
			}
		}
	}
	return row
}

// sparse is a vector by its coordinates that are not 0, in ascending order.
type sparse struct {
	at    []int
	value []float64
}

func difference(a, b []float64) (d sparse) {
	for i := range a {
		if v := a[i] - b[i]; v != 0 {
			d.at, d.value = append(d.at, i), append(d.value, v)
		}
	}
	return d
}

func (s sparse) dot(o sparse) (total float64) {
	for i, k := 0, 0; i < len(s.at) && k < len(o.at); {
		switch {
		case s.at[i] < o.at[k]:
			i++
		case s.at[i] > o.at[k]:
			k++
		default:
			total += s.value[i] * o.value[k]
			i++
			k++
		}
	}
	return total
}

// estimate solves (I + ¼DᵀD)·x = Dᵀ·row, where the columns of D are given.
func estimate(columns []sparse, row []float64) ([]float64, error) {
	n := len(columns)
	system, right := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	for i, c := range columns {
		for k, at := range c.at {
			right.SetVec(i, right.AtVec(i)+c.value[k]*row[at])
		}
		for j := range i + 1 {
			system.SetSym(i, j, c.dot(columns[j])/4)
		}
		system.SetSym(i, i, system.At(i, i)+1)
	}
	var factor mat.Cholesky
	if !factor.Factorize(system) {
		return nil, errors.New("what the canaries contribute is not finite")
	}
	var x mat.VecDense
	if err := factor.SolveVecTo(&x, right); err != nil {
		return nil, err
	}
	return x.RawVector().Data, nil
}
