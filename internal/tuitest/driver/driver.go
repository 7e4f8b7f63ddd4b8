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

// Dashboard is a dashboard that gets its messages from a test. Its commands are not run.
type Dashboard struct {
	T       testing.TB
	Model   *tui.Model
	Session *session.Session
}

// Options returns options with the fake methods, a fake data set, and runs whose events the test sends.
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

// NewBare returns a dashboard that has had no message, so it has no size.
func NewBare(t testing.TB, o session.Options) *Dashboard {
	t.Helper()
	m, err := tui.New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return &Dashboard{T: t, Model: m, Session: m.Session}
}

// New returns a dashboard of w×h cells with the preview of its knobs and the status of the ledger.
func New(t testing.TB, w, h int, o session.Options) *Dashboard {
	t.Helper()
	d := NewBare(t, o)
	d.Model.Init()
	d.Send(tea.WindowSizeMsg{Width: w, Height: h})
	d.Preview()
	d.ReadLedger()
	return d
}

// Send sends messages to the dashboard and returns the command of the last one.
func (d *Dashboard) Send(messages ...tea.Msg) (last tea.Cmd) {
	for _, msg := range messages {
		_, last = d.Model.Update(msg)
	}
	return last
}

// Screen returns the screen of that name.
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

// Remark returns the line that a screen has for below it, "" for none.
func (d *Dashboard) Remark(screen string) string {
	d.T.Helper()
	s, ok := d.Screen(screen).(interface {
		Remark() (text string, urgent bool)
	})
	if !ok {
		return ""
	}
	text, _ := s.Remark()
	return text
}

// Front returns the screen in front.
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

// Preview sends the preview of the current knobs.
func (d *Dashboard) Preview() {
	s := d.Session
	if !s.Loaded() {
		return
	}
	v, err := s.Options.Foresee(s.Problem, s.Knobs.Config())
	d.SendPreview(v, err)
}

// ReadLedger sends the status of the ledger, if there is one.
func (d *Dashboard) ReadLedger() {
	if o := d.Session.Options; o.Status != nil && d.Session.Loaded() {
		s, err := o.Status(d.Session.Problem.Fingerprint)
		d.Send(d.Session.Ledger.Finished(d.Session.Problem.Fingerprint, s, err))
	}
}

type (
	// LedgerResult is the message with a status of the ledger.
	LedgerResult = session.Result[string, ledger.Status]
	// PreviewResult is the message with a preview.
	PreviewResult = session.Result[int, *engine.Preview]
)

// SendLedger sends a status of the ledger.
func (d *Dashboard) SendLedger(s ledger.Status) tea.Cmd {
	return d.Send(d.Session.Ledger.Finished(d.Session.Problem.Fingerprint, s, nil))
}

// SendPreview sends a preview of the current knobs.
func (d *Dashboard) SendPreview(v *engine.Preview, err error) tea.Cmd {
	return d.Send(d.Session.Preview.Finished(d.Session.Knobs.Generation, v, err))
}
