package tui

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpals/themes"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// Model is the dashboard.
type Model struct {
	Session *session.Session
	Screens []Screen
	Current int
	frame   ui.Frame
	table   []ui.Binding[*Model]

	palette ui.Palette
	tour    tour
	help    bool
	helpTop int  // first line shown
	Asking  bool // whether to quit although a run trains
	Left    bool // the screen is to be empty when it goes
	waiting bool // the terminal's background is not known yet
	mouseOn bool

	pacer       *pacer // nil without a renderer
	acts        int    // of the person so far
	resting     bool   // the clock runs after which the session is kept
	keptSession string // as it was written last
}

var _ tea.Model = (*Model)(nil)

// New returns the dashboard with every screen, before it has heard of a terminal.
func New(ctx context.Context, o session.Options) (*Model, error) {
	o = o.Fill()
	th, err := o.ThemeFor(o.Theme)
	if err != nil {
		return nil, err
	}
	b := session.New(ctx, o, th)
	if o.Theme != "" && o.Theme != session.AutoTheme {
		b.ChosenTheme = o.Theme
	}
	auto := o.Theme == "" || o.Theme == session.AutoTheme
	m := &Model{Session: b, Screens: newScreens(b), waiting: auto && !o.NoColor, mouseOn: o.Mouse}
	b.InFront = func(name string) bool { return m.Screens[m.Current].Name() == name }
	m.table = modelKeys(m.Screens)
	ui.Rebind(m.table, o.Keys)
	if o.Session != nil {
		m.restore(o.Session)
	}
	if o.Notice != "" {
		b.Complain("%s", o.Notice)
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
	if unkept := m.Session.Options.Unkept; unkept != nil {
		cmds = append(cmds, session.AwaitUnkept(m.Session.Ctx, unkept))
	}
	for _, s := range m.Screens {
		cmds = append(cmds, s.Init())
	}
	cmds = append(cmds, m.Screens[m.Current].Shown())
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
		return m, m.tourTurns(msg)
	case addressed:
		cmd := m.goToNamed(msg.ToScreen())
		return m, tea.Batch(cmd, m.Screens[m.Current].Update(msg))
	case session.UnkeptMsg:
		m.Session.Complain("runs are not kept any more: %s", session.FirstLine(msg.Err))
		return m, nil
	case session.CopiedMsg:
		m.Session.Say("copied: %s", msg.Text)
		return m, nil
	case restedMsg:
		return m, m.rested(msg)
	case keptMsg:
		if msg.err != nil {
			m.Session.Complain("the session is not kept: %s", session.FirstLine(msg.err))
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

// relayout gives the screens their room.
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

func (m *Model) press(key tea.KeyPressMsg) tea.Cmd {
	pressed := key.String()
	if pressed != "ctrl+c" {
		if m.Asking {
			return m.answer(pressed)
		}
		if m.palette.Input.Open {
			return m.pressPalette(key)
		}
		if m.help {
			return m.pressHelp(pressed)
		}
	}
	m.Session.Note, m.Session.Urgent = "", false
	if m.tour.open && !m.frame.TooSmall() && !m.Screens[m.Current].Typing() {
		if cmd, used := m.pressTour(pressed); used {
			return cmd
		}
	}
	if pressed != "ctrl+c" && !m.frame.TooSmall() {
		if cmd, used := m.Screens[m.Current].Press(key); used {
			return cmd
		}
	}
	cmd, _ := ui.Dispatch(m.table, m, pressed)
	return cmd
}

// View implements tea.Model.
func (m *Model) View() tea.View {
	v := tea.NewView(m.content())
	v.AltScreen = true
	if m.mouseOn {
		v.MouseMode = tea.MouseModeCellMotion
	}
	// The terminal is asked for its background first, or it would answer with ours.
	if !m.waiting {
		v.BackgroundColor, v.ForegroundColor = m.Session.Theme.Background, m.Session.Theme.Foreground
	}
	return v
}

// content is the screen as exactly W×H cells.
func (m *Model) content() string {
	f, th := m.frame, m.Session.Theme
	if f.W <= 0 || f.H <= 0 || m.Left {
		return ""
	}
	var s string
	if f.TooSmall() {
		s = m.drawTooSmall()
	} else {
		s = canvas.Stack(m.drawHeader(), m.Screens[m.Current].Draw(), m.drawCaption(), m.drawStatus(), m.drawFooter())
		switch {
		case m.palette.Input.Open:
			s = m.overPalette(s)
		case m.help:
			s = m.overHelp(s)
		}
	}
	if th.ASCII {
		s = canvas.ASCII(s)
	}
	return s
}

// GoTo brings a screen to the front.
func (m *Model) GoTo(i int) tea.Cmd {
	if m.Current == i {
		return nil
	}
	m.Current = i
	return m.Screens[i].Shown()
}

// goToNamed brings the screen of that name to the front.
func (m *Model) goToNamed(name string) tea.Cmd {
	return m.GoTo(slices.IndexFunc(m.Screens, func(s Screen) bool { return s.Name() == name }))
}

// goBy brings the next (+1) or previous screen to the front.
func goBy(by int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		n := len(m.Screens)
		return m.GoTo(((m.Current+by)%n + n) % n)
	}
}

// paste gives the first line of pasted text to whatever is being typed; elsewhere text is no command. Terminals send
// a line's end as they send Enter, with a carriage return.
func (m *Model) paste(text string) tea.Cmd {
	text = strings.TrimSpace(text)
	if end := strings.IndexAny(text, "\r\n"); end >= 0 {
		text = strings.TrimSpace(text[:end])
	}
	if !m.palette.Input.Open && !m.Screens[m.Current].Typing() || m.frame.TooSmall() {
		return nil
	}
	return m.press(tea.KeyPressMsg(tea.Key{Code: tea.KeyExtended, Text: text}))
}

// followTerminal picks the theme for the terminal's background, unless one was chosen by hand meanwhile.
func (m *Model) followTerminal(dark bool) {
	if !m.waiting {
		return
	}
	m.waiting = false
	name := themes.Light.Name
	if dark {
		name = themes.Dark.Name
	}
	m.setTheme(name)
}

func (m *Model) setTheme(name string) {
	if th, err := m.Session.Options.ThemeFor(name); err == nil {
		m.Session.Theme = th
	}
}

func (m *Model) nextTheme() tea.Cmd {
	names := m.Session.Options.Themes.Names()
	return m.pickTheme(names[(slices.Index(names, m.Session.Theme.Name)+1)%len(names)])
}

// pickTheme takes a theme by hand: the terminal is not followed any more.
func (m *Model) pickTheme(name string) tea.Cmd {
	m.waiting = false
	m.Session.ChosenTheme = name
	m.setTheme(name)
	m.Session.Say("theme: %s", name)
	return nil
}

func (m *Model) suspend() tea.Cmd { return tea.Suspend }

// quit leaves at once when nothing trains, and asks otherwise.
func (m *Model) quit() tea.Cmd {
	if !m.Session.Busy() {
		return m.leave()
	}
	m.Asking = true
	return nil
}

func (m *Model) answer(pressed string) tea.Cmd {
	m.Asking = false
	if pressed == "q" || pressed == "y" || pressed == "enter" {
		return m.leave()
	}
	return nil
}

// leave quits with an empty screen: tmux, which keeps rows of a screen that has grown, then finds none to keep.
func (m *Model) leave() tea.Cmd {
	m.Left = true
	return tea.Quit
}

// interrupt stops the run that trains; without one, or when it is stopping already, it leaves. Where a sweep trains it
// asks before that.
func (m *Model) interrupt() tea.Cmd {
	asked := m.Asking
	m.Asking = false
	r := m.Session.Runs.Current
	if !r.Training() || r.Stopping {
		if m.Session.Sweeping() && !asked {
			return m.quit()
		}
		return m.leave()
	}
	r.Stop()
	return nil
}
