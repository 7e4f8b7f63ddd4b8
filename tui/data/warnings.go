package data

import (
	"fmt"
	"math"

	"dpals/internal/format"
	"dpals/loaders"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// warning is something about the ratings and the current knobs that the analyst should know.
type warning struct {
	text   string // what is wrong, and where
	action string // what to do about it
}

// warnings returns what stands out, most serious first.
func (d *Screen) warnings() []warning {
	var all []warning
	add := func(action, text string, args ...any) {
		all = append(all, warning{text: fmt.Sprintf(text, args...), action: action})
	}
	s := d.description.Value().stats
	origin := d.Problem.Split.Train.Origin
	k := &d.Knobs
	users := float64(s.Users)
	if s.Ratings == 0 {
		add("open other ratings from the palette (:)", "the data set has no ratings")
		return all
	}
	if session.MakesReleases(k.Method(), k.Fixed) && k.Delta*users >= 1 {
		add(fmt.Sprintf("set δ below %s, a tenth of 1/users", format.Number(format.RoundDown(0.1/users, 1))),
			"δ %s is not below 1/users = 1/%s: publishing all ratings of one user would meet this guarantee", format.Number(k.Delta), format.Thousands(s.Users))
	}
	if text, action := d.noiseWarning(); text != "" {
		add(action, "%s", text)
	}
	scope := k.Config().Scope.Origin(origin)
	if scope.RangeObserved {
		add(fmt.Sprintf("declare it: --range %s,%s or wider; or release it: --range private", formatRating(s.Low), formatRating(s.High)),
			"the range %s to %s was read from the ratings and is treated as public", formatRating(s.Low), formatRating(s.High))
	}
	if scope.CatalogueObserved {
		add("declare them: --catalogue FILE; or release them: --catalogue private",
			"the items were read from the ratings and are treated as public: an item that only one user rated reveals that user")
	}
	if n := origin.Duplicates; n > 0 {
		add("to keep another one, leave one rating per user and item in the file",
			"%s of a user and item that were already rated; the last rating was kept", format.ShortPlural(int(n), "rating"))
	}
	if n := origin.Outside; n > 0 {
		add("to keep them, add their items to the catalogue", "%s of items outside the catalogue: not used", format.ShortPlural(int(n), "rating"))
	}
	if n := s.PerUser.Few; n > 0 {
		add("keep them, or remove them by a rule that reads one user at a time", "%s of %s have fewer than %d ratings: little can be learned beyond their mean",
			format.Percent(float64(n)/users), format.ShortPlural(s.Users, "user"), loaders.FewRatings)
	}
	if n := s.PerItem.Few; n > 0 && s.Items > 0 {
		kept := float64(s.Items-n) / float64(s.Items)
		add(fmt.Sprintf("set β to %s to leave them out", format.Percent(math.Max(math.Floor(kept*100), 1)/100)), "%s of %s have fewer than %d ratings: noise hides their signal",
			format.Percent(float64(n)/float64(s.Items)), format.ShortPlural(s.Items, "item"), loaders.FewRatings)
	}
	return all
}

// noiseWarning returns a warning where the planned noise of the median item exceeds its signal, and the number of users
// and the ε at which both are equal: the signal grows with the users, and the noise falls with μ. Both texts are "" where
// there is nothing to warn about.
func (d *Screen) noiseWarning() (text, action string) {
	p := d.Preview.Value()
	if p == nil || p.Method != d.Knobs.Method() || p.Plan == nil || !p.HasForecast() {
		return "", ""
	}
	ratio := format.Round(p.Forecast.NoiseMedian, 2)
	if !(ratio > 1) || math.IsInf(ratio, 0) {
		return "", ""
	}
	action = "lower β to keep only items with more ratings"
	if epsilon, err := p.Plan.Accountant.Epsilon(ratio*p.Plan.Mu, p.Plan.Delta); err == nil && !p.Plan.Pure {
		users := format.Count(int(format.Round(ratio*float64(d.description.Value().stats.Users), 2)))
		action = fmt.Sprintf("noise equals signal at about %s users or ε %s; or %s", users, format.Number(format.Round(epsilon, 2)), action)
	}
	return fmt.Sprintf("too few users for ε %s: noise of the median item is %s times its signal", format.Number(p.Plan.Epsilon), format.Number(p.Forecast.NoiseMedian)), action
}

// warningsNote returns the number of warnings, for the edge of a panel of w cells.
func warningsNote(all []warning, w int) string {
	if len(all) == 0 {
		return session.NotPrivate
	}
	room := w - canvas.Width(warningsTitle) - 8 // what the frame leaves to a note
	count := fmt.Sprint(len(all))
	return ui.Longest(room, count+ui.Separator+session.NotPrivate, count+ui.Separator+"not private", count)
}

// warningsTitle is the title of the panel.
const warningsTitle = "Warnings"

func (d *Screen) drawWarnings(w, h int) string {
	th, all := d.Theme, d.shownWarnings
	if len(all) == 0 {
		text := th.Glyphs.Check + " no warnings: items and range are declared, no rating is repeated, every user and item has enough ratings"
		return d.warningsText.Draw(ui.PaintWrapped(text, w-2, th.Good), w, h)
	}
	if h < 3 {
		return ui.Inset([]string{canvas.Paint(th.Warning, th.Glyphs.Alert+" "+all[0].text)}, w, h)
	}
	var lines []string
	for _, one := range all {
		for i, line := range ui.Wrap(one.text, w-4) {
			sign := "  "
			if i == 0 {
				sign = canvas.Paint(th.Warning, th.Glyphs.Alert) + " "
			}
			lines = append(lines, sign+canvas.Paint(th.Text, line))
		}
		for i, line := range ui.Wrap(one.action, w-6) {
			sign := "    "
			if i == 0 {
				sign = "  " + canvas.Paint(th.Accent, th.Glyphs.Current) + " "
			}
			lines = append(lines, sign+canvas.Paint(th.Muted, line))
		}
	}
	return d.warningsText.Draw(lines, w, h)
}
