package people

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/people"
	"dpals/tui/canvas"
	"dpals/tui/ui"
)

// foundMsg brings the items that match a title.
type foundMsg struct {
	finder *people.Finder
	name   string
	found  []people.Match
}

// mostFound is the maximum number of items that a search returns.
const mostFound = 50

// search is the command that searches the title that is typed, one search at a time.
func (p *Screen) search() tea.Cmd {
	g := &p.guest
	name := g.title.Text()
	if !g.title.Open || g.searching || name == g.sought {
		return nil
	}
	g.searching = true
	finder := p.finder
	return func() tea.Msg { return foundMsg{finder, name, finder.Search(name, mostFound)} }
}

func (p *Screen) takeFound(m foundMsg) {
	g := &p.guest
	g.searching = false
	if m.finder == p.finder && g.title.Open {
		g.found, g.sought, g.selected, g.top = m.found, m.name, 0, 0
		g.version++
	}
}

// pressTitle handles a key while a title is typed.
func (p *Screen) pressTitle(key tea.KeyPressMsg) {
	g := &p.guest
	g.version++
	switch key.String() {
	case "esc":
		g.cancel()
	case "enter":
		if g.selected < len(g.found) {
			p.askRating(g.found[g.selected].Item)
		} else if strings.TrimSpace(g.title.Text()) != "" && !g.searching {
			g.title.Refuse("no matching title")
		}
	case "up", "ctrl+p":
		g.selected = max(g.selected-1, 0)
	case "down", "ctrl+n":
		g.selected = max(min(g.selected+1, len(g.found)-1), 0)
	default:
		g.title.Press(key)
	}
}

// drawFound draws the found items in exactly w×h cells.
func (p *Screen) drawFound(w, h int) string {
	th, g := p.Theme, &p.guest
	if w <= 0 || h <= 0 {
		return ""
	}
	if len(g.found) == 0 {
		text := "no matching title"
		if g.sought != g.title.Text() {
			text = ""
		}
		return canvas.Centre(th, text, w, h)
	}
	g.top = min(max(g.top, g.selected-h+1), g.selected)
	var lines []string
	for i := g.top; i < min(g.top+h, len(g.found)); i++ {
		title := canvas.Text(people.Title(p.Problem.Split.Train, g.found[i].Item))
		value := ""
		if v, had := g.person.Rating(g.found[i].Item); had {
			value = formatRating(float64(v))
		}
		style, mark := th.Text, " "
		if i == g.selected {
			style, mark = th.Selected, th.Glyphs.Current
		}
		lines = append(lines, canvas.Paint(th.Focus.Underline(false), mark)+" "+
			canvas.Paint(style, ui.Pad(title, max(w-2-6, 1), false))+" "+canvas.Paint(th.Strong, ui.Pad(value, 5, true)))
	}
	return canvas.Fit(strings.Join(lines, "\n"), w, h)
}
