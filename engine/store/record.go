package store

import (
	"sync"
	"time"

	"dpals/engine"
)

// recordEvery is how often a run under way is brought up to date on disk: often enough to lose little with a process
// that is killed, seldom enough to cost nothing.
const recordEvery = 250 * time.Millisecond

// Recording is a run that is being kept. A nil *Recording is of a run that is not.
type Recording struct {
	store   *Store
	history *engine.History
	ready   chan struct{} // closed once run is there

	mu   sync.Mutex // of the next three
	run  Run
	seen int // events on disk
	done chan struct{}
	err  error // valid once done is closed
}

// Record keeps a run that has just been started, and returns at once. It pulls events as any reader does, so that the
// trainer never waits for the disk, and writes several of them together. When they cannot be written, the next attempt
// writes them too; Options.Warn tells of it once.
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

// Wait waits until all of an ended run is on disk, and returns its number, or why it is not kept. It returns early
// where the store is closed.
func (r *Recording) Wait() (id int64, err error) {
	if r == nil {
		return 0, nil
	}
	<-r.done
	return r.run.ID, r.err
}

// Finish keeps the result of a run that is done but has not ended yet: given to engine.Config.Keep, it has the result
// on disk before the ledger is told of the end, so that a crash in between does not lose what was paid for.
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

// flush writes what has happened since the last time.
func (r *Recording) flush() { r.write(nil) }

// write writes what has happened since the last time, and an event to come. Without a change it writes nothing.
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

// addEvents writes steps, and releases that no ledger has. The number of a release is that of its event.
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

// AddResult keeps what a run came to that was not recorded, without a curve: the result as it is to be known, and the number
// of its charge in the ledger, 0 for none. A nil *Store keeps nothing.
func (s *Store) AddResult(p engine.Problem, c engine.Config, result engine.Result, ledger int64, from Origin) (id int64, err error) {
	if s == nil {
		return 0, nil
	}
	r := describe(p, c, from)
	r.apply(engine.Ended{Outcome: engine.Done, Result: &result})
	// How long it was until now may tell what the result does not: how many runs a selection was drawn from.
	r.Ended = r.Started.Add(result.Elapsed)
	r.Ledger, r.owner = ledger, s.owner()
	if err = s.write(r.insert); err != nil {
		s.warnOnce(err)
	}
	return r.ID, err
}
