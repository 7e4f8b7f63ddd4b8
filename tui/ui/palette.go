package ui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/sahilm/fuzzy"

	"dpals/themes"
	"dpals/tui/canvas"
)

// Choice is one line of the command palette.
type Choice struct {
	Title string // "method: dpals-eb"
	Hint  string // its key, or a short description
	Do    func() tea.Cmd
}

// Palette is the command palette: a list of everything the program can do, searched by a few letters. The zero palette is
// closed.
type Palette struct {
	Input    Input
	All      []Choice
	Found    []int // indices of the matches in All, best first
	Selected int   // position in Found
	Top      int   // first position that is shown
}

// Find fills Found with the lines that match the typed text, best first; all lines where nothing is typed. A line matches
// where it has the letters of every word in their order.
func (p *Palette) Find() {
	p.Found, p.Selected, p.Top = p.Found[:0], 0, 0
	typed := strings.TrimSpace(p.Input.Text())
	if typed == "" {
		for i := range p.All {
			p.Found = append(p.Found, i)
		}
		return
	}
	titles := make([]string, len(p.All))
	for i, c := range p.All {
		titles[i] = c.Title
	}
	// Word by word, so that words may be in any order; the scores of the words add up.
	score := make(map[int]int)
	for i, word := range strings.Fields(typed) {
		next := make(map[int]int)
		for _, match := range fuzzy.Find(word, titles) {
			if before, ok := score[match.Index]; ok || i == 0 {
				next[match.Index] = before + match.Score
			}
		}
		score = next
	}
	for i := range p.All {
		if _, ok := score[i]; ok {
			p.Found = append(p.Found, i)
		}
	}
	slices.SortStableFunc(p.Found, func(a, b int) int { return score[b] - score[a] })
}

// Line returns one line of the palette in w cells.
func (p *Palette) Line(th *themes.Theme, c Choice, selected bool, w int) string {
	hint := canvas.Text(c.Hint)
	room := max(w-2-canvas.Width(hint)-1, 8)
	title, style, mark := Pad(canvas.Text(c.Title), room, false), th.Text, " "
	if selected {
		style, mark = th.Selected, th.Glyphs.Current
	}
	return " " + canvas.Paint(th.Focus.Underline(false), mark) + canvas.Paint(style, " "+title+" ") + canvas.Paint(th.Key, hint)
}
