package runs

import (
	"fmt"
	"sync"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/store"
	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// The panels of the Runs screen.
const (
	panelList = iota
	panelRun
	panelCurve
)

// Screen is the screen of the stored runs. It also stores the runs that the dashboard trains. It is owned by the Update
// goroutine.
type Screen struct {
	*session.Session
	ui.Board
	ui.Actions[*Screen]

	list      ui.List[store.Run]
	query     listQuery                       // as last understood
	filter    store.Filter                    // of the query
	pages     session.Task[pageKey, runsPage] // of the list
	listStale bool                            // every row must be read again
	goTo      int64                           // the run to select after that; 0 for none

	shown      store.Detail // the run of the panels below the list; its ID is 0 before the first
	shownTask  session.Task[int64, store.Detail]
	shownStale bool // the shown run must be read again
	watch      watch
	text       ui.TextPanel
	lens       ui.View

	marked     []int64 // to compare, export or delete
	comparing  bool
	compared   []store.Detail
	comparison session.Task[struct{}, []store.Detail] // reads the runs to compare

	labelInput ui.Input
	toDelete   []int64        // runs of the question whether to delete them; nil for no question
	recording  sync.WaitGroup // runs on their way to the store
}

var (
	_ ui.ListScreen  = (*Screen)(nil)
	_ ui.ChartScreen = (*Screen)(nil)
)

// New returns the Runs screen of a session.
func New(s *session.Session) *Screen {
	r := &Screen{Session: s, watch: watch{tick: tea.Tick}}
	r.pages.What, r.shownTask.What, r.comparison.What = "reading the runs", "reading a run", "reading the runs to compare"
	r.Board = ui.NewBoard(&s.Style, r.arrange)
	r.list = ui.NewRemoteList(runsColumns(r)...)
	r.list.Mark = r.pinMark
	r.query = r.listQuery()
	r.Actions = ui.Bind(s.Options.Keys, r, runsKeys(), ui.ScrollKeys[*Screen](), ui.ListKeys[*Screen](), ui.ViewKeys[*Screen](), runsLeave(), ui.PanelKeys[*Screen]())
	return r
}

// Name returns the name of the screen in the header.
func (s *Screen) Name() string { return session.RunsName }

// arrange puts the list above the selected run and its curve; a comparison has the whole body.
func (s *Screen) arrange(b ui.Rect) []ui.Rect {
	at := make([]ui.Rect, 3)
	switch {
	case !s.comparing:
		at[panelList], b = b.Top(max(6, b.H*9/20))
		at[panelRun], at[panelCurve] = b.Left(b.W / 2)
	case b.W < ui.WideFrom || b.W/2 < s.comparisonWidth():
		at[panelRun], at[panelCurve] = b.Top(b.H * 11 / 20)
	default:
		at[panelRun], at[panelCurve] = b.Left(b.W / 2)
	}
	return at
}

// Init reads the pinned runs and opens the watched run.
func (s *Screen) Init() tea.Cmd {
	if id := s.Options.Watch; id != 0 {
		return tea.Batch(s.FetchPins(), func() tea.Msg { return session.OpenRunMsg{ID: id} })
	}
	return s.FetchPins()
}

// Shown refreshes the screen when it comes to the front.
func (s *Screen) Shown() tea.Cmd { return s.refresh() }

// Update handles a message: it stores runs of the dashboard and takes over what was read of the store.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case session.LoadedMsg:
		return s.FetchPins()
	case session.StartedMsg:
		if msg.Err == nil {
			return s.record(s.Runs.Live[msg.Run])
		}
	case session.RecordedMsg:
		return tea.Batch(s.TakeRecorded(msg), s.refreshInFront())
	case session.PinnedMsg:
		return s.refreshInFront()
	case session.PinsMsg:
		s.ShowPins(msg)
	case runsChangedMsg:
		return s.onChanged(msg)
	case watchMsg:
		return s.onWatch(msg)
	case session.OpenRunMsg:
		return s.goToRun(msg.ID)
	}
	if next, changed := s.pages.Receive(msg); changed {
		return tea.Batch(next, s.takePage())
	}
	if next, changed := s.shownTask.Receive(msg); changed {
		return tea.Batch(next, s.takeShown())
	}
	next, changed := s.comparison.Receive(msg)
	if changed {
		s.showComparison()
	}
	return next
}

// refresh reads the list and the shown run again, so that runs of other processes appear.
func (s *Screen) refresh() tea.Cmd {
	s.listStale, s.shownStale = true, true
	return s.readNeeded()
}

// refreshInFront refreshes the screen if it is in front; it refreshes anyway when it comes to the front.
func (s *Screen) refreshInFront() tea.Cmd {
	if !s.InFront(s.Name()) {
		return nil
	}
	return s.refresh()
}

// goToRun shows a run by its number. It clears the filter and the order, which might hide the run.
func (s *Screen) goToRun(id int64) tea.Cmd {
	s.leaveComparison()
	s.list.Filter.Close()
	s.list.Search("")
	s.list.SortBy(-1, false)
	s.goTo = id
	return s.refresh()
}

// Press handles a key: of a question or an input if one is open, else by the key table.
func (s *Screen) Press(key tea.KeyPressMsg) (tea.Cmd, bool) {
	switch {
	case s.toDelete != nil:
		return s.answerDelete(key), true
	case s.labelInput.Open:
		return s.handleLabelKey(key), true
	case s.list.Typing():
		if key.String() != "enter" || s.list.Filter.Reason == "" {
			s.list.Press(key)
		}
		return s.readNeeded(), true
	}
	cmd, used := s.Actions.Press(key)
	return tea.Batch(cmd, s.readNeeded()), used
}

// Act runs an action of the key table by its name.
func (s *Screen) Act(action string) (tea.Cmd, bool) {
	cmd, done := s.Actions.Act(action)
	return tea.Batch(cmd, s.readNeeded()), done
}

// Typing reports whether keys go to an input.
func (s *Screen) Typing() bool { return s.labelInput.Open || s.list.Typing() }

// Mouse handles clicks and the wheel.
func (s *Screen) Mouse(msg tea.MouseMsg) tea.Cmd {
	m := msg.Mouse()
	if click, ok := msg.(tea.MouseClickMsg); ok && click.Button == tea.MouseLeft {
		if in := s.Rects[panelList].Inside(); s.Click(m.X, m.Y) == panelList && in.Contains(m.X, m.Y) {
			s.list.Click(m.Y - in.Y)
		}
	}
	_, wheel := msg.(tea.MouseWheelMsg)
	switch at := s.Under(m.X, m.Y); {
	case at == panelList && wheel:
		ui.ScrollWheel(&s.list, m)
	case at == panelRun && wheel:
		ui.ScrollWheel(&s.text, m)
	case at == panelCurve:
		if in := s.Rects[panelCurve].Inside(); in.Contains(m.X, m.Y) {
			c := s.chart()
			s.lens.Mouse(msg, &c, s.Theme, in)
		}
	}
	return s.readNeeded()
}

// Scrolling returns the focused list or text; nil for the chart.
func (s *Screen) Scrolling() ui.Scroller {
	switch s.Focus {
	case panelList:
		return &s.list
	case panelRun:
		return &s.text
	}
	return nil
}

// Listing returns the list if it has the focus.
func (s *Screen) Listing() ui.Lister {
	if s.Focus == panelList {
		return &s.list
	}
	return nil
}

// Charting returns the view of the chart; nil if another panel has the focus, where its keys mean something else.
func (s *Screen) Charting() *ui.View {
	if s.Focus == panelCurve {
		return &s.lens
	}
	return nil
}

// Aiming reports whether the arrow keys move the crosshair.
func (s *Screen) Aiming() bool { return s.Focus == panelCurve }

// Remark returns the line above the keys.
func (s *Screen) Remark() (string, bool) {
	switch {
	case s.toDelete != nil:
		return "deleting a run does not undo its charges in the ledger", false
	case s.comparing:
		return "differences first; errors are comparable only on the same ratings", false
	case len(s.marked) > 0:
		return fmt.Sprintf("%s marked: c compare, e export, d delete, Esc unmark", format.ShortPlural(len(s.marked), "run")), false
	}
	return "", false
}

// Draw returns the screen.
func (s *Screen) Draw() string {
	title, note := s.runTitle()
	return s.Compose(
		s.Panel(panelList, "Runs", s.listNote(), s.drawList),
		s.Panel(panelRun, title, note, s.drawRun),
		s.Panel(panelCurve, s.curveTitle(), s.curveNote(), s.drawCurve),
	)
}

func (s *Screen) drawRun(w, h int) string {
	if text := s.emptyRun(); text != "" {
		return canvas.Centre(s.Theme, text, w, h)
	}
	if s.comparing {
		return s.text.Draw(s.comparisonTable(w-2), w, h)
	}
	return s.text.Draw(s.details(w-2), w, h)
}

func (s *Screen) drawCurve(w, h int) string {
	if text := s.emptyRun(); text != "" {
		return canvas.Fit("", w, h)
	}
	c := s.chart()
	return c.Draw(s.Theme, w, h)
}
