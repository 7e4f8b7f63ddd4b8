package people

import (
	"fmt"
	"math"

	"dpals/engine/people"
	"dpals/loaders"
	"dpals/tui/canvas"
	"dpals/tui/session"
)

// scale is a rating range and the step between its ratings.
type scale struct{ low, high, step float64 }

// scaleOf guesses the step of a range: halves where its ends are, whole numbers where it is wide enough, else parts.
func scaleOf(r *loaders.Ratings) scale {
	s := scale{r.Low, r.High, 1}
	half := func(v float64) bool { return v*2 == math.Trunc(v*2) && v != math.Trunc(v) }
	switch w := r.High - r.Low; {
	case (half(r.Low) || half(r.High)) && w <= 10:
		s.step = 0.5
	case w < 2:
		s.step = w / 10
	case w > 25:
		s.step = w / 20
	}
	return s
}

func (s scale) clamp(v float64) float64 { return min(max(v, s.low), s.high) }

// turn moves a rating by a number of steps.
func (s scale) turn(v float64, by int) float64 {
	return s.clamp(s.low + s.step*(math.Round((v-s.low)/s.step)+float64(by)))
}

// hasFewSteps reports whether every step is drawn.
func (s scale) hasFewSteps() bool { return (s.high-s.low)/s.step <= 10 }

// digit returns the rating of a digit, whether the rating is complete with it, and whether it is in the range.
func (s scale) digit(d int) (v float64, complete, ok bool) {
	v = float64(d)
	return v, s.high < 10, v >= s.low && v <= s.high
}

// ratingHelp returns the keys that give a rating.
func (g *guestRatings) ratingHelp(r *loaders.Ratings) string {
	text := fmt.Sprintf("%s to %s: ← → and Enter", formatRating(r.Low), formatRating(r.High))
	if _, complete, _ := g.scale.digit(1); complete {
		text += ", or a digit"
	}
	if _, had := g.person.Rating(g.item); had {
		text += ". Backspace: delete the rating"
	}
	return text
}

// drawRatingInput draws the title of the item and its scale, in two lines of w cells.
func (p *Screen) drawRatingInput(w int) []string {
	th, g := p.Theme, &p.guest
	title := canvas.Text(people.Title(p.Problem.Split.Train, g.item))
	return []string{
		canvas.Line(" "+canvas.Paint(th.Strong, canvas.Line(title, max(w-2, 0))), w),
		canvas.Line(" "+g.drawScale(p.Session, max(w-2, 0)), w),
	}
}

// drawScale draws the range with the selected rating.
func (g *guestRatings) drawScale(s *session.Session, w int) string {
	th := s.Theme
	value := canvas.Paint(th.Focus.Underline(false), th.Glyphs.Left) + " " + canvas.Paint(th.Selected, " "+formatRating(g.value)+" ") + " " +
		canvas.Paint(th.Focus.Underline(false), th.Glyphs.Right)
	if !g.scale.hasFewSteps() {
		return value + "  " + canvas.Bar(th, min(max(w-canvas.Width(value)-2, 0), 30), (g.value-g.scale.low)/(g.scale.high-g.scale.low))
	}
	line := ""
	for k := 0; ; k++ {
		v := g.scale.low + float64(k)*g.scale.step
		if v > g.scale.high+g.scale.step/4 {
			break
		}
		if math.Abs(v-g.value) < g.scale.step/4 {
			line += canvas.Paint(th.Focus.Underline(false), "[") + canvas.Paint(th.Selected, formatRating(v)) + canvas.Paint(th.Focus.Underline(false), "]")
			continue
		}
		line += canvas.Paint(th.Muted, " "+formatRating(v)+" ")
	}
	if canvas.Width(line) > w {
		return value
	}
	return line
}
