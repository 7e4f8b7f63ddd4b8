package session

import (
	"math"
	"slices"

	"dpals/accounting"
)

// MaxPins is how many runs can be pinned: with the current and the last one they have a colour each.
const MaxPins = 6

// Runs is the runs since the dashboard was opened. Not safe for concurrent use.
type Runs struct {
	Current *Run
	Last    *Run // the ghost: the run before the current one that had something to show
	Pinned  []*Run

	Baseline  *Run // user-mean, non-private, for comparison
	Reference *Run // als, likewise

	Live    map[int]*Run // those that have not ended, superseded ones included: they are still charged
	Started int

	paid        accounting.TotalCost
	Private     int // runs with at least one charge
	simulations int // of those, with a known seed
}

// register numbers a run and follows it until its end.
func (s *Runs) register(r *Run) {
	s.Started++
	r.Number = s.Started
	if s.Live == nil {
		s.Live = make(map[int]*Run)
	}
	s.Live[r.Number] = r
}

// begin makes r the current run; the one before becomes the ghost if it has a curve, and stops.
func (s *Runs) begin(r *Run) {
	if old := s.Current; old != nil {
		if old.Training() {
			old.Stop()
		}
		if len(old.Steps) > 0 {
			s.Last = old
			old.unveilAll()
		}
	}
	r.Series = s.freeSeries()
	s.Current = r
	s.register(r)
}

// restore takes up a run of an earlier session as a pinned curve.
func (s *Runs) restore(r *Run) {
	s.Started++
	r.Number = s.Started
	s.Pinned = append(s.Pinned, r)
}

// clear stops and forgets what was trained on ratings that are not at hand any more. What was paid stays paid.
func (s *Runs) clear() {
	for _, r := range s.Live {
		r.OtherRatings = true
		r.Stop()
	}
	s.Current, s.Last, s.Pinned, s.Baseline, s.Reference = nil, nil, nil, nil, nil
	s.paid, s.Private, s.simulations = accounting.TotalCost{}, 0, 0
}

// freeSeries is the lowest colour that no drawn run has.
func (s *Runs) freeSeries() int {
	for i := 0; ; i++ {
		if !slices.ContainsFunc(s.Drawn(), func(r *Run) bool { return r.Series == i }) {
			return i
		}
	}
}

// Drawn lists the runs on the chart, the current one last.
func (s *Runs) Drawn() []*Run {
	all := slices.Clone(s.Pinned)
	for _, r := range []*Run{s.Last, s.Current} {
		if r != nil && !slices.Contains(all, r) {
			all = append(all, r)
		}
	}
	return all
}

// take hands a snapshot to its run. It returns nil where the snapshot is stale: of a run that is gone, or read twice.
func (s *Runs) take(m SnapshotMsg) *Run {
	r := s.Live[m.Run]
	if r == nil || r.Read != m.From {
		return nil
	}
	had := len(r.Charges)
	r.take(m)
	if fresh := r.Charges[had:]; len(fresh) > 0 && !r.OtherRatings {
		if had == 0 {
			s.Private++
			if r.Simulation {
				s.simulations++
			}
		}
		for _, c := range fresh {
			s.paid = s.paid.PlusRelease(c.Release)
		}
	}
	if !r.Training() {
		delete(s.Live, r.Number)
	}
	return r
}

// ChargeSwept adds a finished point of a sweep to what the session was charged.
func (s *Runs) ChargeSwept(cost accounting.TotalCost, simulation bool) {
	s.paid = s.paid.Plus(cost)
	s.Private++
	if simulation {
		s.simulations++
	}
}

// charged is what all private runs of the session were charged together: a sum up to now, no guarantee.
func (s *Runs) charged(delta float64) (mu, epsilon float64) {
	epsilon, err := s.paid.Epsilon(accounting.Exact, delta)
	if err != nil {
		return s.paid.Mu, math.NaN()
	}
	return s.paid.Mu, epsilon
}

// reserved is the μ that the runs which train may still be charged.
func (s *Runs) reserved() float64 {
	left := 0.0
	for _, r := range s.Live {
		if r.Plan != nil {
			mu, _ := r.Charged()
			left += max(r.Plan.Mu*r.Plan.Mu-mu*mu, 0)
		}
	}
	return math.Sqrt(left)
}

// Pin keeps the current run on the chart, or lets it go again.
func (s *Runs) Pin() (kept bool, room bool) {
	r := s.Current
	if i := slices.Index(s.Pinned, r); i >= 0 {
		s.Pinned = slices.Delete(s.Pinned, i, i+1)
		r.Pinned = false
		return false, true
	}
	if len(s.Pinned) >= MaxPins {
		return false, false
	}
	s.Pinned = append(s.Pinned, r)
	r.Pinned = true
	return true, true
}

func (s *Runs) Unpin() {
	for _, r := range s.Pinned {
		r.Pinned = false
	}
	s.Pinned = nil
}

// DrawnAs is the drawn run that the store knows by this number, nil where none is.
func (s *Runs) DrawnAs(id int64) *Run {
	all := s.Drawn()
	if i := slices.IndexFunc(all, func(r *Run) bool { return r.Stored == id && id != 0 }); i >= 0 {
		return all[i]
	}
	return nil
}

// Show pins a run that was trained before, with a colour that no drawn run has, or the drawn run that it is. It reports
// whether there is room.
func (s *Runs) Show(r *Run) bool {
	old := s.DrawnAs(r.Stored)
	switch {
	case old != nil && old.Pinned:
		return true
	case len(s.Pinned) >= MaxPins:
		return false
	case old != nil:
		old.Pinned = true
		s.Pinned = append(s.Pinned, old)
		return true
	}
	r.Series, r.Pinned = s.freeSeries(), true
	s.restore(r)
	return true
}

// Hide lets go of a pinned run by the number it has in the store.
func (s *Runs) Hide(id int64) {
	s.Pinned = slices.DeleteFunc(s.Pinned, func(r *Run) bool {
		if id == 0 || r.Stored != id {
			return false
		}
		r.Pinned = false
		return true
	})
}
