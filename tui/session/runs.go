package session

import (
	"math"
	"slices"

	"dpals/accounting"
)

// MaxPins is the maximum number of pinned runs. With the current run and the one before, each has its own colour.
const MaxPins = 6

// Runs are the runs since the dashboard was opened, and pinned ones from before. They are owned by the Update goroutine.
type Runs struct {
	Current *Run
	Last    *Run // the latest run with a curve before the current one
	Pinned  []*Run

	Baseline  *Run // user-mean, for comparison
	Reference *Run // als, the non-private reference

	Live    map[int]*Run // by number: those that have not ended, also superseded ones, which are still charged
	Started int

	total       accounting.TotalCost
	Private     int // runs with at least one charge
	simulations int // of those, with a known seed
}

// register gives a run its number and keeps it until it ends.
func (s *Runs) register(r *Run) {
	s.Started++
	r.Number = s.Started
	if s.Live == nil {
		s.Live = make(map[int]*Run)
	}
	s.Live[r.Number] = r
}

// begin makes r the current run. The one before stops, and stays on the chart if it has a curve.
func (s *Runs) begin(r *Run) {
	if old := s.Current; old != nil {
		if old.Training() {
			old.Stop()
		}
		if len(old.Steps) > 0 {
			s.Last = old
			old.revealAll()
		}
	}
	r.Series = s.freeSeries()
	s.Current = r
	s.register(r)
}

// restore adds a run of an earlier session as a pinned curve.
func (s *Runs) restore(r *Run) {
	s.Started++
	r.Number = s.Started
	s.Pinned = append(s.Pinned, r)
}

// clear stops and forgets all runs, when other ratings are loaded. Their charges stay in the ledger.
func (s *Runs) clear() {
	for _, r := range s.Live {
		r.OtherRatings = true
		r.Stop()
	}
	s.Current, s.Last, s.Pinned, s.Baseline, s.Reference = nil, nil, nil, nil, nil
	s.total, s.Private, s.simulations = accounting.TotalCost{}, 0, 0
}

// freeSeries returns the lowest series that no drawn run has.
func (s *Runs) freeSeries() int {
	for i := 0; ; i++ {
		if !slices.ContainsFunc(s.Drawn(), func(r *Run) bool { return r.Series == i }) {
			return i
		}
	}
}

// Drawn returns the runs on the chart, the current one last.
func (s *Runs) Drawn() []*Run {
	all := slices.Clone(s.Pinned)
	for _, r := range []*Run{s.Last, s.Current} {
		if r != nil && !slices.Contains(all, r) {
			all = append(all, r)
		}
	}
	return all
}

// take adds a snapshot to its run and returns the run; nil where the snapshot is stale: of a forgotten run, or read twice.
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
			s.total = s.total.PlusRelease(c.Release)
		}
	}
	if !r.Training() {
		delete(s.Live, r.Number)
	}
	return r
}

// ChargeSwept adds the cost of a finished run of a sweep to what the session was charged.
func (s *Runs) ChargeSwept(cost accounting.TotalCost, simulation bool) {
	s.total = s.total.Plus(cost)
	s.Private++
	if simulation {
		s.simulations++
	}
}

// charged returns what all private runs of the session were charged together: a sum up to now, not a guarantee.
func (s *Runs) charged(delta float64) (mu, epsilon float64) {
	epsilon, err := s.total.Epsilon(accounting.Exact, delta)
	if err != nil {
		return s.total.Mu, math.NaN()
	}
	return s.total.Mu, epsilon
}

// reserved returns the μ that the runs that train may still be charged.
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

// Pin pins the current run, or unpins it. room reports whether another run could be pinned.
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

// Unpin unpins all runs.
func (s *Runs) Unpin() {
	for _, r := range s.Pinned {
		r.Pinned = false
	}
	s.Pinned = nil
}

// DrawnAs returns the drawn run with a number of the store; nil where there is none.
func (s *Runs) DrawnAs(id int64) *Run {
	all := s.Drawn()
	if i := slices.IndexFunc(all, func(r *Run) bool { return r.Stored == id && id != 0 }); i >= 0 {
		return all[i]
	}
	return nil
}

// Show pins a run of the store, or the drawn run with its number. It reports whether there was room.
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

// Hide unpins the run with a number of the store.
func (s *Runs) Hide(id int64) {
	s.Pinned = slices.DeleteFunc(s.Pinned, func(r *Run) bool {
		if id == 0 || r.Stored != id {
			return false
		}
		r.Pinned = false
		return true
	})
}
