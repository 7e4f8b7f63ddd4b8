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

// progress is where the sweep that trains stands, in h lines of w cells, most important first.
func (f *Screen) progress(w, h int) []string {
	th, live, s := f.Theme, f.live, f.shot
	if live.handle == nil || s == nil {
		return []string{canvas.Paint(th.Text, sweepStarting)}
	}
	first := f.standing(w)
	if h == 1 {
		return []string{first}
	}
	lines := []string{first, canvas.Bar(th, w, float64(s.Done)/float64(max(s.Total, 1)))}
	lines = append(lines, f.times(w)...)
	if s.Failed > 0 {
		lines = append(lines, canvas.Paint(th.Bad, fmt.Sprintf("%s %s failed", th.Glyphs.Cross, format.ShortPlural(s.Failed, "run"))))
	}
	bill := ui.PaintWrapped(charging(live.costs), w, th.Muted)
	methods := f.byLine(w)
	if len(lines)+1+len(methods)+1+len(bill) <= h {
		lines = append(append(lines, ""), methods...)
		lines = append(lines, "")
	} else if rest := h - len(lines) - len(bill); rest > 0 {
		lines = append(lines, methods[:min(len(methods), rest)]...)
	}
	return append(lines, bill...)
}

// standing is the sweep in a line: what it does, how far it is, and in one line how long it takes.
func (f *Screen) standing(w int) string {
	th, live, s := f.Theme, f.live, f.shot
	count := fmt.Sprintf("%*d of %s", len(fmt.Sprint(s.Total)), s.Done, format.ShortPlural(s.Total, "run"))
	state := canvas.Paint(th.Accent, th.Glyphs.Play) + " " + canvas.Paint(th.Strong, count)
	switch {
	case live.stopping:
		return canvas.Paint(th.Warning, th.Glyphs.Stop+" stopping"+th.Glyphs.Ellipsis+" "+count)
	case live.held:
		return canvas.Paint(th.Warning, th.Glyphs.Pause+" paused ") + canvas.Paint(th.Strong, count)
	case live.yields:
		return canvas.Paint(th.Text, th.Glyphs.Pause+" paused while Tune trains ") + canvas.Paint(th.Strong, count)
	}
	if left := f.left(); left != "" && canvas.Width(state)+3+canvas.Width(left) <= w {
		state += canvas.Paint(th.Muted, " · "+left)
	}
	return state
}

// left is how long the sweep still takes, "" where nobody knows.
func (f *Screen) left() string {
	if f.due.IsZero() {
		return ""
	}
	rest := f.due.Sub(f.Options.Now())
	if rest <= 0 {
		return "nearly done"
	}
	return "about " + wholeSeconds(rest) + " left"
}

// wholeSeconds writes a time that is told anew every second.
func wholeSeconds(d time.Duration) string {
	if d = max(d.Round(time.Second), time.Second); d < 10*time.Second {
		return fmt.Sprintf("%d s", int(d.Seconds()))
	}
	return canvas.Duration(d)
}

// times are how long it has taken.
func (f *Screen) times(w int) []string {
	if f.shot.Elapsed <= 0 {
		return nil
	}
	return []string{canvas.Line(canvas.Paint(f.Theme.Muted, wholeSeconds(f.shot.Elapsed)+" elapsed"), w)}
}

// byLine are the lines of the chart with how many of their runs are done.
func (f *Screen) byLine(w int) []string {
	type total struct {
		point         sweepPoint
		done, of, now int
	}
	var all []total
	for _, p := range f.points.Rows {
		if n := len(all); n == 0 || all[n-1].point.Name() != p.Name() {
			all = append(all, total{point: p})
		}
		t := &all[len(all)-1]
		t.done, t.of, t.now = t.done+p.N, t.of+p.Of, t.now+p.Running
	}
	th := f.Theme
	var lines []string
	for _, t := range all {
		const bar = 8
		count := fmt.Sprintf("%3d/%d", t.done, t.of)
		trust := trustWord(t.point.Trust)
		room := max(w-2-1-11-1-bar-1-7, 4)
		style := th.Text
		if t.now > 0 {
			style = th.Strong
		}
		lines = append(lines, canvas.Paint(th.Series(t.point.series), th.Marker(t.point.series))+" "+
			canvas.Paint(style, ui.Pad(canvas.Text(t.point.name), room, false))+" "+canvas.Paint(th.Muted, ui.Pad(trust, 11, false))+" "+
			track(th, bar, t.done, t.of, t.point.series)+" "+canvas.Paint(th.Muted, count))
	}
	return lines
}

// track is a thin bar of w cells in the colour of a line: how much of it is done.
func track(th *themes.Theme, w, done, of, series int) string {
	full := w * done / max(of, 1)
	return canvas.Paint(th.Series(series), strings.Repeat(th.Glyphs.Filled, full)) +
		canvas.Paint(th.Faint, strings.Repeat(th.Glyphs.Track, w-full))
}
