package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpals/tui/canvas"
	"dpals/tui/ui"
)

// openHelp shows the key table from its first line.
func (m *Model) openHelp() tea.Cmd {
	m.help, m.helpTop = true, 0
	return nil
}

// pressHelp scrolls or closes the help.
func (m *Model) pressHelp(pressed string) tea.Cmd {
	switch pressed {
	case "down", "j":
		m.helpTop++
	case "up", "k":
		m.helpTop = max(m.helpTop-1, 0)
	case "pgdown", "space":
		m.helpTop += m.helpRoom()
	case "pgup":
		m.helpTop = max(m.helpTop-m.helpRoom(), 0)
	default:
		m.help = false
	}
	return nil
}

// helpRoom returns how many lines of the help fit on the screen.
func (m *Model) helpRoom() int { return max(m.frame.H-6, 1) }

// overHelp draws the key table over the screen.
func (m *Model) overHelp(base string) string {
	th := m.Session.Theme
	lines := m.helpLines()
	width := 0
	for _, l := range lines {
		width = max(width, canvas.Width(l))
	}
	w := min(width+4, m.frame.W)
	h := min(len(lines)+2, m.frame.H-4)
	m.helpTop = min(m.helpTop, max(len(lines)-(h-2), 0))
	note := "any key: close"
	if len(lines) > h-2 {
		note = "↑↓ scroll, any other key: close"
	}
	body := canvas.Fit(strings.Join(lines[m.helpTop:], "\n"), w-2, h-2)
	box := canvas.Panel(th, w, h, "Keys", note, true, body)
	return canvas.Overlay(base, box, (m.frame.W-w)/2, (m.frame.H-h)/2)
}

// helpLines returns the key table of the screen in front and of the program, under its headings.
func (m *Model) helpLines() []string {
	th := m.Session.Theme
	keys := append(m.front().Keys(false), ui.KeyLines(m.table, m, false)...)
	left := 0
	for _, k := range keys {
		left = max(left, canvas.Width(k.Show()))
	}
	var groups []string // in the order of their first key
	of := make(map[string][]string)
	for _, k := range keys {
		if len(of[k.Group]) == 0 {
			groups = append(groups, k.Group)
		}
		of[k.Group] = append(of[k.Group], " "+canvas.Paint(th.Key, canvas.Line(k.Show(), left))+"  "+canvas.Paint(th.Text, k.Meaning))
	}
	var out []string
	for i, group := range groups {
		if i > 0 {
			out = append(out, "")
		}
		out = append(out, " "+canvas.Paint(th.Accent.Bold(true), group))
		out = append(out, of[group]...)
	}
	return out
}
