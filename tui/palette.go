package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/sahilm/fuzzy"

	"dpals/themes"
	"dpals/tui/canvas"
)

// choice is one line of the command palette.
type choice struct {
	Title string // "method: dpals-eb"
	Hint  string // its key, or what it is
	Do    func() tea.Cmd
}

// commands is the palette: everything the program can do, found by a few of its letters. It is owned by the Update
// goroutine; the zero palette is closed.
type commands struct {
	input    input
	all      []choice
	found    []int // into all, best first
	selected int
	top      int
}

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

// find keeps what has the typed letters in their order, best first; everything while nothing is typed.
func (p *commands) find() {
	p.found, p.selected, p.top = p.found[:0], 0, 0
	wish := strings.TrimSpace(p.input.text())
	if wish == "" {
		for i := range p.all {
			p.found = append(p.found, i)
		}
		return
	}
	titles := make([]string, len(p.all))
	for i, c := range p.all {
		titles[i] = c.Title
	}
	// Word by word, so that words may come in any order; what all of them match counts by its sum.
	score := make(map[int]int)
	for i, word := range strings.Fields(wish) {
		next := make(map[int]int)
		for _, match := range fuzzy.Find(word, titles) {
			if before, ok := score[match.Index]; ok || i == 0 {
				next[match.Index] = before + match.Score
			}
		}
		score = next
	}
	for i := range p.all {
		if _, ok := score[i]; ok {
			p.found = append(p.found, i)
		}
	}
	slices.SortStableFunc(p.found, func(a, b int) int { return score[b] - score[a] })
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

func (p *commands) line(th *themes.Theme, c choice, selected bool, w int) string {
	hint := canvas.Text(c.Hint)
	room := max(w-2-canvas.Width(hint)-1, 8)
	title, style, mark := cell(canvas.Text(c.Title), room, false), th.Text, " "
	if selected {
		style, mark = th.Selected, th.Glyphs.Current
	}
	return " " + canvas.Paint(th.Focus.Underline(false), mark) + canvas.Paint(style, " "+title+" ") + canvas.Paint(th.Key, hint)
}
