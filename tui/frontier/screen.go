package frontier

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/sweep"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// The panels of the Frontier screen.
const (
	panelCurves = iota
	panelSweep
	panelPoints
)

// Screen is the screen of error against ε for several methods. A sweep fills it in while it trains in the background. It
// is owned by the Update goroutine.
type Screen struct {
	*session.Session
	ui.Board
	ui.Actions[*Screen]

	live    *liveSweep // nil while no sweep runs
	started int        // sweeps started so far

	lens       ui.View
	points     ui.List[sweepPoint]
	pickedLine string // the name of the line that the crosshair reads

	form         sweepForm
	withResults  []storedSweep // of the loaded ratings, latest first
	unfinished   []storedSweep // of the loaded ratings, that can be resumed
	pendingStart startMode     // waits until the cost is known
	asking       startMode     // waits for the answer to the question

	cost   session.Task[int, sweepCost]         // of the sweep that Enter starts, by the form's generation
	stored session.Task[string, storedSweeps]   // by the fingerprint of the ratings
	opened session.Task[int64, *sweep.Snapshot] // a stored sweep to show, by its number

	snapshot    *sweep.Snapshot // of the shown sweep; nil for none
	expectedEnd time.Time       // of the running sweep; zero while unknown
	startErr    error           // why the last sweep did not start
}

// New returns the Frontier screen of a session.
func New(s *session.Session) *Screen {
	f := &Screen{Session: s, form: newSweepForm(s.Options.Methods, s.Options.Config.Seed, processors(s.Options.Config.Threads), s.Options.Config.PrivateMetrics != 0), points: newPoints()}
	f.cost.What, f.stored.What, f.opened.What = "computing the cost of the sweep", "reading the stored sweeps", "reading a stored sweep"
	f.Board = ui.NewBoard(&s.Style, f.arrange)
	f.Actions = ui.Bind(s.Options.Keys, f, frontierKeys(), ui.ScrollKeys[*Screen](), ui.ListKeys[*Screen](), ui.ViewKeys[*Screen](), ui.PanelKeys[*Screen]())
	return f
}

// Name returns the name of the screen in the header.
func (f *Screen) Name() string { return session.FrontierName }

// Charting returns the view of the chart; nil on the list, where its keys sort and filter.
func (f *Screen) Charting() *ui.View {
	if f.Focus == panelPoints {
		return nil
	}
	return &f.lens
}

// Aiming reports whether the arrow keys move the crosshair.
func (f *Screen) Aiming() bool { return f.Focus == panelCurves }

// Scrolling returns the focused list or form; nil for the chart and the progress.
func (f *Screen) Scrolling() ui.Scroller {
	switch {
	case f.Focus == panelPoints:
		return &f.points
	case f.filling():
		return &f.form
	}
	return nil
}

// Listing returns the list of points if it has the focus.
func (f *Screen) Listing() ui.Lister {
	if f.Focus == panelPoints {
		return &f.points
	}
	return nil
}

// filling reports whether the form has the focus; while a sweep runs, its progress stands in its place.
func (f *Screen) filling() bool { return f.Focus == panelSweep && !f.Sweeping() }

// Typing reports whether keys go to an input.
func (f *Screen) Typing() bool { return f.form.edit.Open || f.points.Typing() }

// arrange puts the chart on the left or, in one column, at the top; there the focused panel below it gets most lines.
func (f *Screen) arrange(b ui.Rect) []ui.Rect {
	at := make([]ui.Rect, 3)
	if b.W < ui.WideFrom {
		const folded = 3 // one line in its frame
		at[panelCurves], b = b.Top(b.H * 11 / 20)
		if f.Focus == panelPoints {
			at[panelSweep], at[panelPoints] = b.Top(folded)
		} else {
			at[panelSweep], at[panelPoints] = b.Top(b.H - folded)
		}
		return at
	}
	at[panelCurves], b = b.Left(b.W - min(max(46, b.W*3/8), 72))
	at[panelSweep], at[panelPoints] = b.Top(b.H * 11 / 20)
	return at
}

// Shown refreshes the stored sweeps and the cost when the screen comes to the front.
func (f *Screen) Shown() tea.Cmd { return tea.Batch(f.refreshStored(), f.refreshCost()) }

// Update handles a message.
func (f *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case session.LoadedMsg:
		return f.takeRatings()
	case session.StartedMsg, session.SnapshotMsg:
		f.PauseBackground()
	case sweepStartedMsg:
		return f.onSweepStarted(msg)
	case sweepProgressMsg:
		return f.onSweepProgress(msg)
	case session.SweepKnobsMsg:
		return f.sweepKnobs(msg)
	}
	if next, changed := f.cost.Receive(msg); changed {
		return tea.Batch(next, f.takeCost())
	}
	if next, changed := f.stored.Receive(msg); changed {
		if next != nil { // the store has changed since
			return next
		}
		return f.takeStored()
	}
	if next, changed := f.opened.Receive(msg); changed {
		return tea.Batch(next, f.takeOpened())
	}
	return nil
}

// takeRatings begins with newly loaded ratings. A sweep of the previous ones stops and can be resumed later.
func (f *Screen) takeRatings() tea.Cmd {
	if s := f.live; s != nil {
		s.otherRatings = true
		s.stop()
		f.Say("sweep of the previous ratings stopped; open them again to resume it")
	}
	f.show(nil)
	f.cost.Reset()
	f.stored.Reset()
	f.opened.Reset()
	f.withResults, f.unfinished, f.startErr, f.asking, f.pendingStart = nil, nil, nil, startNothing, startNothing
	f.form.setUnfinished(0)
	f.form.specChanged()
	f.lens = ui.View{}
	return tea.Batch(f.refreshStored(), f.refreshCost())
}

// show shows a sweep; nil for none.
func (f *Screen) show(s *sweep.Snapshot) {
	f.snapshot = s
	f.points.Set(f.pointsOf(s), samePoint)
	f.chart() // tells the crosshair its stops
}

// onSweepStarted shows a sweep that has started, or keeps why it has not.
func (f *Screen) onSweepStarted(m sweepStartedMsg) tea.Cmd {
	current := f.live != nil && f.live.number == m.number
	otherRatings := current && f.live.otherRatings
	cmd := f.attachSweep(m)
	if !current || otherRatings {
		return cmd
	}
	if m.err != nil {
		f.startErr = m.err
		f.form.specChanged()
		return tea.Batch(cmd, f.refreshCost())
	}
	f.startErr, f.expectedEnd = nil, time.Time{}
	before := m.before
	before.Status = sweep.Running
	f.show(&before)
	return cmd
}

// onSweepProgress shows the progress of the running sweep.
func (f *Screen) onSweepProgress(m sweepProgressMsg) tea.Cmd {
	s := f.live
	if s == nil || s.number != m.number {
		return nil
	}
	otherRatings := s.otherRatings
	cmd := f.recordProgress(m)
	if !otherRatings {
		if f.snapshot == nil || f.snapshot.Done != m.snapshot.Done || f.expectedEnd.IsZero() {
			f.expectedEnd = time.Time{}
			if m.snapshot.Remaining > 0 {
				f.expectedEnd = m.at.Add(m.snapshot.Remaining)
			}
		}
		f.show(&m.snapshot)
	}
	if m.ended {
		f.form.specChanged()
		return tea.Batch(cmd, f.refreshStored(), f.refreshCost())
	}
	return cmd
}
