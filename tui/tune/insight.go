package tune

import (
	"fmt"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/internal/format"
	"dpals/tui/canvas"
)

// insight is what rose above the noise in the last step of the current run; nil where its method cannot tell.
func (t *Screen) insight() *engine.Diagnostics {
	r := t.Runs.Current
	if r == nil || r.Method != t.Knobs.Method() || len(r.Steps) == 0 {
		return nil
	}
	return r.Steps[len(r.Steps)-1].Diagnostics
}

// insightRows say which directions of the factors are alive at this ε, how strong each is beside its noise, and how
// much of what was released about them the items keep. All of it is read off releases, so it costs nothing.
func (t *Screen) insightRows(w int, row func(long, short, value string) string) []string {
	in := t.insight()
	if in == nil {
		return nil
	}
	th := t.Theme
	strong := func(s string) string { return canvas.Paint(th.Strong, s) }
	muted := func(s string) string { return canvas.Paint(th.Muted, s) }
	alive := 0
	for _, d := range in.Factors {
		if d.Signal > 0 {
			alive++
		}
	}
	style := th.Good
	if alive == 0 {
		style = th.Warning
	}
	rows := []string{row("directions alive", "alive", canvas.Paint(style.Bold(true), fmt.Sprint(alive))+muted(fmt.Sprintf(" of %d at this ε", len(in.Factors))))}
	// Signal over noise, strongest first, as many as fit.
	if text := ratios(in.Factors[:alive], w-19); text != "" {
		rows = append(rows, row("signal / noise", "Λ / n", strong(text)))
	}
	return append(rows,
		row("items keep", "keep", strong(format.Percent(in.Retained[1]))+muted(" in the median")),
		row("", "", muted("from releases, free")))
}

// ratios writes signal over noise of directions, as many as fit into w cells, with a space between two.
func ratios(directions []method.Factor, w int) string {
	text := ""
	for _, d := range directions {
		next := format.Number(d.Signal / d.Noise)
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
