package driver

import (
	"context"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/tui"
	"dpals/tui/session"
)

// Dashboard is a dashboard driven by messages; commands are dropped, their messages are written by the test.
type Dashboard struct {
	T       testing.TB
	Model   *tui.Model
	Session *session.Session
}

// Options are those of a dashboard on the fake methods, the fake data set and runs that the test writes.
func Options() session.Options {
	return session.Options{
		Problem: Problem(800_167), Config: engine.Config{Threads: 2}, Theme: "dark", Mouse: true,
		Backend: session.Backend{
			Methods: []*method.Method{PrivateMethod, ReferenceMethod, BaselineMethod},
			Foresee: Foresee,
			Launch: func(context.Context, engine.Problem, engine.Config) (session.Follower, error) {
				return NewRun(), nil
			},
		},
	}
}

// NewBare is a dashboard that has heard of nothing yet, not even of its size.
func NewBare(t testing.TB, o session.Options) *Dashboard {
	t.Helper()
	m, err := tui.New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return &Dashboard{T: t, Model: m, Session: m.Session}
}

// New is a dashboard of w×h cells that has its preview and what the ledger says.
func New(t testing.TB, w, h int, o session.Options) *Dashboard {
	t.Helper()
	b := NewBare(t, o)
	b.Model.Init()
	b.Send(tea.WindowSizeMsg{Width: w, Height: h})
	b.Preview()
	b.ReadLedger()
	return b
}

func (d *Dashboard) Send(messages ...tea.Msg) (last tea.Cmd) {
	for _, msg := range messages {
		_, last = d.Model.Update(msg)
	}
	return last
}

// Screen is the screen of a name.
func (d *Dashboard) Screen(name string) tui.Screen {
	d.T.Helper()
	for _, s := range d.Model.Screens {
		if s.Name() == name {
			return s
		}
	}
	d.T.Fatalf("there is no screen %q", name)
	return nil
}

// Front is the screen that shows.
func (d *Dashboard) Front() tui.Screen { return d.Model.Screens[d.Model.Current] }

// GoTo brings a screen to the front and returns it.
func (d *Dashboard) GoTo(name string) tui.Screen {
	d.T.Helper()
	for i, s := range d.Model.Screens {
		if s.Name() == name {
			d.Model.GoTo(i)
			return s
		}
	}
	d.T.Fatalf("there is no screen %q", name)
	return nil
}

// Preview works out the consequences of the knobs as they stand.
func (d *Dashboard) Preview() {
	s := d.Session
	if !s.Loaded() {
		return
	}
	v, err := s.Options.Foresee(s.Problem, s.Knobs.Config())
	d.SendPreview(v, err)
}

// ReadLedger brings what was charged to the data set, where there is a ledger.
func (d *Dashboard) ReadLedger() {
	if o := d.Session.Options; o.Status != nil && d.Session.Loaded() {
		s, err := o.Status(d.Session.Problem.Fingerprint)
		d.Send(d.Session.Ledger.Finished(d.Session.Problem.Fingerprint, s, err))
	}
}

// Results of the session's tasks.
type (
	LedgerResult  = session.Result[string, ledger.Status]
	PreviewResult = session.Result[int, *engine.Preview]
)

// SendLedger brings what was charged to the data set.
func (d *Dashboard) SendLedger(s ledger.Status) tea.Cmd {
	return d.Send(d.Session.Ledger.Finished(d.Session.Problem.Fingerprint, s, nil))
}

// SendPreview brings the consequences of the knobs as they stand.
func (d *Dashboard) SendPreview(v *engine.Preview, err error) tea.Cmd {
	return d.Send(d.Session.Preview.Finished(d.Session.Knobs.Generation, v, err))
}
