package store

import (
	"sync"
	"time"

	"dpals/engine"
)

// recordEvery is the interval at which a running run is written to disk: short enough to lose little when the process is
// killed, long enough to cost nothing.
const recordEvery = 250 * time.Millisecond

// Recording is a run that is being stored. A nil *Recording is of a run that is not stored.
type Recording struct {
	store   *Store
	history *engine.History
	ready   chan struct{} // closed once run is set

	mu   sync.Mutex // of the next three
	run  Run
	seen int // events on disk
	done chan struct{}
	err  error // valid once done is closed
}

// Record stores a run that was just started, and returns at once. It reads events like any other reader, so that the trainer
// never waits for the disk, and writes several events together. Events that cannot be written are written with the next
// attempt; Options.Warn is called once.
func (s *Store) Record(h *engine.History, p engine.Problem, c engine.Config, from Origin) *Recording {
	if s == nil {
		return nil
	}
	r := &Recording{store: s, history: h, ready: make(chan struct{}), done: make(chan struct{})}
	s.open.Add(1)
	go func() {
		defer s.open.Done()
		defer close(r.done)
		r.run = describe(p, c, from)
		r.run.owner = s.owner()
		close(r.ready)
		r.follow()
	}()
	return r
}

// Wait waits until an ended run is completely on disk, and returns its number, or why it is not stored. It returns early if
// the store is closed.
func (r *Recording) Wait() (id int64, err error) {
	if r == nil {
		return 0, nil
	}
	<-r.done
	return r.run.ID, r.err
}

// Finish stores the result of a run that is done but has not ended yet. As engine.Config.Keep, it writes the result to disk
// before the ledger's entry ends, so that a crash in between does not lose a charged result.
func (r *Recording) Finish(result *engine.Result) {
	if r == nil {
		return
	}
	<-r.ready
	r.write(engine.Ended{Outcome: engine.Done, Result: result})
}

func (r *Recording) follow() {
	nudge, release := r.history.Subscribe()
	defer release()
	rest := time.NewTimer(0)
	defer rest.Stop()
	for {
		select {
		case <-rest.C:
		case <-r.history.Done():
			r.flush()
			return
		case <-r.store.closing:
			r.flush()
			return
		}
		r.flush()
		select {
		case <-nudge:
		case <-r.history.Done():
		case <-r.store.closing:
		}
		rest.Reset(recordEvery)
	}
}

// flush writes the events since the last call.
func (r *Recording) flush() { r.write(nil) }

// write writes the events since the last call, and an event that is still to come. It writes nothing if there are none.
func (r *Recording) write(coming engine.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	events := r.history.Events(r.seen)
	if len(events) == 0 && coming == nil {
		return
	}
	next := r.run
	for _, e := range events {
		next.apply(e)
	}
	if coming != nil {
		next.apply(coming)
	}
	next.Ledger = r.history.Account()
	r.err = r.store.write(func(t *transaction) error {
		if err := next.insertOrUpdate(t); err != nil {
			return err
		}
		return t.addEvents(&next, r.seen, events)
	})
	if r.err != nil {
		r.store.warnOnce(r.err)
		return
	}
	r.run, r.seen = next, r.seen+len(events)
}

func (r *Run) insertOrUpdate(t *transaction) error {
	if r.ID == 0 {
		return r.insert(t)
	}
	return r.update(t)
}

// addEvents writes iterations, and releases that no ledger has. The number of a release is that of its event.
func (t *transaction) addEvents(r *Run, first int, events []engine.Event) error {
	for i, e := range events {
		var err error
		switch e := e.(type) {
		case engine.Iterated:
			err = t.addIteration(r.ID, Iteration{e.T, e.Of, e.TrainRMSE, e.ValidRMSE, e.Deviation, e.Epsilon, e.Elapsed})
		case engine.Released:
			if r.Ledger == 0 {
				err = t.addRelease(r.ID, first+i, Release{e.Name, e.Kind, e.Proof, e.Sensitivity, e.Sigma, e.Charge.Mu, e.SpentMu, e.Epsilon})
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (t *transaction) addIteration(run int64, s Iteration) error {
	_, err := t.Exec(`INSERT INTO run_steps VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, run, s.T, s.Of, nullIfNotFinite(s.TrainRMSE), nullIfNotFinite(s.ValidRMSE),
		s.Deviation, nullIfNotFinite(s.Epsilon), s.Elapsed.Seconds())
	return err
}

func (t *transaction) addRelease(run int64, number int, r Release) error {
	_, err := t.Exec(`INSERT INTO run_releases VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, run, number, r.Name, r.Kind, r.Proof, r.Sensitivity, r.Sigma, r.Mu,
		r.SpentMu, nullIfZero(r.Epsilon))
	return err
}

// AddResult stores the result of a run that was not recorded, without a curve. ledger is the run's number in the ledger, 0 for
// none. A nil *Store stores nothing.
func (s *Store) AddResult(p engine.Problem, c engine.Config, result engine.Result, ledger int64, from Origin) (id int64, err error) {
	if s == nil {
		return 0, nil
	}
	r := describe(p, c, from)
	r.apply(engine.Ended{Outcome: engine.Done, Result: &result})
	// The time until now could reveal what the result does not: the number of runs of a selection.
	r.Ended = r.Started.Add(result.Elapsed)
	r.Ledger, r.owner = ledger, s.owner()
	if err = s.write(r.insert); err != nil {
		s.warnOnce(err)
	}
	return r.ID, err
}
