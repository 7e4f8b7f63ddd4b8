package tui

import (
	"fmt"
	"math"
	"strings"

	"charm.land/lipgloss/v2"

	"dpals/accounting"
	"dpals/tui/canvas"
)

func (t *tune) drawBefore() string {
	p := t.layout.Before
	if p.W <= 0 || p.H <= 0 {
		return ""
	}
	in := canvas.Inside(p.W, p.H)
	return canvas.Panel(t.theme, p.W, p.H, "Before you run", "", false, t.consequences(in.W, in.H))
}

// consequences says what the knobs will do, most important first; what does not fit is left out from the end.
func (t *tune) consequences(w, h int) string {
	th := t.theme
	switch {
	case !t.loaded():
		return canvas.Paint(th.Muted, " waiting for the ratings")
	case t.previewErr != nil:
		return strings.Join(paintAll(th.Glyphs.Alert+" "+firstLine(t.previewErr), w, th.Bad), "\n")
	case t.preview == nil:
		return canvas.Paint(th.Muted, " working it out")
	}
	rows := t.consequenceRows(w)
	return canvas.Fit(strings.Join(rows[:min(len(rows), h)], "\n"), w, h)
}

func (t *tune) consequenceRows(w int) []string {
	th, p := t.theme, t.preview
	row := func(name, value string) string {
		return canvas.Paint(th.Muted, canvas.Line(" "+name, min(17, max(w/2, 8)))) + " " + value
	}
	strong := func(s string) string { return canvas.Paint(th.Strong, s) }
	var rows []string
	if p.Plan != nil {
		rows = append(rows, row("cost", fmt.Sprintf("μ %s  ε %s", strong(figure(p.Plan.Mu)), strong(figure(p.Plan.Epsilon)))+
			canvas.Paint(th.Muted, " "+p.Plan.Accountant.Name())))
		if p.Published > 0 {
			rows = append(rows, row("", canvas.Paint(th.Muted, "published formula: "+figure(p.Published))))
		}
	} else {
		rows = append(rows, row("cost", "none: nothing private is released"))
		if !p.Method.Private() {
			rows[0] = row("cost", canvas.Paint(th.Warning, "not private"))
		}
	}
	f := p.Forecast
	if p.Method.Consequence != nil {
		if p.Plan != nil {
			rows = append(rows,
				row("noise / signal", t.ratio(f.NoiseMedian)+canvas.Paint(th.Muted, " median item")),
				row("", t.ratio(f.NoiseRarest)+canvas.Paint(th.Muted, " rarest tenth")))
		}
		items := int(math.Round(f.ItemsShare * float64(t.problem.Split.Train.Items)))
		rows = append(rows, row("ratings used", strong(percent(f.RatingsShare))),
			row("items trained", strong(count(items))+canvas.Paint(th.Muted, " "+percent(f.ItemsShare))))
	}
	if p.Plan != nil {
		for i, k := range kindsOf(p.Plan) {
			name := ""
			if i == 0 {
				name = "noise σ"
			}
			style, glyph := th.Kind(k.name)
			rows = append(rows, row(name, canvas.Paint(style, glyph+" ")+strong(k.sigma())+canvas.Paint(th.Muted, " "+k.name)))
		}
	}
	return rows
}

// ratio is noise over signal; where noise is larger it says so, not by colour alone.
func (t *tune) ratio(v float64) string {
	style := t.theme.Good
	if v > 1 {
		style = t.theme.Warning
	}
	if math.IsNaN(v) {
		style = t.theme.Muted
	}
	s := canvas.Paint(style.Bold(true), figure(v))
	if v > 1 {
		s += canvas.Paint(style, " "+t.theme.Glyphs.Alert)
	}
	return s
}

// kindSum is what the releases of one kind have in common.
type kindSum struct {
	name      string
	low, high float64 // σ
	releases  int
}

// kindsOf sums up a plan's kinds, in the order of their first release.
func kindsOf(p *accounting.Plan) []kindSum {
	var all []kindSum
next:
	for _, r := range p.Releases {
		for i := range all {
			if k := &all[i]; k.name == r.Kind {
				k.low, k.high, k.releases = min(k.low, r.Sigma), max(k.high, r.Sigma), k.releases+1
				continue next
			}
		}
		all = append(all, kindSum{r.Kind, r.Sigma, r.Sigma, 1})
	}
	return all
}

func (k kindSum) sigma() string {
	s := figure(k.low)
	if high := figure(k.high); high != s {
		s += " to " + high
	}
	if k.releases > 1 {
		s += fmt.Sprintf(" ×%d", k.releases)
	}
	return s
}

// paintAll wraps text into lines of at most w cells in one style.
func paintAll(text string, w int, style lipgloss.Style) []string {
	lines := wrap(text, w)
	for i := range lines {
		lines[i] = canvas.Paint(style, lines[i])
	}
	return lines
}
