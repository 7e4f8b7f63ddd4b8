package frontier

import (
	"fmt"
	"strings"
	"time"

	"dpals/internal/format"
	"dpals/themes"
	"dpals/tui/canvas"
	"dpals/tui/ui"
)

// progress returns the progress of the running sweep in h lines of w cells, most important first.
func (f *Screen) progress(w, h int) []string {
	th, live, s := f.Theme, f.live, f.snapshot
	if live.handle == nil || s == nil {
		return []string{canvas.Paint(th.Text, sweepStarting)}
	}
	first := f.progressLine(w)
	if h == 1 {
		return []string{first}
	}
	lines := []string{first, canvas.Bar(th, w, float64(s.Done)/float64(max(s.Total, 1)))}
	lines = append(lines, f.elapsedLine(w)...)
	if s.Failed > 0 {
		lines = append(lines, canvas.Paint(th.Bad, fmt.Sprintf("%s %s failed", th.Glyphs.Cross, format.ShortPlural(s.Failed, "run"))))
	}
	charge := ui.PaintWrapped(chargeText(live.costs), w, th.Muted)
	methods := f.methodLines(w)
	if len(lines)+1+len(methods)+1+len(charge) <= h {
		lines = append(append(lines, ""), methods...)
		lines = append(lines, "")
	} else if rest := h - len(lines) - len(charge); rest > 0 {
		lines = append(lines, methods[:min(len(methods), rest)]...)
	}
	return append(lines, charge...)
}

// progressLine returns the state of the sweep, its finished runs and, if there is room, the time left.
func (f *Screen) progressLine(w int) string {
	th, live, s := f.Theme, f.live, f.snapshot
	count := fmt.Sprintf("%*d of %s", len(fmt.Sprint(s.Total)), s.Done, format.ShortPlural(s.Total, "run"))
	state := canvas.Paint(th.Accent, th.Glyphs.Play) + " " + canvas.Paint(th.Strong, count)
	switch {
	case live.stopping:
		return canvas.Paint(th.Warning, th.Glyphs.Stop+" stopping"+th.Glyphs.Ellipsis+" "+count)
	case live.paused:
		return canvas.Paint(th.Warning, th.Glyphs.Pause+" paused: ") + canvas.Paint(th.Strong, count)
	case live.yielding:
		return canvas.Paint(th.Text, th.Glyphs.Pause+" paused while Tune trains: ") + canvas.Paint(th.Strong, count)
	}
	if left := f.timeLeft(); left != "" && canvas.Width(state)+3+canvas.Width(left) <= w {
		state += canvas.Paint(th.Muted, " · "+left)
	}
	return state
}

// timeLeft returns how long the sweep still takes; "" if that is unknown.
func (f *Screen) timeLeft() string {
	if f.expectedEnd.IsZero() {
		return ""
	}
	rest := f.expectedEnd.Sub(f.Options.Now())
	if rest <= 0 {
		return "nearly done"
	}
	return "about " + wholeSeconds(rest) + " left"
}

// wholeSeconds writes a time that is drawn again every second.
func wholeSeconds(d time.Duration) string {
	if d = max(d.Round(time.Second), time.Second); d < 10*time.Second {
		return fmt.Sprintf("%d s", int(d.Seconds()))
	}
	return canvas.Duration(d)
}

// elapsedLine returns how long the sweep has trained; no line before it starts.
func (f *Screen) elapsedLine(w int) []string {
	if f.snapshot.Elapsed <= 0 {
		return nil
	}
	return []string{canvas.Line(canvas.Paint(f.Theme.Muted, wholeSeconds(f.snapshot.Elapsed)+" elapsed"), w)}
}

// methodLines returns the finished runs of each line of the chart.
func (f *Screen) methodLines(w int) []string {
	type line struct {
		point                sweepPoint
		done, total, running int
	}
	var all []line
	for _, p := range f.points.Rows {
		if n := len(all); n == 0 || all[n-1].point.Name() != p.Name() {
			all = append(all, line{point: p})
		}
		l := &all[len(all)-1]
		l.done, l.total, l.running = l.done+p.N, l.total+p.Of, l.running+p.Running
	}
	th := f.Theme
	var lines []string
	for _, l := range all {
		const bar = 8
		count := fmt.Sprintf("%3d/%d", l.done, l.total)
		trust := trustWord(l.point.Trust)
		room := max(w-2-1-11-1-bar-1-7, 4)
		style := th.Text
		if l.running > 0 {
			style = th.Strong
		}
		lines = append(lines, canvas.Paint(th.Series(l.point.series), th.Marker(l.point.series))+" "+
			canvas.Paint(style, ui.Pad(canvas.Text(l.point.name), room, false))+" "+canvas.Paint(th.Muted, ui.Pad(trust, 11, false))+" "+
			thinBar(th, bar, l.done, l.total, l.point.series)+" "+canvas.Paint(th.Muted, count))
	}
	return lines
}

// thinBar draws a bar of w cells in the colour of a line, filled up to done of total.
func thinBar(th *themes.Theme, w, done, total, series int) string {
	full := w * done / max(total, 1)
	return canvas.Paint(th.Series(series), strings.Repeat(th.Glyphs.Filled, full)) +
		canvas.Paint(th.Faint, strings.Repeat(th.Glyphs.Track, w-full))
}
