package tui

import (
	"errors"
	"fmt"
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

// drawStatus draws two lines: the state of the run, and a question, a notice or the remark of the screen in front.
func (m *Model) drawStatus() string {
	b, w := m.Session, m.frame.W
	th := b.Theme
	text, urgent := "", false
	if s, ok := m.front().(remarker); ok {
		text, urgent = s.Remark()
	}
	style := th.Muted
	switch {
	case m.Asking && b.Sweeping() && b.Options.Store == nil:
		text, style = "a sweep is running, not stored · q or y: quit · other key: stay", th.Warning
	case m.Asking && b.Sweeping():
		text, style = "a sweep is running, resumable · q or y: quit · other key: stay", th.Warning
	case m.Asking:
		text, style = "a run is training · q or y: quit · other key: stay", th.Warning
	case b.Note != "" && b.Urgent:
		text, style = th.Glyphs.Alert+" "+b.Note, th.Bad
	case b.Note != "":
		text, style = b.Note, th.Text
	case urgent:
		text, style = th.Glyphs.Alert+" "+text, th.Bad
	}
	if fault := m.fault(); fault != "" { // it may need both lines
		lines := ui.Wrap(th.Glyphs.Cross+" "+fault, w-2)
		if short := m.refusal(); len(lines) > 2 && short != "" {
			lines = ui.Wrap(th.Glyphs.Cross+" "+short, w-2)
		}
		if len(lines) > 1 {
			text, style = strings.Join(lines[1:], " "), th.Bad
		}
		return canvas.Fit(" "+canvas.Paint(th.Bad, lines[0])+"\n "+canvas.Paint(style, text), w, 2)
	}
	return canvas.Fit(" "+m.state()+"\n "+canvas.Paint(style, text), w, 2)
}

// fault returns why loading or the run has failed, "" where neither has.
func (m *Model) fault() string {
	b := m.Session
	if b.LoadError != nil {
		return "cannot load the data: " + session.FirstLine(b.LoadError)
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

// refusal returns a refusal by the ledger in fewer words than its error, "" where there is none.
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
		return what + "; nothing left; see dpals ledger limit"
	}
	return what + "; largest ε left " + session.ShortEpsilon(e.LargestEpsilon) + "; see dpals ledger limit"
}

// refusedCatalogue returns the refusal of a catalogue that needs more δ than the limit has left for catalogues.
func refusedCatalogue(e *ledger.RefusedError) string {
	const raise = "; see dpals ledger limit --catalogue-delta"
	if e.FailureProbability == 0 {
		return "refused: private catalogues have used more δ than the limit reserves for them" + raise
	}
	return fmt.Sprintf("refused: the catalogue needs %.4g of δ, the limit has %.4g left for catalogues", e.FailureProbability, e.LeftFailureProbability) + raise
}

// state returns the state of loading or of the current run.
func (m *Model) state() string {
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

// stoppedText says after which iteration a run was stopped and what guarantee holds, in at most w cells where possible.
func stoppedText(r *session.Run, w int) string {
	where := "stopped before the first iteration finished"
	if n := len(r.Steps); n > 0 {
		where = fmt.Sprintf("stopped after iteration %d of %d", n, r.StepsOf())
	}
	_, epsilon := r.Charged()
	if !(epsilon > 0) || r.Plan == nil {
		return where
	}
	charged, planned := format.Number(epsilon), format.Number(r.Plan.Epsilon)
	short := ui.Separator + promise.StoppedShort(charged, planned)
	return ui.Longest(w, where+ui.Separator+promise.Stopped(charged, planned), where+short, "stopped"+short)
}

// progress returns the iteration, phase, bar and time left of a run that trains.
func (m *Model) progress(r *session.Run) string {
	th, p := m.Session.Theme, r.Progress
	text := canvas.Paint(th.Accent, th.Glyphs.Play) + " "
	if p.Phase == "" {
		return text + canvas.Paint(th.Text, "starting")
	}
	// Fixed widths: a line that changes twenty times a second must not jump.
	text += canvas.Paint(th.Strong, fmt.Sprintf("iteration %*d of %d", len(fmt.Sprint(p.Of)), p.Step, p.Of)) +
		canvas.Paint(th.Muted, "  "+canvas.Line(p.Phase, 12)+" ")
	const percentAndTime = 6 + 14 // cells
	bar := min(max(m.frame.W/6, 10), 30, m.frame.W-1-canvas.Width(text)-percentAndTime)
	text += canvas.Bar(th, bar, p.Done) + canvas.Paint(th.Text, fmt.Sprintf(" %3.0f %%", 100*p.Done))
	if p.Remaining >= 0 && p.Step > 0 {
		text += canvas.Paint(th.Muted, "  "+canvas.Duration(p.Remaining)+" left")
	}
	return text
}

// finished returns the time, errors and charge of a run that is done. In a narrow terminal it leaves the training error out.
func (m *Model) finished(r *session.Run) string {
	th, res := m.Session.Theme, r.End.Result
	text := canvas.Paint(th.Good, th.Glyphs.Check+" done")
	if !r.Released() {
		text += canvas.Paint(th.Muted, " in "+canvas.Duration(res.Elapsed))
	}
	value := func(style lipgloss.Style, name, v string) string {
		return canvas.Paint(th.Muted, ui.Separator+name+" ") + canvas.Paint(style, v)
	}
	training, charged := "", ""
	if len(r.Steps) > 0 {
		last := r.Steps[len(r.Steps)-1]
		if r.LostInNoise() || r.Validated() {
			text += value(th.Strong, "validation RMSE", session.NoisyRMSE(last.ValidRMSE, last.Deviation))
		}
		if !last.Private {
			training = value(th.Text, "training RMSE", format.ShortRMSE(last.TrainRMSE))
		}
	}
	if res.Private {
		charged = value(th.Strong, "charged ε", format.Number(res.Epsilon))
	}
	return ui.Longest(m.frame.W-1, text+training+charged, text+charged)
}
