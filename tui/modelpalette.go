package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpals/tui/canvas"
)

func (m *model) openPalette() tea.Cmd {
	p := &m.palette
	p.all, p.selected, p.top = m.choices(), 0, 0
	p.input.begin("")
	p.find()
	return nil
}

// choices lists everything: what the screen in front can do now, the screens, what the screens add, the themes, and
// what works everywhere.
func (m *model) choices() []choice {
	var all []choice
	front := m.screens[m.current]
	for _, k := range front.keys(true) {
		all = append(all, choice{k.Group + ": " + k.Meaning, k.Show(), func() tea.Cmd {
			cmd, _ := front.act(k.Action)
			return cmd
		}})
	}
	for i, s := range m.screens {
		all = append(all, choice{"go to " + s.name(), fmt.Sprint(i + 1), func() tea.Cmd { return m.goTo(i) }})
	}
	for i, s := range m.screens {
		for _, c := range s.choices() {
			do := c.Do
			c.Do = func() tea.Cmd { return tea.Batch(m.goTo(i), do()) }
			all = append(all, c)
		}
	}
	for _, name := range m.bench.options.Themes.Names() {
		all = append(all, choice{"theme: " + name, "", func() tea.Cmd { return m.pickTheme(name) }})
	}
	for _, source := range m.bench.options.Sources {
		all = append(all, choice{"data set: " + source, "", func() tea.Cmd { return m.bench.open(source) }})
	}
	for _, k := range lines(m.table, m, true) {
		if k.Action != "palette" && !strings.HasPrefix(k.Meaning, "go to ") {
			all = append(all, choice{k.Group + ": " + k.Meaning, k.Show(), func() tea.Cmd {
				cmd, _ := perform(m.table, m, k.Action)
				return cmd
			}})
		}
	}
	return all
}

// pressPalette takes a key while the palette is open.
func (m *model) pressPalette(key tea.KeyPressMsg) tea.Cmd {
	p := &m.palette
	switch key.String() {
	case "esc":
		p.input.close()
	case "up", "ctrl+p", "shift+tab":
		p.selected = max(p.selected-1, 0)
	case "down", "ctrl+n", "tab":
		p.selected = max(min(p.selected+1, len(p.found)-1), 0)
	case "pgup":
		p.selected = max(p.selected-m.paletteRows(), 0)
	case "pgdown":
		p.selected = max(min(p.selected+m.paletteRows(), len(p.found)-1), 0)
	case "enter":
		p.input.close()
		if p.selected < len(p.found) {
			return p.all[p.found[p.selected]].Do()
		}
	default:
		if p.input.press(key) {
			p.find()
		}
	}
	return nil
}

func (m *model) paletteRows() int { return min(max(m.frame.H-10, 4), 16) }

// overPalette lays the palette over the screen.
func (m *model) overPalette(base string) string {
	th, p := m.bench.theme, &m.palette
	w, rows := min(m.frame.W-8, 84), m.paletteRows()
	p.top = min(max(p.top, p.selected-rows+1), p.selected)
	room := w - 4
	lines := []string{" " + canvas.Paint(th.Focus.Underline(false), th.Glyphs.Current+" ") + p.input.draw(th, room-2), ""}
	for i := p.top; i < min(p.top+rows, len(p.found)); i++ {
		lines = append(lines, p.line(th, p.all[p.found[i]], i == p.selected, room))
	}
	if len(p.found) == 0 {
		lines = append(lines, " "+canvas.Paint(th.Muted, "nothing matches"))
	}
	note := "Enter does it, Esc closes"
	box := canvas.Panel(th, w, rows+4, "What do you want?", note, true, strings.Join(lines, "\n"))
	return canvas.Overlay(base, box, (m.frame.W-w)/2, 2)
}
