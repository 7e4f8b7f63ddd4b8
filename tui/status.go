package tui

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"dpals/engine"
	"dpals/tui/canvas"
)

func (m *model) drawTooSmall() string {
	text := fmt.Sprintf("dpals needs %d×%d cells; this terminal has %d×%d", minWidth, minHeight, m.frame.W, m.frame.H)
	return canvas.Centre(m.bench.theme, text, m.frame.W, m.frame.H)
}

// drawHeader is the name, the screens that exist, and the data set.
func (m *model) drawHeader() string {
	th := m.bench.theme
	left := " " + canvas.Paint(th.Accent.Bold(true), "dpals") + "  "
	for i, s := range m.screens {
		name := fmt.Sprintf(" %d %s ", i+1, s.name())
		if i == m.current {
			left += canvas.Paint(th.Selected, name)
		} else {
			left += canvas.Paint(th.Muted, name)
		}
	}
	return ends(left, canvas.Paint(th.Muted, m.dataSet())+" ", m.frame.W)
}

// dataSet says what is trained on: name, users, items, ratings.
func (m *model) dataSet() string {
	p := m.bench.problem
	name := canvas.Text(p.Name)
	if p.Split == nil {
		return name
	}
	all := p.Split.Train.Count() + p.Split.Valid.Count() + p.Split.Test.Count()
	return fmt.Sprintf("%s · %s users · %s items · %s ratings", name, count(p.Split.Train.Users), count(p.Split.Train.Items), count(all))
}

// ends sets two texts at the two ends of a line of w cells; the right one gives way.
func ends(left, right string, w int) string {
	room := w - canvas.Width(left) - 1
	if n := canvas.Width(right); n < room {
		return left + strings.Repeat(" ", w-canvas.Width(left)-n) + right
	}
	if room < 8 {
		return canvas.Line(left, w)
	}
	return left + " " + canvas.Line(right, room)
}

// drawStatus is two lines: where the run stands, and a remark or something more urgent.
func (m *model) drawStatus() string {
	b, w := m.bench, m.frame.W
	th := b.theme
	text, style := m.screens[m.current].remark(), th.Muted
	switch {
	case m.asking:
		text, style = "a run is training: q or y quits, any other key stays", th.Warning
	case b.note != "" && b.urgent:
		text, style = th.Glyphs.Alert+" "+b.note, th.Bad
	case b.note != "":
		text, style = b.note, th.Text
	}
	if fault := m.fault(); fault != "" && !m.asking {
		// An error may need both lines; what Enter does then gives way.
		lines := paintAll(th.Glyphs.Cross+" "+fault, w-2, th.Bad)
		if len(lines) > 1 {
			lines = []string{lines[0], canvas.Paint(th.Bad, strings.Join(wrap(fault, w-2)[1:], " "))}
		} else {
			lines = append(lines, canvas.Paint(style, text))
		}
		return canvas.Fit(" "+lines[0]+"\n "+lines[1], w, 2)
	}
	return canvas.Fit(" "+m.standing()+"\n "+canvas.Paint(style, text), w, 2)
}

// fault is the sentence of what went wrong, "" where nothing did.
func (m *model) fault() string {
	b := m.bench
	if b.failure != nil {
		return "no ratings: " + firstLine(b.failure)
	}
	if r := b.session.current; r != nil && r.end != nil {
		switch r.end.Outcome {
		case engine.Failed:
			return "failed: " + firstLine(r.end.Err)
		case engine.Refused:
			return "refused: " + firstLine(r.end.Err)
		}
	}
	return ""
}

// standing says where loading or the current run stands.
func (m *model) standing() string {
	b := m.bench
	th, r := b.theme, b.session.current
	switch {
	case b.loading:
		return canvas.Paint(th.Text, "loading "+canvas.Text(b.options.Problem.Name))
	case r == nil:
		return ""
	case r.end == nil && r.stopping:
		return canvas.Paint(th.Warning, th.Glyphs.Stop+" stopping"+th.Glyphs.Ellipsis)
	case r.end == nil:
		return m.progress(r)
	case r.end.Outcome == engine.Cancelled:
		text := fmt.Sprintf("%s stopped after step %d of %d", th.Glyphs.Stop, len(r.steps), r.stepsOf())
		if _, epsilon := r.spent(); epsilon > 0 {
			text += " · ε " + figure(epsilon) + " is spent all the same"
		}
		return canvas.Paint(th.Warning, text)
	}
	return m.finished(r)
}

func (m *model) progress(r *run) string {
	th, p := m.bench.theme, r.progress
	text := canvas.Paint(th.Accent, th.Glyphs.Play) + " "
	if p.Phase == "" {
		return text + canvas.Paint(th.Text, "starting")
	}
	// Fixed widths: a line that changes twenty times a second must not jump.
	text += canvas.Paint(th.Strong, fmt.Sprintf("step %*d of %d", len(fmt.Sprint(p.Of)), p.Step, p.Of)) +
		canvas.Paint(th.Muted, "  "+canvas.Line(p.Phase, 12)+" ")
	bar := min(max(m.frame.W/6, 10), 30)
	text += canvas.Bar(th, bar, p.Done) + canvas.Paint(th.Text, fmt.Sprintf(" %3.0f %%", 100*p.Done))
	if p.Remaining >= 0 && p.Step > 0 {
		text += canvas.Paint(th.Muted, "  "+canvas.Duration(p.Remaining)+" left")
	}
	return text
}

func (m *model) finished(r *run) string {
	th, res := m.bench.theme, r.end.Result
	text := canvas.Paint(th.Good, th.Glyphs.Check+" done") + canvas.Paint(th.Muted, " in "+canvas.Duration(res.Elapsed))
	value := func(style lipgloss.Style, name, v string) {
		text += canvas.Paint(th.Muted, " · "+name+" ") + canvas.Paint(style, v)
	}
	if len(r.steps) > 0 {
		last := r.steps[len(r.steps)-1]
		if r.validated() {
			value(th.Strong, "validation RMSE", rmse(last.ValidRMSE))
		}
		value(th.Text, "training", rmse(last.TrainRMSE))
	}
	if res.Private {
		value(th.Strong, "spent ε", figure(res.Epsilon))
	}
	return text
}

// drawFooter is the keys that matter now.
func (m *model) drawFooter() string {
	th, w := m.bench.theme, m.frame.W
	keys := append(m.screens[m.current].keys(true), lines(m.table, m, true)...)
	line, used := "", 0
	for _, k := range m.footerOrder(keys) {
		key, word, _ := strings.Cut(k.Footer, " ")
		n := canvas.Width(k.Footer)
		if used+n+2 > w {
			break
		}
		line += " " + canvas.Paint(th.Key, key) + canvas.Paint(th.Muted, " "+word) + " "
		used += n + 2
	}
	return canvas.Line(line, w)
}

// footerOrder keeps the help and the way out in sight on a narrow screen: they come after the first two.
func (m *model) footerOrder(keys []Key) []Key {
	var first, vital, rest []Key
	for _, k := range keys {
		switch {
		case k.Footer == "":
		case k.Footer == "? help" || k.Footer == "q quit":
			vital = append(vital, k)
		case len(first) < 5:
			first = append(first, k)
		default:
			rest = append(rest, k)
		}
	}
	return append(append(first, vital...), rest...)
}
