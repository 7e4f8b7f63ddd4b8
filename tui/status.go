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
	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

func (m *Model) drawTooSmall() string {
	text := fmt.Sprintf("dpals needs %d×%d cells; this terminal has %d×%d", ui.MinWidth, ui.MinHeight, m.frame.W, m.frame.H)
	return canvas.Centre(m.Session.Theme, text, m.frame.W, m.frame.H)
}

// drawHeader is the name, the screens that exist, and the data set.
func (m *Model) drawHeader() string {
	th := m.Session.Theme
	left, tabs := "", m.tabs()
	if tabs[0].x > 0 {
		left = canvas.Paint(th.Accent.Bold(true), programName)
	}
	for i, tab := range tabs {
		style := th.Muted
		if i == m.Current {
			style = th.Selected
		}
		left += canvas.Paint(style, tab.text)
	}
	return ui.AtEnds(left, canvas.Paint(th.Muted, m.dataSet(m.frame.W-canvas.Width(left)-3))+" ", m.frame.W)
}

// dataSet says what is trained on, in at most w cells: name, users, items, ratings, or less of it. Counts say that they
// are no private numbers, and are left out where the errors are releases, but for items that were declared.
func (m *Model) dataSet(w int) string {
	p := m.Session.Problem
	name := canvas.Text(p.Name)
	if strings.Contains(name, "/") { // of a path the end says most
		name = path.Base(name)
	}
	if p.Split == nil {
		return name
	}
	all := format.Count(p.Split.Train.Count() + p.Split.Valid.Count() + p.Split.Test.Count())
	users, items := format.Count(p.Split.Train.Users), format.Count(p.Split.Train.Items)
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
	case m.Session.OnlyReleases() && declared:
		texts = []string{fmt.Sprintf("%s · %s items", name, items)}
	case m.Session.OnlyReleases():
		texts = nil
	}
	for _, text := range texts {
		if canvas.Width(text) <= w {
			return text
		}
	}
	return name
}

// drawStatus is two lines: where the run stands, and a remark or something more urgent.
func (m *Model) drawStatus() string {
	b, w := m.Session, m.frame.W
	th := b.Theme
	text, urgent := m.Screens[m.Current].Remark()
	style := th.Muted
	switch {
	case m.Asking && b.Sweeping() && b.Options.Store == nil:
		text, style = "a sweep runs, and nothing of it is kept: q or y quits, any other key stays", th.Warning
	case m.Asking && b.Sweeping():
		text, style = "a sweep runs: q or y quits and leaves the rest of it to be resumed, any other key stays", th.Warning
	case m.Asking:
		text, style = "a run is training: q or y quits, any other key stays", th.Warning
	case b.Note != "" && b.Urgent:
		text, style = th.Glyphs.Alert+" "+b.Note, th.Bad
	case b.Note != "":
		text, style = b.Note, th.Text
	case urgent:
		text, style = th.Glyphs.Alert+" "+text, th.Bad
	}
	if fault := m.fault(); fault != "" {
		// An error may need both lines.
		lines := ui.Wrap(th.Glyphs.Cross+" "+fault, w-2)
		if short := m.refusal(); len(lines) > 2 && short != "" {
			lines = ui.Wrap(th.Glyphs.Cross+" "+short, w-2)
		}
		if len(lines) > 1 {
			text, style = strings.Join(lines[1:], " "), th.Bad
		}
		return canvas.Fit(" "+canvas.Paint(th.Bad, lines[0])+"\n "+canvas.Paint(style, text), w, 2)
	}
	return canvas.Fit(" "+m.standing()+"\n "+canvas.Paint(style, text), w, 2)
}

// fault is the sentence of what went wrong, "" where nothing did.
func (m *Model) fault() string {
	b := m.Session
	if b.LoadError != nil {
		return "no ratings: " + session.FirstLine(b.LoadError)
	}
	if r := b.Runs.Current; r != nil && r.End != nil {
		switch r.End.Outcome {
		case engine.Failed:
			return "failed: " + session.FirstLine(r.End.Err)
		case engine.Refused:
			return session.FirstLine(r.End.Err)
		}
	}
	return ""
}

// refusal is what a refusal by the ledger says in fewer words, "" where there is none.
func (m *Model) refusal() string {
	r := m.Session.Runs.Current
	var e *ledger.RefusedError
	if r == nil || r.End == nil || !errors.As(r.End.Err, &e) {
		return ""
	}
	if e.FailureExceeded {
		return refusedCatalogue(e)
	}
	what := fmt.Sprintf("refused: charged ε %s of %s", ledger.FormatEpsilon(e.SpentEpsilon), session.ShortEpsilon(e.Limit.Epsilon))
	if e.LargestEpsilon == 0 {
		return what + ", nothing is left; dpals ledger limit raises it"
	}
	return what + "; ε " + session.ShortEpsilon(e.LargestEpsilon) + " or less fits, or dpals ledger limit raises it"
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
func (m *Model) standing() string {
	b := m.Session
	th, r := b.Theme, b.Runs.Current
	switch {
	case b.Loading:
		return canvas.Paint(th.Text, "loading "+canvas.Text(b.Reading))
	case r == nil:
		return ""
	case r.End == nil && r.Stopping:
		return canvas.Paint(th.Warning, th.Glyphs.Stop+" stopping"+th.Glyphs.Ellipsis)
	case r.End == nil:
		return m.progress(r)
	case r.End.Outcome == engine.Cancelled:
		return canvas.Paint(th.Warning, th.Glyphs.Stop+" "+stoppedText(r, m.frame.W-4))
	}
	return m.finished(r)
}

// stoppedText says where a run was stopped and what holds of it, in at most w cells where that is possible.
func stoppedText(r *session.Run, w int) string {
	where := "stopped before the first step was done"
	if n := len(r.Steps); n > 0 {
		where = fmt.Sprintf("stopped after step %d of %d", n, r.StepsOf())
	}
	_, epsilon := r.Charged()
	if !(epsilon > 0) || r.Plan == nil {
		return where
	}
	charged, planned := format.Number(epsilon), format.Number(r.Plan.Epsilon)
	short := ui.Separator + promise.StoppedShort(charged, planned)
	return ui.Longest(w, where+ui.Separator+promise.Stopped(charged, planned), where+short, "stopped"+short)
}

func (m *Model) progress(r *session.Run) string {
	th, p := m.Session.Theme, r.Progress
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

func (m *Model) finished(r *session.Run) string {
	th, res := m.Session.Theme, r.End.Result
	text := canvas.Paint(th.Good, th.Glyphs.Check+" done")
	if !r.Released() {
		text += canvas.Paint(th.Muted, " in "+canvas.Duration(res.Elapsed))
	}
	value := func(style lipgloss.Style, name, v string) {
		text += canvas.Paint(th.Muted, " · "+name+" ") + canvas.Paint(style, v)
	}
	if len(r.Steps) > 0 {
		last := r.Steps[len(r.Steps)-1]
		switch {
		case r.LostInNoise():
			value(th.Strong, "validation RMSE", session.NoisyRMSE(last.ValidRMSE, last.Deviation))
		case r.Validated():
			value(th.Strong, "validation RMSE", session.NoisyRMSE(last.ValidRMSE, last.Deviation))
		}
		if !last.Private {
			value(th.Text, "training", format.ShortRMSE(last.TrainRMSE))
		}
	}
	if res.Private {
		value(th.Strong, "charged ε", format.Number(res.Epsilon))
	}
	return text
}
