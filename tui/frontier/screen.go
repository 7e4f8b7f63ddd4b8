package frontier

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/sweep"
	"dpals/internal/format"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// The panels of the Frontier screen.
const (
	panelCurves = iota
	panelSweep
	panelPoints
)

// Screen is the screen of error against ε: several methods, many runs, the trade-off at a glance. A sweep fills it in
// while it trains in the background.
type Screen struct {
	*session.Session
	ui.Board
	ui.Actions[*Screen]

	live   *liveSweep // nil while none trains
	sweeps int        // begun so far

	lens   ui.View
	points ui.List[sweepPoint]
	picked string // the line that the crosshair reads, by its name

	form       sweepForm
	all        []keptSweep // of the ratings at hand that have something to show, latest first
	unfinished []keptSweep // those to be resumed
	starting   startWish   // once it is known what the sweep costs
	asking     startWish   // to spend what it costs; startNothing while nothing is asked

	cost   session.Task[int, foresight]         // of the sweep that the form means, by its generation
	kept   session.Task[string, keptSweeps]     // by the fingerprint of the ratings
	opened session.Task[int64, *sweep.Snapshot] // a sweep of the store to show, by its number there

	shot    *sweep.Snapshot // the sweep that is shown; nil while there is none
	due     time.Time       // when it will be done; zero where unknown
	trouble error           // why a sweep did not begin
}

// startWish is what is to be done once it is known what a sweep costs.
type startWish int

const (
	startNothing startWish = iota
	startResumed           // what is left
	startFresh             // everything, also what was done before
)

// New returns the Frontier screen of a session.
func New(s *session.Session) *Screen {
	f := &Screen{Session: s, form: newSweepForm(s.Options.Methods, s.Options.Config.Seed, processors(s.Options.Config.Threads), s.Options.Config.PrivateMetrics != 0), points: newPoints()}
	f.cost.What, f.kept.What, f.opened.What = "working out what the sweep costs", "looking for sweeps", "reading a sweep"
	f.Board = ui.NewBoard(&s.Style, f.arrange)
	f.Actions = ui.Bind(s.Options.Keys, f, frontierKeys(), ui.ScrollKeys[*Screen](), ui.ListKeys[*Screen](), ui.ViewKeys[*Screen](), ui.PanelKeys[*Screen]())
	return f
}

func (f *Screen) Name() string { return session.FrontierName }

func (f *Screen) Charting() *ui.View {
	if f.Focus == panelPoints { // its keys sort and filter there
		return nil
	}
	return &f.lens
}

func (f *Screen) Aiming() bool { return f.Focus == panelCurves }

func (f *Screen) Scrolling() ui.Scroller {
	switch {
	case f.Focus == panelPoints:
		return &f.points
	case f.filling():
		return &f.form
	}
	return nil
}

func (f *Screen) Listing() ui.Lister {
	if f.Focus == panelPoints {
		return &f.points
	}
	return nil
}

// filling reports whether the form has the focus: it gives way to the progress of a sweep.
func (f *Screen) filling() bool { return f.Focus == panelSweep && !f.Sweeping() }

func (f *Screen) Typing() bool { return f.form.edit.Open || f.points.Typing() }

// arrange gives the chart the left side; in one column, the top, and of the panels below it the one with the focus the
// most.
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

func (f *Screen) Shown() tea.Cmd { return tea.Batch(f.refreshKept(), f.refreshCost()) }

func (f *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case session.LoadedMsg:
		return f.reopen()
	case session.StartedMsg, session.SnapshotMsg:
		f.PauseBackground()
	case sweepBegunMsg:
		return f.begun(msg)
	case sweptMsg:
		return f.follow(msg)
	case session.SweepKnobsMsg:
		return f.sweepKnobs(msg)
	}
	if next, changed := f.cost.Receive(msg); changed {
		return tea.Batch(next, f.takeCost())
	}
	if next, changed := f.kept.Receive(msg); changed {
		if next != nil { // something has happened since these were looked for
			return next
		}
		return f.takeKept()
	}
	if next, changed := f.opened.Receive(msg); changed {
		return tea.Batch(next, f.takeOpened())
	}
	return nil
}

// reopen begins with other ratings: a sweep over those before stops, and can be resumed when they are opened again.
func (f *Screen) reopen() tea.Cmd {
	if s := f.live; s != nil {
		s.elsewhere = true
		s.stop()
		f.Say("the sweep over the ratings before has stopped; it can be resumed when they are opened again")
	}
	f.show(nil)
	f.cost.Reset()
	f.kept.Reset()
	f.opened.Reset()
	f.all, f.unfinished, f.trouble, f.asking, f.starting = nil, nil, nil, startNothing, startNothing
	f.form.offer(0)
	f.form.changed()
	f.lens = ui.View{}
	return tea.Batch(f.refreshKept(), f.refreshCost())
}

// show draws a sweep as it stands.
func (f *Screen) show(s *sweep.Snapshot) {
	f.shot = s
	f.points.Set(f.rowsOf(s), samePoint)
	f.chart() // so that the crosshair knows where it can stand
}

func (f *Screen) begun(m sweepBegunMsg) tea.Cmd {
	mine := f.live != nil && f.live.number == m.Number
	elsewhere := mine && f.live.elsewhere
	cmd := f.sweepBegun(m)
	if !mine || elsewhere {
		return cmd
	}
	if m.Err != nil {
		f.trouble = m.Err
		f.form.changed()
		return tea.Batch(cmd, f.refreshCost())
	}
	f.trouble, f.due = nil, time.Time{}
	before := m.Before
	before.Status = sweep.Running
	f.show(&before)
	return cmd
}

func (f *Screen) follow(m sweptMsg) tea.Cmd {
	s := f.live
	if s == nil || s.number != m.Number {
		return nil
	}
	elsewhere := s.elsewhere
	cmd := f.swept(m)
	if !elsewhere {
		if f.shot == nil || f.shot.Done != m.Snapshot.Done || f.due.IsZero() {
			f.due = time.Time{}
			if m.Snapshot.Remaining > 0 {
				f.due = m.Taken.Add(m.Snapshot.Remaining)
			}
		}
		f.show(&m.Snapshot)
	}
	if m.Ended {
		f.form.changed()
		return tea.Batch(cmd, f.refreshKept(), f.refreshCost())
	}
	return cmd
}

// takeCost starts the sweep that waited for it.
func (f *Screen) takeCost() tea.Cmd {
	if wish := f.starting; wish != startNothing && f.known() {
		f.starting = startNothing
		return f.start(wish)
	}
	return nil
}

// known reports whether what the form means, as it stands, has been worked out.
func (f *Screen) known() bool {
	return (f.cost.Known() || f.cost.Err() != nil) && f.cost.Key() == f.form.generation
}

// takeKept offers the sweeps of the store.
func (f *Screen) takeKept() tea.Cmd {
	m := f.kept.Value()
	f.all, f.unfinished = m.all, nil
	for _, k := range m.Unfinished {
		if !f.Sweeping() || f.shot == nil || k.ID != f.shot.ID {
			f.unfinished = append(f.unfinished, k)
		}
	}
	f.form.offer(len(f.unfinished))
	switch {
	case f.kept.Err() != nil:
		f.Complain("the sweeps that were kept cannot be read: %s", session.FirstLine(f.kept.Err()))
	case m.latest != nil && f.shot == nil && !f.Sweeping():
		f.form.adopt(m.latest.Spec)
		f.show(m.latest)
	}
	return f.refreshCost()
}

// start trains the sweep that is meant, once it is known what it costs; where the ratings have a limit it asks first,
// and spend answers.
func (f *Screen) start(wish startWish) tea.Cmd {
	switch {
	case f.Sweeping():
		f.Say("a sweep trains already")
		return nil
	case !f.Loaded():
		return nil
	case !f.known():
		f.starting = wish
		return f.refreshCost()
	case f.cost.Err() != nil:
		f.Complain("%s", session.FirstLine(f.cost.Err()))
		return nil
	}
	if row := f.form.focused(); row.Kind == rowResume && row.at < len(f.unfinished) && f.unfinished[row.at].Busy {
		f.Complain("sweep %d is under way in another process", f.unfinished[row.at].ID)
		return nil
	}
	if wish == startResumed && f.cost.Value().Left == 0 && f.shot != nil && f.shot.ID == f.cost.Value().kept {
		f.Say("all %s are done: n trains them anew", format.ShortPlural(f.cost.Value().Of, "run"))
		return nil
	}
	if f.limited(wish) != nil {
		f.asking = wish
		return nil
	}
	return f.train(wish)
}

// spend trains what was asked about.
func (f *Screen) spend() tea.Cmd { return f.train(f.asking) }

func (f *Screen) train(wish startWish) tea.Cmd {
	f.cost.Stop()
	f.asking, f.trouble = startNothing, nil
	f.lens.Low, f.lens.High = 0, 0
	return f.sweepNow(f.meant(), f.form.jobs, wish == startFresh)
}

// limited is what the sweep costs ratings that have a limit; nil where none has, or nothing is spent.
func (f *Screen) limited(wish startWish) *sweep.Cost {
	costs := f.cost.Value().Costs
	if wish == startFresh {
		costs = f.cost.Value().Whole
	}
	if i := slices.IndexFunc(costs, func(c sweep.Cost) bool { return c.Limit != nil }); i >= 0 {
		return &costs[i]
	}
	return nil
}

// sweepKnobs begins a sweep of the method and the knobs that Tune has.
func (f *Screen) sweepKnobs(m session.SweepKnobsMsg) tea.Cmd {
	if f.Sweeping() {
		f.Say("a sweep trains already")
		return nil
	}
	f.form.only(m.Method, m.Settings)
	f.FocusOn(panelSweep)
	return f.start(startResumed)
}
