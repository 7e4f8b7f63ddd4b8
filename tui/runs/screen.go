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

// Screen is the screen of what has been trained: found, sorted, pinned, compared. It also sees to it that what the
// dashboard trains is kept.
type Screen struct {
	*session.Session
	ui.Board
	ui.Actions[*Screen]

	list   ui.List[store.Run]
	wish   runsWish     // of the list as it was understood last
	filter store.Filter // of the wish
	rows   session.Task[pageKey, runsPage]
	stale  bool  // all of them are to be read anew
	find   int64 // the run to go to then, 0 for none

	one    store.Detail // the run that is shown; without a number before the first
	opened session.Task[int64, store.Detail]
	old    bool // it is to be read again
	watch  watch
	text   ui.TextPanel
	lens   ui.View

	marked    []int64 // for comparing, exporting, deleting
	comparing bool
	compared  []store.Detail
	marks     session.Task[struct{}, []store.Detail] // the runs to compare

	naming  ui.Input // the label being typed
	doomed  []int64  // runs of which it is asked whether to delete them
	keeping sync.WaitGroup
}

var (
	_ ui.ListScreen  = (*Screen)(nil)
	_ ui.ChartScreen = (*Screen)(nil)
)

// New returns the Runs screen of a session.
func New(shared *session.Session) *Screen {
	s := &Screen{Session: shared, watch: watch{tick: tea.Tick}}
	s.rows.What, s.opened.What, s.marks.What = "reading the runs", "reading a run", "reading the runs to compare"
	s.Board = ui.NewBoard(&shared.Style, s.arrange)
	s.list = ui.NewRemoteList(runsColumns(s)...)
	s.list.Mark = s.pinMark
	s.wish = s.wished()
	s.Actions = ui.Bind(shared.Options.Keys, s, runsKeys(), ui.ScrollKeys[*Screen](), ui.ListKeys[*Screen](), ui.ViewKeys[*Screen](), runsLeave(), ui.PanelKeys[*Screen]())
	return s
}

func (s *Screen) Name() string { return session.RunsName }

// arrange sets the list above the selected run and its curve; the comparison has the whole body.
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

func (s *Screen) Init() tea.Cmd {
	if id := s.Options.Watch; id != 0 {
		return tea.Batch(s.FetchPins(), func() tea.Msg { return session.OpenRunMsg{ID: id} })
	}
	return s.FetchPins()
}

func (s *Screen) Shown() tea.Cmd { return s.refresh() }

// Update keeps what is trained and shows what is kept.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case session.LoadedMsg:
		return s.FetchPins()
	case session.StartedMsg:
		if msg.Err == nil {
			return s.record(s.Runs.Live[msg.Run])
		}
	case session.RecordedMsg:
		return tea.Batch(s.TakeRecorded(msg), s.refreshed())
	case session.PinnedMsg:
		return s.refreshed()
	case session.PinsMsg:
		s.ShowPins(msg)
	case runsChangedMsg:
		return s.changed(msg)
	case watchMsg:
		return s.watched(msg)
	case session.OpenRunMsg:
		return s.goToRun(msg.ID)
	}
	if next, changed := s.rows.Receive(msg); changed {
		return tea.Batch(next, s.takeRows())
	}
	if next, changed := s.opened.Receive(msg); changed {
		return tea.Batch(next, s.takeOpened())
	}
	next, changed := s.marks.Receive(msg)
	if changed {
		s.sideBySide()
	}
	return next
}

// refresh reads everything again, so that runs of other processes appear.
func (s *Screen) refresh() tea.Cmd {
	s.stale, s.old = true, true
	return s.follow()
}

// refreshed is refresh while the screen is in front; it is done anyway when it comes there.
func (s *Screen) refreshed() tea.Cmd {
	if !s.InFront(s.Name()) {
		return nil
	}
	return s.refresh()
}

// goToRun shows a run by its number, whatever was filtered or sorted.
func (s *Screen) goToRun(id int64) tea.Cmd {
	s.leaveComparison()
	s.list.Filter.Close()
	s.list.Search("")
	s.list.SortBy(-1, false)
	s.find = id
	return s.refresh()
}

func (s *Screen) Press(key tea.KeyPressMsg) (tea.Cmd, bool) {
	switch {
	case s.doomed != nil:
		return s.judge(key), true
	case s.naming.Open:
		return s.nameIt(key), true
	case s.list.Typing():
		if key.String() != "enter" || s.list.Filter.Reason == "" {
			s.list.Press(key)
		}
		return s.follow(), true
	}
	cmd, used := s.Actions.Press(key)
	return tea.Batch(cmd, s.follow()), used
}

func (s *Screen) Act(action string) (tea.Cmd, bool) {
	cmd, done := s.Actions.Act(action)
	return tea.Batch(cmd, s.follow()), done
}

func (s *Screen) Typing() bool { return s.naming.Open || s.list.Typing() }

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
	return s.follow()
}

func (s *Screen) Scrolling() ui.Scroller {
	switch s.Focus {
	case panelList:
		return &s.list
	case panelRun:
		return &s.text
	}
	return nil
}

func (s *Screen) Listing() ui.Lister {
	if s.Focus == panelList {
		return &s.list
	}
	return nil
}

// Charting is nil off the chart, where its keys mean something else.
func (s *Screen) Charting() *ui.View {
	if s.Focus == panelCurve {
		return &s.lens
	}
	return nil
}

func (s *Screen) Aiming() bool { return s.Focus == panelCurve }

func (s *Screen) Remark() (string, bool) {
	switch {
	case s.doomed != nil:
		return "what was charged stays in the ledger: it was released, and deleting takes nothing back", false
	case s.comparing:
		return "what differs comes first; errors compare only on the same ratings", false
	case len(s.marked) > 0:
		return fmt.Sprintf("%s marked: c compares, e exports, d deletes, Esc unmarks", format.ShortPlural(len(s.marked), "run")), false
	}
	return "", false
}

func (s *Screen) Draw() string {
	title, note := s.oneTitle()
	return s.Compose(
		s.Panel(panelList, "Runs", s.listNote(), s.drawList),
		s.Panel(panelRun, title, note, s.drawOne),
		s.Panel(panelCurve, s.curveTitle(), s.curveNote(), s.drawCurve),
	)
}

func (s *Screen) drawOne(w, h int) string {
	if text := s.emptyOne(); text != "" {
		return canvas.Centre(s.Theme, text, w, h)
	}
	if s.comparing {
		return s.text.Draw(s.comparison(w-2), w, h)
	}
	return s.text.Draw(s.facts(w-2), w, h)
}

func (s *Screen) drawCurve(w, h int) string {
	if text := s.emptyOne(); text != "" {
		return canvas.Fit("", w, h)
	}
	c := s.chart()
	return c.Draw(s.Theme, w, h)
}
