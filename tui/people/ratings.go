package people

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"dpals/engine/people"
	"dpals/internal/format"
	"dpals/themes"
	"dpals/tui/canvas"
	"dpals/tui/ui"
)

// ratingRow is one rating of the person on the screen.
type ratingRow struct {
	item     uint32
	title    string
	value    float64
	expected float64 // from the person's other ratings, NaN until there is a model
}

func (r ratingRow) miss() float64 { return r.expected - r.value }

func (p *Screen) ratingColumns() []ui.Column[ratingRow] {
	return []ui.Column[ratingRow]{
		{Title: "title", Width: 12, Grow: true, Text: func(r ratingRow) string { return r.title },
			Order: func(a, b ratingRow) int { return cmp.Compare(a.title, b.title) }},
		{Title: "rated", Width: 5, Right: true, Text: func(r ratingRow) string { return stars(r.value) },
			Order: func(a, b ratingRow) int { return cmp.Compare(b.value, a.value) },
			Style: func(th *themes.Theme, _ ratingRow) lipgloss.Style { return th.Strong }},
		{Title: "model", Width: 5, Right: true, Priority: 1, Text: func(r ratingRow) string { return expectation(r.expected) },
			Order: func(a, b ratingRow) int { return cmp.Compare(b.expected, a.expected) }},
		{Title: "off by", Width: 6, Right: true, Priority: 2, Text: func(r ratingRow) string { return off(r.miss()) },
			Order: func(a, b ratingRow) int { return cmp.Compare(math.Abs(b.miss()), math.Abs(a.miss())) },
			Style: func(th *themes.Theme, _ ratingRow) lipgloss.Style { return th.Muted }},
	}
}

// stars writes a rating as it was given.
func stars(v float64) string { return strconv.FormatFloat(float64(float32(v)), 'g', 4, 32) }

// expectation writes what a model expects, in rating units.
func expectation(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return fmt.Sprintf("%.2f", v)
}

// off writes how far an expectation is from a rating, with its sign.
func off(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return fmt.Sprintf("%+.2f", v)
}

// listRatings lists what the person has rated, with what the model of the run expects once that is known.
func (p *Screen) listRatings() {
	train := p.Problem.Split.Train
	expected := p.advice.expected(p.version)
	rows := make([]ratingRow, len(p.who.Items))
	for k, j := range p.who.Items {
		rows[k] = ratingRow{j, people.Title(train, j), float64(p.who.Values[k]), math.NaN()}
		if k < len(expected) {
			rows[k].expected = expected[k]
		}
	}
	p.ratings.Columns[0].Title = "title"
	if train.Titles == nil {
		p.ratings.Columns[0].Title = "item"
	}
	p.ratings.Set(rows, func(a, b ratingRow) bool { return a.item == b.item })
}

func (p *Screen) ratingsTitle() string {
	if p.guest() {
		return "You rated"
	}
	return "User " + canvas.Text(p.userName(p.who.User)) + " rated"
}

// ratingsNote is how far the model is from them, in root mean square as errors elsewhere are.
func (p *Screen) ratingsNote() string {
	expected, sum := p.advice.expected(p.version), 0.0
	n := len(p.who.Items)
	if len(expected) != n || n == 0 {
		return format.ShortPlural(n, "rating")
	}
	for k, v := range expected {
		d := v - float64(p.who.Values[k])
		sum += d * d
	}
	return fmt.Sprintf("RMSE %s · %s", format.ShortRMSE(math.Sqrt(sum/float64(n))), p.call("for this user alone", "yours alone"))
}

func (p *Screen) drawRatings(w, h int) string {
	th, g := p.Theme, &p.given
	focused := p.Focus == panelRatings
	empty := p.call("no ratings: predicted is what everybody is on average", "You have rated nothing yet: press n, type a part of a title, and rate it.")
	if g.rating {
		lines := p.ratingLines(w)
		rest := ""
		if room := h - len(lines) - 1; room >= 3 {
			rest = p.ratings.Draw(th, w, room, false, "")
			lines = append(lines, "")
		}
		return canvas.Fit(canvas.Stack(canvas.Fit(strings.Join(lines, "\n"), w, min(len(lines), h)), rest), w, h)
	}
	if !g.title.Open {
		return p.ratings.Draw(th, w, h, focused, empty)
	}
	asked := canvas.Line(" "+g.title.DrawAsked(th, "title: ", max(w-1, 0)), w)
	if g.title.Text() == "" {
		return canvas.Fit(canvas.Stack(asked, p.ratings.Draw(th, w, h-1, false, "")), w, h)
	}
	return canvas.Fit(canvas.Stack(asked, p.drawFound(w, h-1)), w, h)
}
