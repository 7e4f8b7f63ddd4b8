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

// warning is something about the ratings, beside the knobs as they stand, that a person should know.
type warning struct {
	what string // a sentence
	do   string // what to do about it
}

// warnings lists what stands out, most serious first.
func (d *Screen) warnings() []warning {
	var all []warning
	add := func(do, format string, args ...any) { all = append(all, warning{fmt.Sprintf(format, args...), do}) }
	s := d.count.Value().stats
	origin := d.Problem.Split.Train.Origin
	k := &d.Knobs
	users := float64(s.Users)
	if s.Ratings == 0 {
		add("Open other ratings from the palette.", "There is no rating.")
		return all
	}
	if session.MakesReleases(k.Method(), k.Fixed) && k.Delta*users >= 1 {
		add(fmt.Sprintf("Turn δ below %s, a tenth of 1/n.", format.Number(format.RoundDown(0.1/users, 1))),
			"δ %s is not below 1/n = 1/%s: publishing all of one user would keep the promise.", format.Number(k.Delta), format.Thousands(s.Users))
	}
	if what, do := d.tooFew(); what != "" {
		add(do, "%s", what)
	}
	if stated := k.Config().Scope.Origin(origin); stated.RangeObserved {
		add(fmt.Sprintf("Declare it: --range %s,%s, or wider; or release it: --range private.", plainNumber(s.Low), plainNumber(s.High)),
			"The range %s to %s was read off the ratings, and counts as public.", plainNumber(s.Low), plainNumber(s.High))
	}
	if stated := k.Config().Scope.Origin(origin); stated.CatalogueObserved {
		add("Declare them: --catalogue FILE; or release them: --catalogue private.", "The items were read off the ratings, and count as public: one that a single user rated gives that user away.")
	}
	if n := origin.Duplicates; n > 0 {
		add("Give one rating a pair if another was meant.", "%s of the same user and item were given again; the last of each was kept.", format.ShortPlural(int(n), "rating"))
	}
	if n := origin.Outside; n > 0 {
		add("Add their items to the catalogue if they belong.", "%s of items outside the catalogue are left out.", format.ShortPlural(int(n), "rating"))
	}
	if n := s.PerUser.Few; n > 0 {
		add("Leave them in, or out by a rule that looks at one user alone.", "%s of %s have fewer than %d ratings: little beyond their own mean can be told of them.",
			format.Percent(float64(n)/users), format.ShortPlural(s.Users, "user"), loaders.FewRatings)
	}
	if n := s.PerItem.Few; n > 0 && s.Items > 0 {
		kept := float64(s.Items-n) / float64(s.Items)
		add(fmt.Sprintf("β %s leaves them out.", format.Percent(math.Max(math.Floor(kept*100), 1)/100)), "%s of %s have fewer than %d ratings, which noise swamps.",
			format.Percent(float64(n)/float64(s.Items)), format.ShortPlural(s.Items, "item"), loaders.FewRatings)
	}
	return all
}

// tooFew says that the noise of the plan is more than what so many users tell of the median item, and what would
// balance it: the signal grows with the users, and the noise falls with μ.
func (d *Screen) tooFew() (what, do string) {
	p := d.Preview.Value()
	if p == nil || p.Method != d.Knobs.Method() || p.Plan == nil || !p.HasForecast() {
		return "", ""
	}
	over := format.Round(p.Forecast.NoiseMedian, 2)
	if !(over > 1) || math.IsInf(over, 0) {
		return "", ""
	}
	do = "A smaller β keeps the items that tell more."
	if epsilon, err := p.Plan.Accountant.Epsilon(over*p.Plan.Mu, p.Plan.Delta); err == nil && !p.Plan.Pure {
		do = fmt.Sprintf("They balance at about %s such users, or at ε %s. %s", format.Count(int(format.Round(over*float64(d.count.Value().stats.Users), 2))), format.Number(format.Round(epsilon, 2)), do)
	}
	return fmt.Sprintf("Few users for ε %s: on the median item the noise is %s times the signal.", format.Number(p.Plan.Epsilon), format.Number(format.Round(over, 2))), do
}

// warnedNote counts warnings for the edge of the panel, and says what they are.
func warnedNote(all []warning) string {
	if len(all) == 0 {
		return session.NotPrivate
	}
	return fmt.Sprintf("%d · %s", len(all), session.NotPrivate)
}

func (d *Screen) drawWarnings(w, h int) string {
	th, all := d.Theme, d.warned
	if len(all) == 0 {
		lines := ui.PaintWrapped(th.Glyphs.Check+" Nothing stands out: the range and the items are declared, no rating was given twice, users have ratings enough.", w-2, th.Good)
		return d.warns.Draw(lines, w, h)
	}
	if h < 3 {
		return ui.Inset([]string{canvas.Paint(th.Warning, th.Glyphs.Alert+" "+all[0].what)}, w, h)
	}
	var lines []string
	for _, one := range all {
		for i, line := range ui.Wrap(one.what, w-4) {
			sign := "  "
			if i == 0 {
				sign = canvas.Paint(th.Warning, th.Glyphs.Alert) + " "
			}
			lines = append(lines, sign+canvas.Paint(th.Text, line))
		}
		for i, line := range ui.Wrap(one.do, w-6) {
			sign := "    "
			if i == 0 {
				sign = "  " + canvas.Paint(th.Accent, th.Glyphs.Current) + " "
			}
			lines = append(lines, sign+canvas.Paint(th.Muted, line))
		}
	}
	return d.warns.Draw(lines, w, h)
}
