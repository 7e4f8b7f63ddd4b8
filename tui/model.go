package tui

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpals/themes"
	"dpals/tui/canvas"
)

// model is the dashboard.
type model struct {
	bench   *bench
	screens []screen
	current int
	frame   frame
	table   []binding[*model]

	palette commands
	tour    tour
	help    bool
	helpTop int  // first line shown
	asking  bool // whether to quit although a run trains
	left    bool // the screen is to be empty when it goes
	waiting bool // the terminal's background is not known yet
	mouseOn bool

	pacer       *pacer // nil without a renderer
	acts        int    // of the person so far
	resting     bool   // the clock runs after which the session is kept
	keptSession string // as it was written last
}

var _ tea.Model = (*model)(nil)

// newModel expects options that are filled.
func newModel(ctx context.Context, o Options) (*model, error) {
	th, err := o.themeFor(o.Theme)
	if err != nil {
		return nil, err
	}
	b := newBench(ctx, o, th)
	if o.Theme != "" && o.Theme != autoTheme {
		b.themeChosen = o.Theme
	}
	auto := o.Theme == "" || o.Theme == autoTheme
	m := &model{bench: b, screens: newScreens(b), waiting: auto && !o.NoColor, mouseOn: o.Mouse}
	b.inFront = func(name string) bool { return m.screens[m.current].name() == name }
	m.table = modelKeys(m.screens)
	rebind(m.table, o.Keys)
	if o.Session != nil {
		m.restore(o.Session)
	}
	if o.Notice != "" {
		b.complain("%s", o.Notice)
	}
	return m, nil
}

// Init implements tea.Model.
func (m *model) Init() tea.Cmd {
	var cmds []tea.Cmd
	if m.waiting {
		cmds = append(cmds, tea.RequestBackgroundColor)
	}
	if !m.bench.loaded() && m.bench.options.Load != nil {
		cmds = append(cmds, m.bench.load())
	}
	cmds = append(cmds, m.bench.consult())
	if unkept := m.bench.options.Unkept; unkept != nil {
		cmds = append(cmds, awaitUnkept(m.bench.ctx, unkept))
	}
	for _, s := range m.screens {
		cmds = append(cmds, s.init())
	}
	cmds = append(cmds, m.screens[m.current].shown())
	if m.bench.options.Tour {
		cmds = append(cmds, m.startTour())
	}
	return tea.Batch(cmds...)
}

// Update implements tea.Model.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	m.pacer.wake()
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.frame = newFrame(msg.Width, msg.Height)
		m.relayout()
		return m, nil
	case tea.BackgroundColorMsg:
		m.followTerminal(msg.IsDark())
		return m, nil
	case tea.KeyPressMsg:
		m.bench.hurry()
		return m, tea.Batch(m.press(msg), m.acted())
	case tea.PasteMsg:
		return m, m.paste(msg.Content)
	case tea.MouseMsg:
		m.bench.hurry()
		return m, tea.Batch(m.mouse(msg), m.acted())
	case loadedMsg:
		if !m.bench.loadedNow(msg) {
			if m.tour.waiting {
				m.leaveTour()
			}
			return m, nil
		}
	case tourMsg:
		return m, m.tourTurns(msg)
	case addressed:
		cmd := m.goToNamed(msg.toScreen())
		return m, tea.Batch(cmd, m.screens[m.current].update(msg))
	case unkeptMsg:
		m.bench.complain("runs are not kept any more: %s", firstLine(msg.err))
		return m, nil
	case copiedMsg:
		m.bench.say("copied: %s", msg.text)
		return m, nil
	case restedMsg:
		return m, m.rested(msg)
	case keptMsg:
		if msg.err != nil {
			m.bench.complain("the session is not kept: %s", firstLine(msg.err))
			m.bench.options.SessionFile = ""
		}
		return m, nil
	case leaveMsg:
		return m, m.leave()
	}
	cmds := []tea.Cmd{m.bench.handle(msg)}
	m.asking = m.asking && m.bench.busy()
	for _, s := range m.screens {
		cmds = append(cmds, s.update(msg))
	}
	if _, loaded := msg.(loadedMsg); loaded && m.tour.waiting {
		cmds = append(cmds, m.tourLoaded())
	}
	return m, tea.Batch(cmds...)
}

// relayout gives the screens their room.
func (m *model) relayout() {
	if m.frame.tooSmall() {
		return
	}
	body := m.frame.Body
	body.H -= m.tourRows()
	for _, s := range m.screens {
		s.resize(body)
	}
}

func (m *model) press(key tea.KeyPressMsg) tea.Cmd {
	pressed := key.String()
	if pressed != "ctrl+c" {
		if m.asking {
			return m.answer(pressed)
		}
		if m.palette.input.open {
			return m.pressPalette(key)
		}
		if m.help {
			return m.pressHelp(pressed)
		}
	}
	m.bench.note, m.bench.urgent = "", false
	if m.tour.open && !m.frame.tooSmall() && !m.screens[m.current].typing() {
		if cmd, used := m.pressTour(pressed); used {
			return cmd
		}
	}
	if pressed != "ctrl+c" && !m.frame.tooSmall() {
		if cmd, used := m.screens[m.current].press(key); used {
			return cmd
		}
	}
	cmd, _ := dispatch(m.table, m, pressed)
	return cmd
}

// View implements tea.Model.
func (m *model) View() tea.View {
	v := tea.NewView(m.content())
	v.AltScreen = true
	if m.mouseOn {
		v.MouseMode = tea.MouseModeCellMotion
	}
	// The terminal is asked for its background first, or it would answer with ours.
	if !m.waiting {
		v.BackgroundColor, v.ForegroundColor = m.bench.theme.Background, m.bench.theme.Foreground
	}
	return v
}

// content is the screen as exactly W×H cells.
func (m *model) content() string {
	f, th := m.frame, m.bench.theme
	if f.W <= 0 || f.H <= 0 || m.left {
		return ""
	}
	var s string
	if f.tooSmall() {
		s = m.drawTooSmall()
	} else {
		s = canvas.Stack(m.drawHeader(), m.screens[m.current].draw(), m.drawCaption(), m.drawStatus(), m.drawFooter())
		switch {
		case m.palette.input.open:
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

// goTo brings a screen to the front.
func (m *model) goTo(i int) tea.Cmd {
	if m.current == i {
		return nil
	}
	m.current = i
	return m.screens[i].shown()
}

// goToNamed brings the screen of that name to the front.
func (m *model) goToNamed(name string) tea.Cmd {
	return m.goTo(slices.IndexFunc(m.screens, func(s screen) bool { return s.name() == name }))
}

// goBy brings the next (+1) or previous screen to the front.
func goBy(by int) func(*model) tea.Cmd {
	return func(m *model) tea.Cmd {
		n := len(m.screens)
		return m.goTo(((m.current+by)%n + n) % n)
	}
}

// paste gives the first line of pasted text to whatever is being typed; elsewhere text is no command. Terminals send
// a line's end as they send Enter, with a carriage return.
func (m *model) paste(text string) tea.Cmd {
	text = strings.TrimSpace(text)
	if end := strings.IndexAny(text, "\r\n"); end >= 0 {
		text = strings.TrimSpace(text[:end])
	}
	if !m.palette.input.open && !m.screens[m.current].typing() || m.frame.tooSmall() {
		return nil
	}
	return m.press(tea.KeyPressMsg(tea.Key{Code: tea.KeyExtended, Text: text}))
}

// followTerminal picks the theme for the terminal's background, unless one was chosen by hand meanwhile.
func (m *model) followTerminal(dark bool) {
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

func (m *model) setTheme(name string) {
	if th, err := m.bench.options.themeFor(name); err == nil {
		m.bench.theme = th
		m.bench.skin++
	}
}

func (m *model) nextTheme() tea.Cmd {
	names := m.bench.options.Themes.Names()
	return m.pickTheme(names[(slices.Index(names, m.bench.theme.Name)+1)%len(names)])
}

// pickTheme takes a theme by hand: the terminal is not followed any more.
func (m *model) pickTheme(name string) tea.Cmd {
	m.waiting = false
	m.bench.themeChosen = name
	m.setTheme(name)
	m.bench.say("theme: %s", name)
	return nil
}

func (m *model) suspend() tea.Cmd { return tea.Suspend }

// quit leaves at once when nothing trains, and asks otherwise.
func (m *model) quit() tea.Cmd {
	if !m.bench.busy() {
		return m.leave()
	}
	m.asking = true
	return nil
}

func (m *model) answer(pressed string) tea.Cmd {
	m.asking = false
	if pressed == "q" || pressed == "y" || pressed == "enter" {
		return m.leave()
	}
	return nil
}

// leave quits with an empty screen: tmux, which keeps rows of a screen that has grown, then finds none to keep.
func (m *model) leave() tea.Cmd {
	m.left = true
	return tea.Quit
}

// interrupt stops the run that trains; without one, or when it is stopping already, it leaves. Where a sweep trains it
// asks before that.
func (m *model) interrupt() tea.Cmd {
	asked := m.asking
	m.asking = false
	r := m.bench.session.current
	if !r.training() || r.stopping {
		if m.bench.sweeping() && !asked {
			return m.quit()
		}
		return m.leave()
	}
	r.stop()
	return nil
}
