package tui

import (
	"math"
	"slices"

	"dpals/accounting"
)

// maxPins is how many runs can be pinned: with the current and the last one they have a colour each.
const maxPins = 6

// session is the runs since the dashboard was opened. Not safe for concurrent use.
type session struct {
	current *run
	last    *run // the ghost: the run before the current one that had something to show
	pinned  []*run

	floor   *run // user-mean, non-private, for comparison
	ceiling *run // als, likewise

	live    map[int]*run // those that have not ended, superseded ones included: they are still charged
	started int
	version int // changes with everything but progress

	paid        accounting.TotalCost
	private     int // runs with at least one charge
	simulations int // of those, with a known seed
}

// register numbers a run and follows it until its end.
func (s *session) register(r *run) {
	s.started++
	r.number = s.started
	if s.live == nil {
		s.live = make(map[int]*run)
	}
	s.live[r.number] = r
	s.version++
}

// begin makes r the current run; the one before becomes the ghost if it has a curve, and stops.
func (s *session) begin(r *run) {
	if old := s.current; old != nil {
		if old.training() {
			old.stop()
		}
		if len(old.steps) > 0 {
			s.last = old
			old.unveilAll()
		}
	}
	r.series = s.freeSeries()
	s.current = r
	s.register(r)
}

// restore takes up a run of an earlier session as a pinned curve.
func (s *session) restore(r *run) {
	s.started++
	r.number = s.started
	s.pinned = append(s.pinned, r)
	s.version++
}

// clear stops and forgets what was trained on ratings that are not at hand any more. What was paid stays paid.
func (s *session) clear() {
	for _, r := range s.live {
		r.elsewhere = true
		r.stop()
	}
	s.current, s.last, s.pinned, s.floor, s.ceiling = nil, nil, nil, nil, nil
	s.paid, s.private, s.simulations = accounting.TotalCost{}, 0, 0
	s.version++
}

// freeSeries is the lowest colour that no drawn run has.
func (s *session) freeSeries() int {
	for i := 0; ; i++ {
		if !slices.ContainsFunc(s.drawn(), func(r *run) bool { return r.series == i }) {
			return i
		}
	}
}

// drawn lists the runs on the chart, the current one last.
func (s *session) drawn() []*run {
	all := slices.Clone(s.pinned)
	for _, r := range []*run{s.last, s.current} {
		if r != nil && !slices.Contains(all, r) {
			all = append(all, r)
		}
	}
	return all
}

// take hands a snapshot to its run. It returns nil where the snapshot is stale: of a run that is gone, or read twice.
func (s *session) take(m snapshotMsg) *run {
	r := s.live[m.run]
	if r == nil || r.read != m.from {
		return nil
	}
	had := len(r.charges)
	r.take(m)
	if fresh := r.charges[had:]; len(fresh) > 0 && !r.elsewhere {
		if had == 0 {
			s.private++
			if r.simulation {
				s.simulations++
			}
		}
		for _, c := range fresh {
			s.paid = s.paid.PlusRelease(c.Release)
		}
	}
	if !r.training() {
		delete(s.live, r.number)
	}
	if len(m.events) > 0 {
		s.version++
	}
	return r
}

// charged is what all private runs of the session were charged together: a sum up to now, no guarantee.
func (s *session) charged(delta float64) (mu, epsilon float64) {
	epsilon, err := s.paid.Epsilon(accounting.Exact, delta)
	if err != nil {
		return s.paid.Mu, math.NaN()
	}
	return s.paid.Mu, epsilon
}

// reserved is the μ that the runs which train may still be charged.
func (s *session) reserved() float64 {
	left := 0.0
	for _, r := range s.live {
		if r.plan != nil {
			mu, _ := r.charged()
			left += max(r.plan.Mu*r.plan.Mu-mu*mu, 0)
		}
	}
	return math.Sqrt(left)
}

// pin keeps the current run on the chart, or lets it go again.
func (s *session) pin() (kept bool, room bool) {
	r := s.current
	if i := slices.Index(s.pinned, r); i >= 0 {
		s.pinned = slices.Delete(s.pinned, i, i+1)
		r.pinned = false
		s.version++
		return false, true
	}
	if len(s.pinned) >= maxPins {
		return false, false
	}
	s.pinned = append(s.pinned, r)
	r.pinned = true
	s.version++
	return true, true
}

func (s *session) unpin() {
	for _, r := range s.pinned {
		r.pinned = false
	}
	s.pinned = nil
	s.version++
}
