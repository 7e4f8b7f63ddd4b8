package tui

import (
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

func (p *commands) line(th *themes.Theme, c choice, selected bool, w int) string {
	hint := canvas.Text(c.Hint)
	room := max(w-2-canvas.Width(hint)-1, 8)
	title, style, mark := cell(canvas.Text(c.Title), room, false), th.Text, " "
	if selected {
		style, mark = th.Selected, th.Glyphs.Current
	}
	return " " + canvas.Paint(th.Focus.Underline(false), mark) + canvas.Paint(style, " "+title+" ") + canvas.Paint(th.Key, hint)
}
