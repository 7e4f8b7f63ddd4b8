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
	item      uint32
	title     string
	value     float64
	predicted float64 // from the person's other ratings, NaN until there is a model
}

func (r ratingRow) error() float64 { return r.predicted - r.value }

func (p *Screen) ratingColumns() []ui.Column[ratingRow] {
	return []ui.Column[ratingRow]{
		{Title: "title", Width: 12, Grow: true, Text: func(r ratingRow) string { return r.title },
			Order: func(a, b ratingRow) int { return cmp.Compare(a.title, b.title) }},
		{Title: "rated", Width: 5, Right: true, Text: func(r ratingRow) string { return formatRating(r.value) },
			Order: func(a, b ratingRow) int { return cmp.Compare(b.value, a.value) },
			Style: func(th *themes.Theme, _ ratingRow) lipgloss.Style { return th.Strong }},
		{Title: "predicted", Width: 9, Right: true, Priority: 1, Text: func(r ratingRow) string { return formatPrediction(r.predicted) },
			Order: func(a, b ratingRow) int { return cmp.Compare(b.predicted, a.predicted) }},
		{Title: "error", Width: 6, Right: true, Priority: 2, Text: func(r ratingRow) string { return formatError(r.error()) },
			Order: func(a, b ratingRow) int { return cmp.Compare(math.Abs(b.error()), math.Abs(a.error())) },
			Style: func(th *themes.Theme, _ ratingRow) lipgloss.Style { return th.Muted }},
	}
}

// formatRating writes a rating as it was given.
func formatRating(v float64) string { return strconv.FormatFloat(float64(float32(v)), 'g', 4, 32) }

// formatPrediction writes a predicted rating; "" for NaN.
func formatPrediction(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return fmt.Sprintf("%.2f", v)
}

// formatError writes the error of a prediction with its sign; "" for NaN.
func formatError(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return fmt.Sprintf("%+.2f", v)
}

// listRatings lists the person's ratings, with what the run's model predicts once that is known.
func (p *Screen) listRatings() {
	train := p.Problem.Split.Train
	predicted := p.answers.predicted(p.version)
	rows := make([]ratingRow, len(p.person.Items))
	for k, j := range p.person.Items {
		rows[k] = ratingRow{j, people.Title(train, j), float64(p.person.Values[k]), math.NaN()}
		if k < len(predicted) {
			rows[k].predicted = predicted[k]
		}
	}
	p.ratings.Columns[0].Title = "title"
	if train.Titles == nil {
		p.ratings.Columns[0].Title = "item"
	}
	p.ratings.Set(rows, func(a, b ratingRow) bool { return a.item == b.item })
}

func (p *Screen) ratingsTitle() string {
	if p.isGuest() {
		return "You rated"
	}
	return "User " + canvas.Text(p.userName(p.person.User)) + " rated"
}

// ratingsNote returns the RMSE of the predictions and who may see it, or the number of ratings before there are any.
func (p *Screen) ratingsNote() string {
	predicted, sum := p.answers.predicted(p.version), 0.0
	n := len(p.person.Items)
	if len(predicted) != n || n == 0 {
		return format.ShortPlural(n, "rating")
	}
	for k, v := range predicted {
		d := v - float64(p.person.Values[k])
		sum += d * d
	}
	rmse := "RMSE " + format.ShortRMSE(math.Sqrt(sum/float64(n)))
	room := p.Rects[panelRatings].W - canvas.Width(p.ratingsTitle()) - 8
	return ui.Longest(room, rmse+ui.Separator+p.forUserOrGuest("for this user only", "for you only"), rmse+ui.Separator+"not private", rmse)
}

// drawRatings draws the list of ratings, below the input of a title or a rating where one is asked for.
func (p *Screen) drawRatings(w, h int) string {
	th, g := p.Theme, &p.guest
	focused := p.Focus == panelRatings
	empty := p.forUserOrGuest("no ratings: predictions are those for an average user", "No ratings yet. Press n, type part of a title, and rate it.")
	if g.rating {
		lines := p.drawRatingInput(w)
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
	input := canvas.Line(" "+g.title.DrawAsked(th, "title: ", max(w-1, 0)), w)
	if g.title.Text() == "" {
		return canvas.Fit(canvas.Stack(input, p.ratings.Draw(th, w, h-1, false, "")), w, h)
	}
	return canvas.Fit(canvas.Stack(input, p.drawFound(w, h-1)), w, h)
}
