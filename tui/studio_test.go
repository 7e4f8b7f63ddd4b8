package tui_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/store"
	"dpals/engine/sweep"
	"dpals/internal/tuitest/driver"
	"dpals/internal/tuitest/picture"
	"dpals/loaders"
	"dpals/loaders/sources"
	"dpals/tui/session"
)

// pictures are the screens of the documentation, drawn one after the other in one session with real training.
var pictures = []struct {
	name string
	pose func(*studio)
}{
	{"tune", (*studio).tune},
	{"frontier", (*studio).frontier},
	{"data", (*studio).data},
	{"privacy", (*studio).privacy},
	{"people", (*studio).people},
	{"runs", (*studio).runs},
}

// studio is a dashboard as the program opens it, without what would differ between times or machines: the noise comes from
// a seed, and clocks are fixed.
type studio struct {
	*driver.Dashboard
	store  *store.Store
	ledger *ledger.Ledger
}

func drawPictures(t *testing.T, dir string) {
	s := newStudio(t)
	for _, p := range pictures {
		p.pose(s)
		if err := os.WriteFile(filepath.Join(dir, p.name+".svg"), []byte(picture.SVG(s.Content(), s.Session.Theme)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// studioTime is the fixed time.
var studioTime = time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)

func newStudio(t testing.TB) *studio {
	r, err := sources.Open(t.Context(), "synth:skewed", sources.Options{})
	if err != nil {
		t.Fatal(err)
	}
	split, err := loaders.SplitRatings(r, loaders.DefaultProtocol, 1)
	if err != nil {
		t.Fatal(err)
	}
	state := t.TempDir()
	l, err := ledger.Open(state)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	kept, err := store.Open(state, store.Options{Ledger: l})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kept.Close() })
	const fingerprint = "synth"
	if err := l.SetLimit(fingerprint, r.Origin.Source, &ledger.Limit{Epsilon: 8, Delta: engine.DefaultDelta}); err != nil {
		t.Fatal(err)
	}
	seed := uint64(1)
	o := driver.Options()
	o.Methods, o.Foresee = nil, nil
	o.Problem = engine.Problem{Name: r.Origin.Source, Split: split, Fingerprint: fingerprint}
	o.Config = engine.Config{Seed: &seed, Ledger: l, Threads: 2}
	o.Store, o.Archive = kept, stillArchive{kept}
	o.History = func(fingerprint string) ([]ledger.HistoryEntry, error) {
		all, err := l.History(fingerprint)
		for i := range all {
			all[i].Started = studioTime.Add(time.Duration(i) * time.Minute)
			all[i].Ended = all[i].Started.Add(stillElapsed)
		}
		return all, err
	}
	o.Now = func() time.Time { return studioTime.Add(time.Hour) }
	return &studio{Dashboard: driver.New(t, 120, 36, o), store: kept, ledger: l}
}

// stillElapsed is the duration of every run.
const stillElapsed = 240 * time.Millisecond

// stillArchive is a store with fixed times: a run every minute, all of the same duration.
type stillArchive struct{ *store.Store }

func freeze(r *store.Run) {
	r.Started = studioTime.Add(time.Duration(r.ID) * time.Minute)
	r.Elapsed, r.Ended, r.Program = stillElapsed, r.Started.Add(stillElapsed), "dpals"
}

func (a stillArchive) List(f store.Filter, o store.Sort, limit, offset int) ([]store.Run, error) {
	all, err := a.Store.List(f, o, limit, offset)
	for i := range all {
		freeze(&all[i])
	}
	return all, err
}

func (a stillArchive) Get(id int64) (store.Detail, error) {
	d, err := a.Store.Get(id)
	freeze(&d.Run)
	for i := range d.Curve {
		d.Curve[i].Elapsed = stillElapsed * time.Duration(i+1) / time.Duration(len(d.Curve))
	}
	return d, err
}

// perform runs a command and all that follow from it.
func (s *studio) perform(cmd tea.Cmd) {
	for queue := []tea.Cmd{cmd}; len(queue) > 0; queue = queue[1:] {
		if queue[0] == nil {
			continue
		}
		switch msg := queue[0]().(type) {
		case nil:
		case tea.BatchMsg:
			queue = append(queue, msg...)
		default:
			queue = append(queue, s.Send(msg))
		}
	}
}

// show brings a screen to the front and runs its commands.
func (s *studio) show(name string) { s.perform(s.Model.GoToNamed(name)) }

// does presses keys and runs the commands that follow.
func (s *studio) does(keys ...string) {
	for _, k := range keys {
		s.perform(s.Press(k))
	}
}

// train trains a run and sends all its events at once, with the fixed duration.
func (s *studio) train(r *session.Run) {
	h, err := engine.Run(context.Background(), s.Session.Problem, r.Config)
	if err != nil {
		s.T.Fatal(err)
	}
	if _, err := h.Wait(); err != nil {
		s.T.Fatal(err)
	}
	events := h.Events(0)
	for i, e := range events {
		if end, ok := e.(engine.Ended); ok {
			result := *end.Result
			result.Elapsed = stillElapsed
			end.Result = &result
			events[i] = end
		}
	}
	follow := s.Send(session.StartedMsg{Run: r.Number, History: h})
	s.Send(session.SnapshotMsg{Run: r.Number, Events: events})
	s.perform(follow)
}

// tune changes ε from 1 to 3: the new curve and the one before.
func (s *studio) tune() {
	b := s.Session
	s.train(b.Runs.Baseline)
	s.train(b.Runs.Reference)
	s.train(b.Runs.Current)
	s.Press("right", "right", "right")
	s.Preview()
	s.Send(session.SettledMsg{Generation: s.Session.Knobs.Generation})
	s.train(b.Runs.Current)
	s.ReadLedger()
}

// frontier has a sweep of several methods over ε.
func (s *studio) frontier() {
	spec := sweep.Spec{
		Data: []string{s.Session.Problem.Name}, Split: loaders.DefaultProtocol, SplitSeed: 1, Methods: []string{"dpals-eb", "dpals", "als", "user-mean"},
		Epsilon: []float64{0.5, 1, 2, 5, 10}, Delta: engine.DefaultDelta, Accountant: "exact", Repeats: 3, Seed: s.Session.Options.Config.Seed,
	}
	prepared, err := sweep.Prepare(s.T.Context(), spec, sweep.Environment{
		Load: func(context.Context, string) (engine.Problem, error) { return s.Session.Problem, nil }, Store: s.store, Jobs: 1, Threads: 2,
	})
	if err != nil {
		s.T.Fatal(err)
	}
	if _, err := prepared.Start(s.T.Context()).Wait(); err != nil {
		s.T.Fatal(err)
	}
	s.show("Frontier")
}

// data has smaller k and β, so that the samplings differ.
func (s *studio) data() {
	s.show("Data")
	for range 11 {
		s.does("left")
	}
	s.does("down", "left", "left", "up")
}

func (s *studio) privacy() { s.show("Privacy") }

// people has a user with the effect of their removal.
func (s *studio) people() {
	s.perform(s.Screen("People").Update(session.LoadedMsg{Problem: s.Session.Problem})) // what Init had begun was dropped
	s.show("People")
	s.does("down", "down")
}

// runs compares the two runs of tune.
func (s *studio) runs() {
	s.show("Runs")
	s.does("G", "up", "up", "up", "space", "space", "c")
}
