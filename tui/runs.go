package tui

import (
	"fmt"
	"sync"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/store"
	"dpals/tui/canvas"
)

// The panels of the Runs screen.
const (
	runsList = iota
	runsOne
	runsCurve
)

// runs is the screen of what has been trained: found, sorted, pinned, compared. It also sees to it that what the
// dashboard trains is kept.
type runs struct {
	*bench
	board
	actions[*runs]

	list    list[store.Run]
	wish    runsWish     // of the list as it was understood last
	filter  store.Filter // of the wish
	reading bool         // a command reads rows
	stale   bool         // all of them are to be read anew
	find    int64        // the run to go to then, 0 for none
	fault   error        // why they could not be read

	one      store.Detail // the run that is shown; without a number before the first
	fixed    bool         // its noise was typed in
	oneFault error        // why it could not be read
	opening  bool         // a command reads a run
	old      bool         // it is to be read again
	watch    watch
	version  int // changes with all of these
	text     textPanel
	lens     lens

	marked    []int64 // for comparing, exporting, deleting
	comparing bool
	compared  []store.Detail

	naming  input   // the label being typed
	doomed  []int64 // runs of which it is asked whether to delete them
	keeping sync.WaitGroup
}

var (
	_ listed  = (*runs)(nil)
	_ charted = (*runs)(nil)
)

func newRuns(b *bench) *runs {
	s := &runs{bench: b, watch: watch{tick: tea.Tick}}
	s.board = newBoard(&b.look, s.arrange)
	s.list = newFarList(runsColumns(s)...)
	s.list.mark = s.pinMark
	s.wish = s.wished()
	s.actions = bind(b.options.Keys, s, runsKeys(), scrollKeys[*runs](), listKeys[*runs](), lensKeys[*runs](), runsLeave(), panelKeys[*runs]())
	return s
}

func (s *runs) name() string { return runsScreen }

// arrange sets the list above the selected run and its curve; the comparison has the whole body.
func (s *runs) arrange(b rect) []rect {
	at := make([]rect, 3)
	switch {
	case !s.comparing:
		at[runsList], b = b.top(max(6, b.H*9/20))
		at[runsOne], at[runsCurve] = b.left(b.W / 2)
	case b.W < wideFrom || b.W/2 < s.comparisonWidth():
		at[runsOne], at[runsCurve] = b.top(b.H * 11 / 20)
	default:
		at[runsOne], at[runsCurve] = b.left(b.W / 2)
	}
	return at
}

func (s *runs) init() tea.Cmd {
	if id := s.options.Watch; id != 0 {
		return tea.Batch(s.askPins(), func() tea.Msg { return openRunMsg{id} })
	}
	return s.askPins()
}

func (s *runs) shown() tea.Cmd { return s.refresh() }

// update keeps what is trained and shows what is kept.
func (s *runs) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case loadedMsg:
		return s.askPins()
	case startedMsg:
		if msg.err == nil {
			return s.record(s.session.live[msg.run])
		}
	case recordedMsg:
		return tea.Batch(s.recorded(msg), s.refreshed())
	case pinnedMsg:
		return s.refreshed()
	case pinsMsg:
		s.takePins(msg)
	case runsListedMsg:
		return s.listed(msg)
	case runOpenedMsg:
		return s.opened(msg)
	case runsComparedMsg:
		s.sideBySide(msg)
	case runsChangedMsg:
		return s.changed(msg)
	case watchMsg:
		return s.watched(msg)
	case openRunMsg:
		return s.goToRun(msg.id)
	}
	return nil
}

// refresh reads everything again, so that runs of other processes appear.
func (s *runs) refresh() tea.Cmd {
	s.stale, s.old = true, true
	return s.follow()
}

// refreshed is refresh while the screen is in front; it is done anyway when it comes there.
func (s *runs) refreshed() tea.Cmd {
	if !s.inFront(s.name()) {
		return nil
	}
	return s.refresh()
}

// goToRun shows a run by its number, whatever was filtered or sorted.
func (s *runs) goToRun(id int64) tea.Cmd {
	s.leaveComparison()
	s.list.filter.close()
	s.list.search("")
	s.list.sortBy(-1, false)
	s.find = id
	return s.refresh()
}

func (s *runs) press(key tea.KeyPressMsg) (tea.Cmd, bool) {
	switch {
	case s.doomed != nil:
		return s.judge(key), true
	case s.naming.open:
		return s.nameIt(key), true
	case s.list.typing():
		if key.String() != "enter" || s.list.filter.problem == "" {
			s.list.press(key)
		}
		return s.follow(), true
	}
	cmd, used := s.actions.press(key)
	return tea.Batch(cmd, s.follow()), used
}

func (s *runs) act(action string) (tea.Cmd, bool) {
	cmd, done := s.actions.act(action)
	return tea.Batch(cmd, s.follow()), done
}

func (s *runs) typing() bool { return s.naming.open || s.list.typing() }

func (s *runs) mouse(msg tea.MouseMsg) tea.Cmd {
	m := msg.Mouse()
	if click, ok := msg.(tea.MouseClickMsg); ok && click.Button == tea.MouseLeft {
		if in := s.at[runsList].inside(); s.click(m.X, m.Y) == runsList && in.contains(m.X, m.Y) {
			s.list.click(m.Y - in.Y)
		}
	}
	_, wheel := msg.(tea.MouseWheelMsg)
	switch at := s.under(m.X, m.Y); {
	case at == runsList && wheel:
		roll(&s.list, m)
	case at == runsOne && wheel:
		roll(&s.text, m)
	case at == runsCurve:
		if in := s.at[runsCurve].inside(); in.contains(m.X, m.Y) {
			c := s.chart()
			s.lens.mouse(msg, &c, s.theme, in)
		}
	}
	return s.follow()
}

func (s *runs) scrolling() scroller {
	switch s.focus {
	case runsList:
		return &s.list
	case runsOne:
		return &s.text
	}
	return nil
}

func (s *runs) listing() lister {
	if s.focus == runsList {
		return &s.list
	}
	return nil
}

// charting is nil off the chart, where its keys mean something else.
func (s *runs) charting() *lens {
	if s.focus == runsCurve {
		return &s.lens
	}
	return nil
}

func (s *runs) aiming() bool { return s.focus == runsCurve }

func (s *runs) remark() (string, bool) {
	switch {
	case s.doomed != nil:
		return "what was charged stays in the ledger: it was released, and deleting takes nothing back", false
	case s.comparing:
		return "what differs comes first; errors compare only on the same ratings", false
	case len(s.marked) > 0:
		return fmt.Sprintf("%s marked: c compares, e exports, d deletes, Esc unmarks", plural(len(s.marked), "run")), false
	}
	return "", false
}

func (s *runs) draw() string {
	title, note := s.oneTitle()
	return s.compose(
		s.panel(runsList, "Runs", s.listNote(), s.drawList, s.list.version, s.naming.version, s.list.filter.version, len(s.doomed), len(s.marked),
			s.session.version, s.emptyList()),
		s.panel(runsOne, title, note, s.drawOne, s.version, s.text.version, s.session.version, s.emptyOne()),
		s.panel(runsCurve, s.curveTitle(), s.curveNote(), s.drawCurve, s.version, s.lens.version, s.session.version, s.emptyOne()),
	)
}

func (s *runs) drawOne(w, h int) string {
	if text := s.emptyOne(); text != "" {
		return canvas.Centre(s.theme, text, w, h)
	}
	if s.comparing {
		return s.text.draw(s.comparison(w-2), w, h)
	}
	return s.text.draw(s.facts(w-2), w, h)
}

func (s *runs) drawCurve(w, h int) string {
	if text := s.emptyOne(); text != "" {
		return canvas.Fit("", w, h)
	}
	c := s.chart()
	return c.Draw(s.theme, w, h)
}
