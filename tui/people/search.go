package people

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/people"
	"dpals/tui/canvas"
	"dpals/tui/ui"
)

// mostFound is the maximum number of items that a search returns.
const mostFound = 50

// search is the command that searches the title that is typed.
func (p *Screen) search() tea.Cmd {
	g := &p.guest
	name := g.title.Text()
	if !g.title.Open || name == g.found.Key() {
		return nil
	}
	finder := p.finder
	return g.found.Request(p.Ctx, name, func(context.Context) ([]people.Match, error) { return finder.Search(name, mostFound), nil })
}

// pressTitle handles a key while a title is typed.
func (p *Screen) pressTitle(key tea.KeyPressMsg) {
	g := &p.guest
	switch key.String() {
	case "esc":
		g.cancel()
	case "enter":
		if g.selected < len(g.found.Value()) {
			p.askRating(g.found.Value()[g.selected].Item)
		} else if strings.TrimSpace(g.title.Text()) != "" && !g.found.Running() {
			g.title.Refuse("no matching title")
		}
	case "up", "ctrl+p":
		g.selected = max(g.selected-1, 0)
	case "down", "ctrl+n":
		g.selected = max(min(g.selected+1, len(g.found.Value())-1), 0)
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
	if len(g.found.Value()) == 0 {
		text := "no matching title"
		if g.found.Key() != g.title.Text() {
			text = ""
		}
		return canvas.Centre(th, text, w, h)
	}
	g.top = min(max(g.top, g.selected-h+1), g.selected)
	var lines []string
	for i := g.top; i < min(g.top+h, len(g.found.Value())); i++ {
		title := canvas.Text(people.Title(p.Problem.Split.Train, g.found.Value()[i].Item))
		value := ""
		if v, had := g.person.Rating(g.found.Value()[i].Item); had {
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
