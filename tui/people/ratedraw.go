package people

import (
	"fmt"
	"math"
	"strings"

	"dpals/engine/people"
	"dpals/loaders"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// howToRate says which keys give a rating.
func (g *givenRatings) howToRate(r *loaders.Ratings) string {
	text := fmt.Sprintf("%s to %s: ← → and Enter", stars(r.Low), stars(r.High))
	if _, atOnce, _ := g.scale.digit(1); atOnce {
		text += ", or a digit"
	}
	if _, had := g.you.Rating(g.item); had {
		text += "; Backspace takes the rating away"
	}
	return text
}

// ratingLines ask for a rating, in lines of w cells.
func (p *Screen) ratingLines(w int) []string {
	th, g := p.Theme, &p.given
	title := canvas.Text(people.Title(p.Problem.Split.Train, g.item))
	return []string{
		canvas.Line(" "+canvas.Paint(th.Strong, canvas.Line(title, max(w-2, 0))), w),
		canvas.Line(" "+g.drawScale(p.Session, max(w-2, 0)), w),
	}
}

// drawScale is the range with the rating as it stands.
func (g *givenRatings) drawScale(s *session.Session, w int) string {
	th := s.Theme
	value := canvas.Paint(th.Focus.Underline(false), th.Glyphs.Left) + " " + canvas.Paint(th.Selected, " "+stars(g.value)+" ") + " " +
		canvas.Paint(th.Focus.Underline(false), th.Glyphs.Right)
	if !g.scale.few() {
		return value + "  " + canvas.Bar(th, min(max(w-canvas.Width(value)-2, 0), 30), (g.value-g.scale.low)/(g.scale.high-g.scale.low))
	}
	line := ""
	for k := 0; ; k++ {
		v := g.scale.low + float64(k)*g.scale.step
		if v > g.scale.high+g.scale.step/4 {
			break
		}
		style := th.Muted
		if math.Abs(v-g.value) < g.scale.step/4 {
			line += canvas.Paint(th.Focus.Underline(false), "[") + canvas.Paint(th.Selected, stars(v)) + canvas.Paint(th.Focus.Underline(false), "]")
			continue
		}
		line += canvas.Paint(style, " "+stars(v)+" ")
	}
	if canvas.Width(line) > w {
		return value
	}
	return line
}

// drawFound is the items that the title may mean, in exactly w×h cells.
func (p *Screen) drawFound(w, h int) string {
	th, g := p.Theme, &p.given
	if w <= 0 || h <= 0 {
		return ""
	}
	if len(g.found.Value()) == 0 {
		text := "nothing has that in its title"
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
		if v, had := g.you.Rating(g.found.Value()[i].Item); had {
			value = stars(float64(v))
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
