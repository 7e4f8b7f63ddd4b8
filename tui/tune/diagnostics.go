package tune

import (
	"fmt"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/ui"
)

// diagnostics returns what the releases of the current run's last iteration tell about its factors; nil where the method
// cannot tell.
func (t *Screen) diagnostics() *engine.Diagnostics {
	r := t.Runs.Current
	if r == nil || r.Method != t.Knobs.Method() || len(r.Iterations) == 0 {
		return nil
	}
	return r.Iterations[len(r.Iterations)-1].Diagnostics
}

// diagnosticsRows returns how many factors are above the noise, the variance of each over that of its noise for the median
// item, and how much of its signal the median item keeps, in lines of w cells. All of it is computed from releases, so it costs no ε.
func (t *Screen) diagnosticsRows(w int) []string {
	d := t.diagnostics()
	if d == nil {
		return nil
	}
	th := t.Theme
	muted := func(s string) string { return canvas.Paint(th.Muted, s) }
	row := func(label, value string) string { return " " + muted(label+" ") + value }
	above := 0
	for _, f := range d.Factors {
		if f.Signal > 0 {
			above++
		}
	}
	style := th.Good
	if above == 0 {
		style = th.Warning
	}
	rows := []string{t.releasesHeading(), row("factors above the noise:", canvas.Paint(style.Bold(true), fmt.Sprintf("%d of %d", above, len(d.Factors))))}
	label := "signal/noise, median:"
	if w >= 46 {
		label = "signal/noise, median item:"
	}
	if text := ratios(d.Factors[:above], w-len(label)-2); text != "" {
		rows = append(rows, row(label, canvas.Paint(th.Strong, text)))
	}
	kept := row("median item keeps", canvas.Paint(th.Strong, format.Percent(d.Retained[1])))
	return append(rows, ui.Longest(w, kept+muted(" of its signal"), kept))
}

// releasesHeading is the line above what is computed from releases.
func (t *Screen) releasesHeading() string {
	return canvas.Paint(t.Theme.Muted, " from releases, costs no ε:")
}

// ratios writes signal over noise of factors, as many as fit into w cells, with two spaces between.
func ratios(factors []method.Factor, w int) string {
	text := ""
	for _, f := range factors {
		next := format.Number(f.Signal / f.Noise)
		if text != "" {
			next = text + "  " + next
		}
		if canvas.Width(next) > w {
			break
		}
		text = next
	}
	return text
}
