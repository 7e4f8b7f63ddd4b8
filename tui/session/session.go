package session

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/themes"
	"dpals/tui/ui"
)

// Session is what the screens share: the ratings, the knobs, the runs since the start, the ledger view, the theme. It is
// owned by the Update goroutine.
type Session struct {
	Ctx       context.Context
	Options   Options
	Problem   engine.Problem
	Loading   bool
	Reading   string // name of the ratings that are being read
	LoadError error  // why there are no ratings

	InFront func(screen string) bool // whether the screen of that name is visible

	Knobs   knobs
	Preview Task[int, *engine.Preview] // of the knobs, by Knobs.Generation

	Runs       Runs
	Ledger     Task[string, ledger.Status] // what was charged to the data set, by its fingerprint
	Lanes      Lanes
	Background Background // a sweep that trains or is about to; nil where there is none
	Failures   []Failure
	tickets    int // number of the latest reveal tick

	ui.Style
	Note   string
	Urgent bool // the note is an error

	ChosenTheme string // by the analyst; "" while the theme follows the terminal
}

// New returns a session before anything is read or trained. The options must be filled: see Options.Fill.
func New(ctx context.Context, o Options, th *themes.Theme) *Session {
	return &Session{
		Ctx: ctx, Options: o, Problem: o.Problem, Knobs: newKnobs(o.Methods, o.Config), Style: ui.Style{Theme: th},
		Preview: Task[int, *engine.Preview]{What: "computing the costs of the settings"},
		Ledger:  Task[string, ledger.Status]{What: "reading the ledger"},
	}
}

// Handle handles messages about the ratings, the preview, the runs and the ledger, before the screens handle them.
func (s *Session) Handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case LoadedMsg:
		s.Preview.Reset()
		s.Knobs.Generation++ // a knob that was turned before does not train on these ratings
		return s.RefreshLedger()
	case revealMsg:
		return s.takeReveal(msg)
	case StartedMsg:
		return s.takeStarted(msg)
	case SnapshotMsg:
		return s.takeSnapshot(msg)
	}
	if next, changed := s.Preview.Receive(msg); changed {
		return next
	}
	next, _ := s.Ledger.Receive(msg)
	return next
}

// OnlyReleases reports whether only releases are shown: errors that are releases may be published, so nothing that is
// computed from the ratings is shown beside them.
func (s *Session) OnlyReleases() bool { return s.Knobs.Fixed.PrivateMetrics != 0 }

// Loaded reports whether there are ratings to train on.
func (s *Session) Loaded() bool { return s.Problem.Split != nil }

// Ratings returns the number of ratings that are trained on.
func (s *Session) Ratings() int {
	if !s.Loaded() {
		return 0
	}
	return s.Problem.Split.Train.Count()
}

// Say shows a message until the next key.
func (s *Session) Say(format string, args ...any) {
	s.Note, s.Urgent = fmt.Sprintf(format, args...), false
}

// Complain shows a message about an error until the next key.
func (s *Session) Complain(format string, args ...any) {
	s.Note, s.Urgent = fmt.Sprintf(format, args...), true
}

// Copy returns the command that copies a text to the terminal's clipboard (OSC 52), and says so.
func (s *Session) Copy(text string) tea.Cmd {
	return tea.Batch(tea.SetClipboard(text), func() tea.Msg { return CopiedMsg{text} })
}

// MethodSeries returns the series, and so the colour, of a method.
func (s *Session) MethodSeries(name string) int {
	for i, m := range s.Options.Methods {
		if m.Name == name {
			return i
		}
	}
	return len(s.Options.Methods)
}
