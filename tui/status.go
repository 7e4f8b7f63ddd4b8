package tui

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"charm.land/lipgloss/v2"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/promise"
	"dpals/tui/canvas"
)

func (m *model) drawTooSmall() string {
	text := fmt.Sprintf("dpals needs %d×%d cells; this terminal has %d×%d", minWidth, minHeight, m.frame.W, m.frame.H)
	return canvas.Centre(m.bench.theme, text, m.frame.W, m.frame.H)
}

// drawHeader is the name, the screens that exist, and the data set.
func (m *model) drawHeader() string {
	th := m.bench.theme
	left, tabs := "", m.tabs()
	if tabs[0].x > 0 {
		left = canvas.Paint(th.Accent.Bold(true), programName)
	}
	for i, tab := range tabs {
		style := th.Muted
		if i == m.current {
			style = th.Selected
		}
		left += canvas.Paint(style, tab.text)
	}
	return ends(left, canvas.Paint(th.Muted, m.dataSet(m.frame.W-canvas.Width(left)-3))+" ", m.frame.W)
}

// dataSet says what is trained on, in at most w cells: name, users, items, ratings, or less of it. Counts say that they
// are no private numbers, and are left out where the errors are releases, but for items that were declared.
func (m *model) dataSet(w int) string {
	p := m.bench.problem
	name := canvas.Text(p.Name)
	if strings.Contains(name, "/") { // of a path the end says most
		name = path.Base(name)
	}
	if p.Split == nil {
		return name
	}
	all := count(p.Split.Train.Count() + p.Split.Valid.Count() + p.Split.Test.Count())
	users, items := count(p.Split.Train.Users), count(p.Split.Train.Items)
	texts := []string{
		fmt.Sprintf("%s · %s users · %s items · %s ratings: not private", name, users, items, all),
		fmt.Sprintf("%s · %s users · %s ratings, not private", name, users, all),
		fmt.Sprintf("%s · %s ratings, not private", name, all),
	}
	declared := !p.Split.Train.Origin.CatalogueObserved
	if declared {
		texts[0] = fmt.Sprintf("%s · %s items · not private: %s users, %s ratings", name, items, users, all)
	}
	switch {
	case m.bench.publishable() && declared:
		texts = []string{fmt.Sprintf("%s · %s items", name, items)}
	case m.bench.publishable():
		texts = nil
	}
	for _, text := range texts {
		if canvas.Width(text) <= w {
			return text
		}
	}
	return name
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
	text, urgent := m.screens[m.current].remark()
	style := th.Muted
	switch {
	case m.asking && b.sweeping() && b.options.Store == nil:
		text, style = "a sweep runs, and nothing of it is kept: q or y quits, any other key stays", th.Warning
	case m.asking && b.sweeping():
		text, style = "a sweep runs: q or y quits and leaves the rest of it to be resumed, any other key stays", th.Warning
	case m.asking:
		text, style = "a run is training: q or y quits, any other key stays", th.Warning
	case b.note != "" && b.urgent:
		text, style = th.Glyphs.Alert+" "+b.note, th.Bad
	case b.note != "":
		text, style = b.note, th.Text
	case urgent:
		text, style = th.Glyphs.Alert+" "+text, th.Bad
	}
	if fault := m.fault(); fault != "" {
		// An error may need both lines.
		lines := wrap(th.Glyphs.Cross+" "+fault, w-2)
		if short := m.refusal(); len(lines) > 2 && short != "" {
			lines = wrap(th.Glyphs.Cross+" "+short, w-2)
		}
		if len(lines) > 1 {
			text, style = strings.Join(lines[1:], " "), th.Bad
		}
		return canvas.Fit(" "+canvas.Paint(th.Bad, lines[0])+"\n "+canvas.Paint(style, text), w, 2)
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
			return firstLine(r.end.Err)
		}
	}
	return ""
}

// refusal is what a refusal by the ledger says in fewer words, "" where there is none.
func (m *model) refusal() string {
	r := m.bench.session.current
	var e *ledger.RefusedError
	if r == nil || r.end == nil || !errors.As(r.end.Err, &e) {
		return ""
	}
	if e.FailureExceeded {
		return refusedCatalogue(e)
	}
	what := fmt.Sprintf("refused: charged ε %s of %s", ledger.FormatEpsilon(e.SpentEpsilon), brief(e.Limit.Epsilon))
	if e.LargestEpsilon == 0 {
		return what + ", nothing is left; dpals ledger limit raises it"
	}
	return what + "; ε " + brief(e.LargestEpsilon) + " or less fits, or dpals ledger limit raises it"
}

// refusedCatalogue is a refusal for want of δ, not of ε.
func refusedCatalogue(e *ledger.RefusedError) string {
	const raise = "; dpals ledger limit --catalogue-delta raises it"
	if e.FailureProbability == 0 {
		return "refused: private catalogues took more of δ than the limit keeps for them" + raise
	}
	return fmt.Sprintf("refused: the items need %.4g of δ, the limit has %.4g left for catalogues", e.FailureProbability, e.LeftFailureProbability) + raise
}

// standing says where loading or the current run stands.
func (m *model) standing() string {
	b := m.bench
	th, r := b.theme, b.session.current
	switch {
	case b.loading:
		return canvas.Paint(th.Text, "loading "+canvas.Text(b.reading))
	case r == nil:
		return ""
	case r.end == nil && r.stopping:
		return canvas.Paint(th.Warning, th.Glyphs.Stop+" stopping"+th.Glyphs.Ellipsis)
	case r.end == nil:
		return m.progress(r)
	case r.end.Outcome == engine.Cancelled:
		return canvas.Paint(th.Warning, th.Glyphs.Stop+" "+stoppedText(r, m.frame.W-4))
	}
	return m.finished(r)
}

// stoppedText says where a run was stopped and what holds of it, in at most w cells where that is possible.
func stoppedText(r *run, w int) string {
	where := "stopped before the first step was done"
	if n := len(r.steps); n > 0 {
		where = fmt.Sprintf("stopped after step %d of %d", n, r.stepsOf())
	}
	_, epsilon := r.charged()
	if !(epsilon > 0) || r.plan == nil {
		return where
	}
	charged, planned := figure(epsilon), figure(r.plan.Epsilon)
	short := partsApart + promise.StoppedShort(charged, planned)
	return longest(w, where+partsApart+promise.Stopped(charged, planned), where+short, "stopped"+short)
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
	text := canvas.Paint(th.Good, th.Glyphs.Check+" done")
	if !r.released() {
		text += canvas.Paint(th.Muted, " in "+canvas.Duration(res.Elapsed))
	}
	value := func(style lipgloss.Style, name, v string) {
		text += canvas.Paint(th.Muted, " · "+name+" ") + canvas.Paint(style, v)
	}
	if len(r.steps) > 0 {
		last := r.steps[len(r.steps)-1]
		switch {
		case r.swallowed():
			value(th.Strong, "validation RMSE", noisy(last.ValidRMSE, last.Deviation))
		case r.validated():
			value(th.Strong, "validation RMSE", noisy(last.ValidRMSE, last.Deviation))
		}
		if !last.Private {
			value(th.Text, "training", rmse(last.TrainRMSE))
		}
	}
	if res.Private {
		value(th.Strong, "charged ε", figure(res.Epsilon))
	}
	return text
}
