package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpals/tui/canvas"
	"dpals/tui/ui"
)

func (m *Model) openPalette() tea.Cmd {
	p := &m.palette
	p.All, p.Selected, p.Top = m.choices(), 0, 0
	p.Input.Begin("")
	p.Find()
	return nil
}

// choices returns every line of the palette: actions of the screen in front that apply now, the screens, what screens add,
// themes, data sets, and actions that work everywhere.
func (m *Model) choices() []ui.Choice {
	var all []ui.Choice
	front := m.front()
	for _, k := range front.Keys(true) {
		all = append(all, ui.Choice{Title: k.Group + ": " + k.Meaning, Hint: k.Show(), Do: func() tea.Cmd {
			cmd, _ := front.Act(k.Action)
			return cmd
		}})
	}
	for i, s := range m.Screens {
		all = append(all, ui.Choice{Title: "go to " + s.Name(), Hint: fmt.Sprint(i + 1), Do: func() tea.Cmd { return m.GoTo(i) }})
	}
	for i, s := range m.Screens {
		s, ok := s.(chooser)
		if !ok {
			continue
		}
		for _, c := range s.Choices() {
			do := c.Do
			c.Do = func() tea.Cmd { return tea.Batch(m.GoTo(i), do()) }
			all = append(all, c)
		}
	}
	for _, name := range m.Session.Options.Themes.Names() {
		all = append(all, ui.Choice{Title: "theme: " + name, Do: func() tea.Cmd { return m.chooseTheme(name) }})
	}
	for _, source := range m.Session.Options.Sources {
		all = append(all, ui.Choice{Title: "data set: " + source, Do: func() tea.Cmd { return m.Session.Open(source) }})
	}
	for _, k := range ui.KeyLines(m.table, m, true) {
		if k.Action != "palette" && !strings.HasPrefix(k.Meaning, "go to ") {
			all = append(all, ui.Choice{Title: k.Group + ": " + k.Meaning, Hint: k.Show(), Do: func() tea.Cmd {
				cmd, _ := ui.Perform(m.table, m, k.Action)
				return cmd
			}})
		}
	}
	return all
}

// pressPalette handles a key while the palette is open.
func (m *Model) pressPalette(key tea.KeyPressMsg) tea.Cmd {
	p := &m.palette
	switch key.String() {
	case "esc":
		p.Input.Close()
	case "up", "ctrl+p", "shift+tab":
		p.Selected = max(p.Selected-1, 0)
	case "down", "ctrl+n", "tab":
		p.Selected = max(min(p.Selected+1, len(p.Found)-1), 0)
	case "pgup":
		p.Selected = max(p.Selected-m.paletteRows(), 0)
	case "pgdown":
		p.Selected = max(min(p.Selected+m.paletteRows(), len(p.Found)-1), 0)
	case "enter":
		p.Input.Close()
		if p.Selected < len(p.Found) {
			return p.All[p.Found[p.Selected]].Do()
		}
	default:
		if p.Input.Press(key) {
			p.Find()
		}
	}
	return nil
}

func (m *Model) paletteRows() int { return min(max(m.frame.H-10, 4), 16) }

// overPalette draws the palette over the screen.
func (m *Model) overPalette(base string) string {
	th, p := m.Session.Theme, &m.palette
	w, rows := min(m.frame.W-8, 84), m.paletteRows()
	p.Top = min(max(p.Top, p.Selected-rows+1), p.Selected)
	room := w - 4
	lines := []string{" " + canvas.Paint(th.Focus.Underline(false), th.Glyphs.Current+" ") + p.Input.Draw(th, room-2), ""}
	for i := p.Top; i < min(p.Top+rows, len(p.Found)); i++ {
		lines = append(lines, p.Line(th, p.All[p.Found[i]], i == p.Selected, room))
	}
	if len(p.Found) == 0 {
		lines = append(lines, " "+canvas.Paint(th.Muted, "no match"))
	}
	note := "Enter run, Esc close"
	box := canvas.Panel(th, w, rows+4, "Commands", note, true, strings.Join(lines, "\n"))
	return canvas.Overlay(base, box, (m.frame.W-w)/2, 2)
}
