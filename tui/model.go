package tui

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"dpals/tui/session"
	"dpals/tui/ui"
)

// Model is the dashboard. It is owned by the Update goroutine.
type Model struct {
	Session *session.Session // what the screens share
	Screens []Screen         // in the order of their number keys
	Current int              // index of the screen in front
	frame   ui.Frame
	table   []ui.Binding[*Model] // keys that work on every screen

	palette ui.Palette
	tour    tour
	help    bool
	helpTop int  // first line shown
	Asking  bool // the program asks whether to quit during training
	Left    bool // the program ends: the screen is drawn empty
	waiting bool // for the terminal's background colour
	mouseOn bool

	pacer        *pacer // nil without a renderer
	acts         int    // key presses and mouse events so far
	isResting    bool   // a restedMsg is on its way
	savedSession string // as last written to the session file
}

var _ tea.Model = (*Model)(nil)

// New returns the dashboard with every screen. It has no size before its first tea.WindowSizeMsg.
func New(ctx context.Context, o session.Options) (*Model, error) {
	return newModel(ctx, o, newScreens)
}

func newModel(ctx context.Context, o session.Options, screens func(*session.Session) []Screen) (*Model, error) {
	o = o.Fill()
	th, err := o.ThemeFor(o.Theme)
	if err != nil {
		return nil, err
	}
	s := session.New(ctx, o, th)
	if o.Theme != "" && o.Theme != session.AutoTheme {
		s.ChosenTheme = o.Theme
	}
	auto := o.Theme == "" || o.Theme == session.AutoTheme
	m := &Model{Session: s, Screens: screens(s), waiting: auto && !o.NoColor, mouseOn: o.Mouse}
	s.InFront = func(name string) bool { return m.front().Name() == name }
	m.table = modelKeys(m.Screens)
	ui.Rebind(m.table, o.Keys)
	if o.Session != nil {
		m.restore(o.Session)
	}
	if o.Notice != "" {
		s.Complain("%s", o.Notice)
	}
	return m, nil
}

// Init implements tea.Model.
func (m *Model) Init() tea.Cmd {
	var cmds []tea.Cmd
	if m.waiting {
		cmds = append(cmds, tea.RequestBackgroundColor)
	}
	if !m.Session.Loaded() && m.Session.Options.Load != nil {
		cmds = append(cmds, m.Session.Load())
	}
	cmds = append(cmds, m.Session.RefreshLedger())
	if unkept := m.Session.Options.StoreFailure; unkept != nil {
		cmds = append(cmds, session.AwaitStoreFailure(m.Session.Ctx, unkept))
	}
	for _, s := range m.Screens {
		if s, ok := s.(initializer); ok {
			cmds = append(cmds, s.Init())
		}
	}
	cmds = append(cmds, m.shown())
	if m.Session.Options.Tour {
		cmds = append(cmds, m.startTour())
	}
	return tea.Batch(cmds...)
}

// Update implements tea.Model.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	m.pacer.wake()
	if q, ok := msg.(interface{ IsProgress() bool }); !ok || !q.IsProgress() {
		m.Session.Redraw()
	}
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.frame = ui.NewFrame(msg.Width, msg.Height)
		m.relayout()
		return m, nil
	case tea.BackgroundColorMsg:
		m.followTerminal(msg.IsDark())
		return m, nil
	case tea.KeyPressMsg:
		m.Session.RevealAll()
		return m, tea.Batch(m.press(msg), m.acted())
	case tea.PasteMsg:
		return m, m.paste(msg.Content)
	case tea.MouseMsg:
		m.Session.RevealAll()
		return m, tea.Batch(m.mouse(msg), m.acted())
	case session.LoadedMsg:
		if !m.Session.TakeLoaded(msg) {
			if m.tour.waiting {
				m.leaveTour()
			}
			return m, nil
		}
	case tourMsg:
		return m, m.moveTourKnob(msg)
	case addressed:
		cmd := m.goToNamed(msg.ToScreen())
		return m, tea.Batch(cmd, m.front().Update(msg))
	case session.StoreFailureMsg:
		m.Session.Complain("runs are no longer stored: %s", session.FirstLine(msg.Err))
		return m, nil
	case session.CopiedMsg:
		m.Session.Say("copied: %s", msg.Text)
		return m, nil
	case restedMsg:
		return m, m.rested(msg)
	case savedMsg:
		if msg.err != nil {
			m.Session.Complain("session not saved: %s", session.FirstLine(msg.err))
			m.Session.Options.SessionFile = ""
		}
		return m, nil
	case session.LeaveMsg:
		return m, m.leave()
	}
	cmds := []tea.Cmd{m.Session.Handle(msg)}
	m.Asking = m.Asking && m.Session.Busy()
	for _, s := range m.Screens {
		cmds = append(cmds, s.Update(msg))
	}
	if _, loaded := msg.(session.LoadedMsg); loaded && m.tour.waiting {
		cmds = append(cmds, m.tourLoaded())
	}
	return m, tea.Batch(cmds...)
}

// relayout gives every screen its rectangle.
func (m *Model) relayout() {
	if m.frame.TooSmall() {
		return
	}
	body := m.frame.Body
	body.H -= m.tourRows()
	for _, s := range m.Screens {
		s.Resize(body)
	}
}

// GoTo brings screen i to the front.
func (m *Model) GoTo(i int) tea.Cmd {
	if m.Current == i {
		return nil
	}
	m.Current = i
	return m.shown()
}

// goToNamed brings the screen of that name to the front.
func (m *Model) goToNamed(name string) tea.Cmd {
	i := slices.IndexFunc(m.Screens, func(s Screen) bool { return s.Name() == name })
	if i < 0 {
		return nil
	}
	return m.GoTo(i)
}

// goBy brings the next (+1) or previous (-1) screen to the front.
func goBy(by int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		n := len(m.Screens)
		return m.GoTo(((m.Current+by)%n + n) % n)
	}
}
