package als

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpals/accounting"
	"dpals/engine/kernel"
	"dpals/engine/method"
	"dpals/internal/parallel"
)

// Choices of the init parameter, in the order shown.
const (
	initRandom = iota
	initPower
	initGauss
)

var initNames = []string{initRandom: "random", initPower: "power", initGauss: "gauss"}

// starts are the parameters of where the item factors of a private method start.
func starts() []method.Parameter {
	return []method.Parameter{
		{
			Name: "init", Symbol: "V₀", Meaning: "where the items start: anywhere, by noisy power iteration, or from a noisy covariance of the 2048 most rated",
			Source: "[DPALS] Alg. 2 for power; its first version, Remark 2, for gauss", Choices: initNames,
		},
		{
			Name: "init-share", Symbol: "", Meaning: "share of μ² for the start",
			Source: "docs/methods/dpals.md", Low: 0.01, High: 0.9, Default: method.Auto, Step: 0.05, Auto: true,
			Disabled: func(s method.Settings) string {
				if int(s["init"]) == initRandom {
					return "a random start reads no ratings"
				}
				return ""
			},
		},
	}
}

// ruleStartShare is the share of μ² that a start gets where none is given.
const ruleStartShare = 0.03

// startShareOf is the share of μ² that goes to the start.
func (c config) startShareOf() float64 {
	if c.start == initRandom {
		return 0
	}
	return c.startShare
}

// startRounds is how many rounds of power iteration a start takes.
const startRounds = 3

// planStart lists the releases of a start over so many trained items; docs/privacy proves each sensitivity.
func (c config) planStart(trained int) (list []accounting.Request) {
	switch c.start {
	case initPower:
		for p := 1; p <= startRounds; p++ {
			list = append(list, accounting.Request{Name: named("power", p), Kind: "power", Claim: accounting.UserSum("docs/privacy/power.md", accounting.Ratings, accounting.L2),
				Weight: c.startShare / startRounds, Sensitivity: 1, Dimension: trained * c.rank,
				Grid: accounting.GridFor(1, accounting.SumBits)})
		}
	case initGauss:
		_, q := c.covariance(trained)
		list = append(list, q)
	}
	return list
}

// errStartShare says that the start and the releases before it leave nothing, or less, of μ².
func errStartShare(c config, left float64) error {
	return method.ParameterError{Name: "init-share", Value: fmt.Sprintf("%g", c.startShare),
		Reason: fmt.Sprintf("nothing is left for the iterations: choose less than %.2f", c.startShare+left)}
}

// starter is a private start: what every user adds to it, and what came of it.
type starter struct {
	task   *method.Task
	rank   int
	items  []int     // trained, ascending
	counts []float64 // by item, noisy
	design *design
	row    []float32 // a_ij of the design's ratings: every user's a_i has norm at most 1

	rejected float64 // the leverage for which the start was given up; 0 where it was not
}

// newStarter takes every user's deviations (one for each of the design's ratings; the slice is kept and changed),
// weighs them by ω_ij and scales each user's to norm 1, or less where they hardly deviate at all.
func newStarter(ctx context.Context, task *method.Task, rank int, items []int, counts []float64, d *design, deviations []float32) (*starter, error) {
	s := &starter{task: task, rank: rank, items: items, counts: counts, design: d, row: deviations}
	least := leastDeviation * (task.Public.High - task.Public.Low)
	return s, s.eachUser(ctx, chunk, func(_, i int) {
		rated, _ := d.ratings.User(i)
		row, most := s.rowOf(i), 0.0
		for e, j := range rated {
			w := d.omega(i, int(j))
			row[e] = float32(w * float64(row[e]))
			most += w * w
		}
		floor := least * math.Sqrt(most)
		if norm := kernel.Norm(row); norm < floor {
			scale(row, margin/floor)
		} else {
			toUnit(row)
		}
	})
}

// leastDeviation is the deviation, over the rating range, below which a user adds less than others: there is nothing
// to learn from who rates everything alike.
const leastDeviation = 0.02

// rowOf is a_i: one number for each of user i's ratings in the design.
func (s *starter) rowOf(i int) []float32 {
	r := s.design.ratings
	return s.row[r.Ptr[i]:r.Ptr[i+1]]
}

// eachUser calls work for every user, in pieces of about size ratings.
func (s *starter) eachUser(ctx context.Context, size int, work func(worker, i int)) error {
	bounds := parallel.Ranges(s.design.ratings.Ptr, size)
	return parallel.Each(ctx, s.task.Threads, len(bounds)-1, func(worker, b int) error {
		for i := bounds[b]; i < bounds[b+1]; i++ {
			work(worker, i)
		}
		s.task.Progress.Part(float64(b+1) / float64(len(bounds)-1))
		return nil
	})
}

// start moves the item factors v (m×r, random) to where the configuration starts them.
func (s *starter) start(ctx context.Context, c config, v []float32) error {
	switch c.start {
	case initPower:
		return s.power(ctx, v)
	case initGauss:
		return s.gauss(ctx, c, v)
	}
	return nil
}

// accept keeps v where it is spread over many items, and otherwise replaces it by the random factors. It reads
// released numbers only.
//
// A column that is mostly one item tells of that item and not of what items have in common, and convergence is proved
// for incoherent V alone. An item's leverage, ‖V_j‖² where VᵀV = I, says how much of the columns it holds.
func (s *starter) accept(v, random []float32) {
	total, most := 0.0, 0.0
	for _, j := range s.items {
		norm := kernel.Norm(v[j*s.rank : j*s.rank+s.rank])
		total += norm * norm
		most = max(most, norm*norm)
	}
	s.rejected = 0
	if leverage := most / total * float64(s.rank); !(leverage <= mostLeverage) {
		s.rejected = min(max(leverage, mostLeverage), float64(s.rank))
		copy(v, random)
	}
}

// mostLeverage is the largest leverage of an item in a start: beyond it one column is mostly that item.
const mostLeverage = 0.5

// note says what became of the start, where it was given up; it is a function of what was released.
func (s *starter) note() string {
	if s == nil || s.rejected == 0 {
		return ""
	}
	return fmt.Sprintf("The start was given up: one item held %.2f of a column, more than %g, so random factors took its place.", s.rejected, mostLeverage)
}

// toUnit scales row so that its Euclidean norm, in exact arithmetic, is below 1 by a margin; a row that is zero, or not
// finite, becomes zero.
func toUnit(row []float32) {
	norm := kernel.Norm(row)
	if norm == 0 || math.IsInf(1/norm, 0) {
		clear(row)
		return
	}
	scale(row, margin/norm)
	if !(kernel.Norm(row) <= 1-0x1p-30) {
		clear(row)
	}
}

func scale(row []float32, by float64) {
	for i, x := range row {
		row[i] = float32(float64(x) * by)
	}
}

// power turns random item factors towards the leading directions of the users' rows: rounds of V ← orthonormal(W̃),
// where W = Σ_i a_i·ŝ_iᵀ and ŝ_i is user i's projection a_iᵀ·V scaled to norm 1.
//
// [DPALS] Alg. 2 does so for one column. With projections of norm 1 what a user adds is bounded whatever V is, and small
// projections are not lost in noise that is meant for large ones.
func (s *starter) power(ctx context.Context, v []float32) error {
	random := slices.Clone(v)
	projected := make([]float32, s.task.Train.Users*s.rank)
	for p := 1; p <= startRounds; p++ {
		s.task.Progress.Phase("start", p, startRounds)
		err := s.eachUser(ctx, pieceSize(s.rank), func(_, i int) {
			rated, _ := s.design.ratings.User(i)
			x := projected[i*s.rank : i*s.rank+s.rank]
			clear(x)
			for e, a := range s.rowOf(i) {
				kernel.AddScaled(x, a, v[int(rated[e])*s.rank:int(rated[e])*s.rank+s.rank])
			}
			toUnit(x)
		})
		if err != nil {
			return err
		}
		if err := s.release(ctx, named("power", p), projected, v); err != nil {
			return err
		}
		orthonormalise(v, len(v)/s.rank, s.rank)
		s.accept(v, random)
	}
	return nil
}

// release sets the rows of v that belong to trained items to W̃_j = Σ_i a_ij·ŝ_i + noise.
func (s *starter) release(ctx context.Context, name string, projected, v []float32) error {
	opening, err := s.task.Meter.Begin(name, len(s.items), s.rank)
	if err != nil {
		return err
	}
	unit := math.Ldexp(1, opening.Release().Grid)
	pieces := (len(s.items) + batch - 1) / batch
	spaces := make([][]float64, s.task.Threads)
	err = parallel.Each(ctx, s.task.Threads, pieces, func(worker, b int) error {
		if spaces[worker] == nil {
			spaces[worker] = make([]float64, s.rank)
		}
		w := spaces[worker]
		for k := b * batch; k < min((b+1)*batch, len(s.items)); k++ {
			clear(w)
			at := s.design.selected
			from, to := at.Ptr[s.items[k]], at.Ptr[s.items[k]+1]
			for e := from; e < to; e++ {
				if (e-from)%chunk == chunk-1 && ctx.Err() != nil {
					return ctx.Err()
				}
				i, a := int(at.User[e]), float64(s.row[at.Entry[e]])/unit
				for d, x := range projected[i*s.rank : i*s.rank+s.rank] {
					w[d] += math.Trunc(a * float64(x))
				}
			}
			for d := range w {
				w[d] *= unit
			}
			if err := opening.Blur(k, w); err != nil {
				return err
			}
			for d, x := range w {
				v[s.items[k]*s.rank+d] = float32(x)
			}
		}
		s.task.Progress.Part(float64(b+1) / float64(pieces))
		return nil
	})
	if err != nil {
		return err
	}
	return opening.End()
}
