package release

import (
	"context"
	"fmt"
	"math"

	"dpals/accounting"
	"dpals/engine/estimate"
	"dpals/engine/kernel"
	"dpals/engine/method"
)

// StartKind is how the item factors of a private method start.
type StartKind int

// The starts.
const (
	StartRandom StartKind = iota
	StartPower            // noisy power iteration
	StartGauss            // leading eigenvectors of a noisy covariance
)

// String returns the name of the start as a choice of the parameter.
func (k StartKind) String() string { return startKinds[k] }

var startKinds = []string{StartRandom: "random", StartPower: "power", StartGauss: "gauss"}

// StartParameters describes how the item factors of a private method start.
func StartParameters() []method.Parameter {
	return []method.Parameter{
		{
			Name: "init", Symbol: "V₀", Meaning: "how the item factors start: random, by noisy power iteration, or from a noisy covariance of the 2048 most rated items",
			Source: "[DPALS] Alg. 2 for power; [DPALSv1] Remark 2 for gauss", Choices: startKinds,
		},
		{
			Name: "init-share", Symbol: "", Meaning: "fraction of the budget (μ²) for the start",
			Source: "docs/methods/dpals.md", Low: 0.01, High: 0.9, Default: method.Auto, Step: 0.05, Auto: true,
			Disabled: func(s method.Settings) string {
				if StartKind(s["init"]) == StartRandom {
					return "a random start reads no ratings"
				}
				return ""
			},
		},
	}
}

// RuleStartWeight is the budget weight of a start where none is given.
const RuleStartWeight = 0.03

// Start is where a private method starts its item factors.
type Start struct {
	Kind   StartKind
	weight float64
}

// StartOf returns the start of settings that have StartParameters.
func StartOf(s method.Settings) Start { return Start{StartKind(s["init"]), s["init-share"]} }

// Weight is the fraction of μ² for the start.
func (s Start) Weight() float64 {
	if s.Kind == StartRandom {
		return 0
	}
	return s.weight
}

// RefuseWeight returns a method.ParameterError: the start and the releases before it leave so much of μ², nothing or less.
func (s Start) RefuseWeight(left float64) error {
	return method.ParameterError{Name: "init-share", Value: fmt.Sprintf("%g", s.weight),
		Reason: fmt.Sprintf("nothing is left for the iterations: choose less than %.2f", s.weight+left)}
}

// Requests lists the releases of the start over so many trained items; docs/privacy proves each sensitivity.
func (s Start) Requests(trained, rank int) (list []accounting.Request) {
	switch s.Kind {
	case StartPower:
		for p := 1; p <= powerIterations; p++ {
			list = append(list, accounting.Request{Name: powerName(p), Kind: "power", Claim: accounting.UserSum("docs/privacy/power.md", accounting.Ratings, accounting.L2),
				Weight: s.weight / powerIterations, Sensitivity: 1, Dimension: trained * rank,
				Grid: accounting.GridFor(1, accounting.SumBits)})
		}
	case StartGauss:
		q := startCovariance(trained).Request()
		q.Name, q.Kind, q.Weight = covarianceName, "start-covariance", s.weight
		q.Claim = accounting.UserSum("docs/privacy/start-covariance.md", accounting.Ratings, accounting.L2)
		list = append(list, q)
	}
	return list
}

// Factors moves the random item factors v (m×rank by rows) to where the start has them. Items are the trained ones,
// ascending; counts are noisy; deviations holds one number for each rating of the design and is overwritten. The note says
// that the start was rejected; it follows from released numbers alone.
func (s Start) Factors(ctx context.Context, task *method.Task, rank int, items []int, counts []float64, d *Design, deviations, v []float32) (note string, err error) {
	if s.Kind == StartRandom {
		return "", nil
	}
	st, err := newStarter(ctx, task, rank, items, counts, d, deviations)
	if err != nil {
		return "", err
	}
	if s.Kind == StartPower {
		err = st.power(ctx, v)
	} else {
		err = st.gauss(ctx, v)
	}
	return st.note(), err
}

// starter computes a private start.
type starter struct {
	task   *method.Task
	rank   int
	items  []int     // trained, ascending
	counts []float64 // by item, noisy
	design *Design
	row    []float32 // a_ij of the design's ratings: every user's a_i has norm at most 1

	rejected float64 // the leverage for which the start was rejected; 0 where it was not
}

// newStarter weighs every user's deviations by ω_ij and scales each user's to norm 1, or less where they hardly deviate.
func newStarter(ctx context.Context, task *method.Task, rank int, items []int, counts []float64, d *Design, deviations []float32) (*starter, error) {
	s := &starter{task: task, rank: rank, items: items, counts: counts, design: d, row: deviations}
	least := leastDeviation * (task.Public.High - task.Public.Low)
	return s, EachUser(ctx, task, d.Ratings.Ptr, Chunk, func(_, i int) {
		rated, _ := d.Ratings.User(i)
		row, most := s.rowOf(i), 0.0
		for e, j := range rated {
			w := d.Omega(i, int(j))
			row[e] = float32(w * float64(row[e]))
			most += w * w
		}
		floor := least * math.Sqrt(most)
		if norm := kernel.Norm(row); norm < floor {
			Scale(row, method.Margin/floor)
		} else {
			normalise(row)
		}
	})
}

// leastDeviation is the deviation, over the rating range, below which a user adds less than others: ratings that are all
// alike tell nothing.
const leastDeviation = 0.02

// rowOf returns a_i: one number for each of user i's ratings in the design.
func (s *starter) rowOf(i int) []float32 {
	r := s.design.Ratings
	return s.row[r.Ptr[i]:r.Ptr[i+1]]
}

// accept keeps v where it is spread over many items, and otherwise replaces it by the random factors. It reads released
// numbers alone.
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

// note says that the start was rejected and why, "" where it was not; it follows from released numbers alone.
func (s *starter) note() string {
	if s.rejected == 0 {
		return ""
	}
	return fmt.Sprintf("The start was rejected: one item held %.2f of a factor, more than %g. Random factors replaced it.", s.rejected, mostLeverage)
}

// orthonormalise replaces the columns of v by an orthonormal basis of the size of a start.
func (s *starter) orthonormalise(v []float32) { estimate.Orthonormalise(v, s.rank) }
