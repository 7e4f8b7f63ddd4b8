package sweep

import (
	"maps"
	"math"
	"time"

	"dpals/engine"
	"dpals/engine/method"
)

// Status is the state of a sweep.
type Status string

// A sweep is running or paused until it is one of the others.
const (
	Running   Status = "running"
	Paused    Status = "paused"    // no run starts; runs that have started continue
	Done      Status = "done"      // every point, or all but those that failed
	Cancelled Status = "cancelled" // to be resumed
	Refused   Status = "refused"   // by the limit of a data set
)

// Cell is one combination of the grid, with its finished repeats.
type Cell struct {
	Data     string // name of the ratings
	Method   string
	Trust    method.Trust      // model of trust of ε
	Settings map[string]string // the parameters that the sweep varies, as typed
	Epsilon  float64           // target, or the ε of fixed noise; 0 if nothing is released

	N, Of           int // finished repeats, and all repeats
	Running, Failed int
	Mean, Deviation float64 // of the error, in rating units; Deviation is that of the sample: 0 for one repeat, NaN for none
	Private         bool    // the error is a release
	Runs            []int64 // in the store, in the order in which they finished

	data   int
	errors []float64
}

// Name returns the method with the parameters that the sweep varies: "dpals k=20".
func (c Cell) Name() string { return c.Method + suffix(c.Settings) }

// add adds a finished point.
func (c *Cell) add(p *point) {
	v := p.result.TestRMSE
	if p.result.MetricsPrivate {
		v, c.Private = p.result.ValidRMSE, true
	}
	c.errors = append(c.errors, v)
	c.N, c.Runs = len(c.errors), append(c.Runs, p.run)
	c.Mean, c.Deviation = 0, 0
	for _, v := range c.errors {
		c.Mean += v / float64(c.N)
	}
	for _, v := range c.errors {
		c.Deviation += (v - c.Mean) * (v - c.Mean)
	}
	if c.N > 1 {
		c.Deviation = math.Sqrt(c.Deviation / float64(c.N-1))
	}
}

// Result is one finished run of a sweep.
type Result struct {
	Point  int // from 0
	Cell   int
	Repeat int
	Run    int64 // in the store; 0 if it is not kept
	engine.Result
}

// Snapshot is the state of a sweep at one moment.
type Snapshot struct {
	ID        int64
	Spec      Spec
	Status    Status
	Cells     []Cell
	Results   []Result // by point
	Done      int      // points
	Failed    int
	Total     int
	Elapsed   time.Duration // since it was started or resumed
	Remaining time.Duration // estimate; negative where unknown
	Err       error         // why it ended early, or the first failure
}

// Snapshot returns the state of the sweep.
func (r *Run) Snapshot() Snapshot {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.sweep.snapshot()
	s.Status, s.Err = r.status, r.err
	s.Elapsed, s.Remaining = time.Since(r.start), r.sweep.remaining()
	if !r.finish.IsZero() {
		s.Elapsed, s.Remaining = r.finish.Sub(r.start), 0
	}
	return s
}

// Snapshot returns the state before the start.
func (s *Sweep) Snapshot() Snapshot { return s.snapshot() }

func (s *Sweep) snapshot() Snapshot {
	out := Snapshot{ID: s.ID, Spec: s.Spec, Total: len(s.points), Remaining: s.remaining(), Cells: make([]Cell, len(s.cells))}
	for i, c := range s.cells {
		c.Settings = maps.Clone(c.Settings)
		c.Runs = append([]int64(nil), c.Runs...)
		c.errors = nil
		out.Cells[i] = c
	}
	for i, p := range s.points {
		switch {
		case p.result != nil:
			out.Done++
			out.Results = append(out.Results, Result{Point: i, Cell: p.cell, Repeat: p.repeat, Run: p.run, Result: *p.result})
		case p.failed != nil:
			out.Failed++
		}
	}
	return out
}

// remaining estimates how long the rest takes: a point takes as long as those of its method and data that are done, or
// as any where there is none yet.
func (s *Sweep) remaining() time.Duration {
	type kind struct {
		data   int
		method string
	}
	took, count := make(map[kind]time.Duration), make(map[kind]int)
	var all time.Duration
	n := 0
	for _, p := range s.points {
		if p.result != nil {
			k := kind{s.cells[p.cell].data, p.config.Method}
			took[k], count[k] = took[k]+p.result.Elapsed, count[k]+1
			all, n = all+p.result.Elapsed, n+1
		}
	}
	var rest time.Duration
	for _, p := range s.points {
		if p.result != nil || p.failed != nil {
			continue
		}
		if n == 0 {
			return -1
		}
		k := kind{s.cells[p.cell].data, p.config.Method}
		if count[k] > 0 {
			rest += took[k] / time.Duration(count[k])
		} else {
			rest += all / time.Duration(n)
		}
	}
	return rest / time.Duration(max(1, min(s.environment.Jobs, len(s.points))))
}
