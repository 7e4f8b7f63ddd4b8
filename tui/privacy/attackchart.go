package privacy

import (
	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/chart"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// The smallest room that the chart of the attack is drawn in, in cells.
const (
	minAttackWidth  = 40
	minAttackHeight = 6
)

// attackLayout returns the room of the text and of the chart in the panel, beside each other or one below the other. Ok
// is false where the chart has no room or nothing to show.
func (p *Screen) attackLayout(in ui.Rect) (text, room ui.Rect, ok bool) {
	all := p.attackTargets()
	if len(all) == 0 {
		return in, room, false
	}
	table := rateWidth*(len(all)+1) + alarmsWidth + 2
	if text, room = in.Left(max(table, in.W*2/5)); room.W >= minAttackWidth && len(p.meaningText(text.W-2)) <= in.H {
		return text, room, room.H >= minAttackHeight
	}
	text, room = in.Top(len(p.meaningText(in.W-2)) + 1)
	return text, room, room.H >= minAttackHeight
}

// attackChart returns the chart of the largest fraction of users that an attack finds, by its rate of false alarms.
func (p *Screen) attackChart() chart.Chart {
	g := chart.Chart{XLabel: "false", YLabel: "% found, by % of false alarms", Whole: true, YMin: 0, YMax: 100}
	stops := []float64{0, 0.1}
	for x := 1.0; x <= 100; x++ {
		stops = append(stops, x)
	}
	p.attackView.On(&g, 0, 100, 100, stops)
	g.LogY = false
	line := func(name string, series int, found func(alpha float64) float64) chart.Line {
		l := chart.Line{Name: name, X: stops, Y: make([]float64, len(stops)), Series: series}
		for i, x := range stops {
			l.Y[i] = 100 * found(x/100)
		}
		l.Value = format.Percent(found(session.UsualFalseAlarms))
		return l
	}
	all := p.attackTargets()
	for _, t := range all {
		g.Lines = append(g.Lines, line(t.name, t.series, t.total.TruePositiveRate))
	}
	guessing := line("guessing", len(all)+4, func(alpha float64) float64 { return alpha })
	guessing.Ghost = true
	g.Lines = append(g.Lines, guessing)
	return g
}

// meaningPanel draws the text and the chart of the attack.
func (p *Screen) meaningPanel() string {
	note := ""
	if p.attackView.Zoomed() {
		note = "zoomed (0: all)"
	}
	return p.Panel(panelMeaning, p.heading(panelMeaning, "What ε means"), note, func(w, h int) string {
		text, room, ok := p.attackLayout(ui.Rect{X: 0, Y: 0, W: w, H: h})
		if !ok {
			return ui.Inset(withoutBlankLines(p.meaningText(w-2), h), w, h)
		}
		c := p.attackChart()
		words, curve := ui.Inset(withoutBlankLines(p.meaningText(text.W-2), text.H), text.W, text.H), c.Draw(p.Theme, room.W, room.H)
		if room.X > 0 {
			return canvas.Beside(words, curve)
		}
		return canvas.Stack(words, curve)
	})
}
