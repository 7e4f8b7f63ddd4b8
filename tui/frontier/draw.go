package frontier

import (
	"errors"
	"fmt"
	"strings"

	"dpals/accounting/ledger"
	"dpals/engine/promise"
	"dpals/engine/sweep"
	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// Draw puts the panels together.
func (f *Screen) Draw() string {
	curves := f.Panel(panelCurves, "RMSE against ε", f.curvesNote(), f.drawCurves)
	sweep := f.Panel(panelSweep, "Sweep", f.sweepNote(), f.drawSweep)
	points := f.Panel(panelPoints, "Points", f.pointsNote(), f.drawPoints)
	return f.Compose(curves, sweep, points)
}

func (f *Screen) pointsNote() string { return f.points.Position() }

func (f *Screen) drawPoints(w, h int) string {
	if n := len(f.points.Rows); h == 1 && n > 0 {
		return ui.Inset([]string{canvas.Paint(f.Theme.Muted, format.ShortPlural(n, "point")+" of mean ± s.d., to be sorted and filtered")}, w, h)
	}
	empty := "a row for every method and ε, as runs finish"
	if f.shot == nil && f.Sweeping() {
		empty = "the sweep begins"
	}
	return f.points.Draw(f.Theme, w, h, f.Focus == panelPoints, empty)
}

// sweepNote says which sweep trains, or that one is asked for.
func (f *Screen) sweepNote() string {
	switch {
	case f.asking != startNothing:
		return "y charges it"
	case f.Sweeping() && f.shot != nil && f.shot.ID != 0:
		return fmt.Sprintf("number %d", f.shot.ID)
	case f.Sweeping():
		return ""
	}
	if released := promise.Released(f.Knobs.Fixed.Scope); released != "" {
		return "releases " + released
	}
	return "the next"
}

// drawSweep is the progress of the sweep that trains, or the form of the next one below how the last one ended.
func (f *Screen) drawSweep(w, h int) string {
	switch {
	case f.Sweeping():
		return ui.Inset(f.progress(w-2, h), w, h)
	case h == 1:
		return ui.Inset([]string{f.inOneLine(w - 2)}, w, h)
	}
	head, foot := f.lastEnd(w-2), f.costLines(w-2)
	switch room := max(h/3, 1); {
	case f.asking != startNothing:
		foot = ui.PaintWrapped(f.Theme.Glyphs.Alert+" "+f.question(), w-2, f.Theme.Warning)
	case room == 1:
		foot = []string{f.inOneLine(w - 2)}
	default:
		foot = foot[:min(len(foot), room)]
	}
	const leastForm = 3 // lines: it scrolls
	head = head[:min(len(head), max(h-len(foot)-leastForm, 0), h/3)]
	n := h - len(head) - len(foot)
	if n > len(f.form.list())+6 {
		n--
		foot = append([]string{f.rule(w - 2)}, foot...)
	}
	f.form.above = len(head)
	lines := append(head, f.drawForm(w-2, n)...)
	return ui.Inset(append(lines, foot...), w, h)
}

func (f *Screen) rule(w int) string {
	return canvas.Paint(f.Theme.Faint, strings.Repeat(f.Theme.Glyphs.Horizontal, w))
}

// inOneLine is what the sweep costs where there is a line for it.
func (f *Screen) inOneLine(w int) string {
	if f.asking != startNothing {
		return canvas.Paint(f.Theme.Warning, f.Theme.Glyphs.Alert+" "+f.question())
	}
	if bill := f.bill(); bill != "" && f.cost.Value().Left > 0 {
		return canvas.Paint(f.Theme.Strong, "Enter trains ") + canvas.Paint(f.Theme.Text, bill)
	}
	return f.costLines(w)[0]
}

// fault is what has gone wrong with the sweep that is shown, or with one that did not begin; "" where nothing has.
func (f *Screen) fault() string {
	s := f.shot
	var refused *ledger.RefusedError
	switch {
	case f.trouble != nil:
		return "the sweep did not begin: " + session.FirstLine(f.trouble)
	case s == nil || f.Sweeping():
		return ""
	case s.Status == sweep.Refused && errors.As(s.Err, &refused):
		text := fmt.Sprintf("%s was refused after %d of %s: ", sweepName(s), s.Done, format.ShortPlural(s.Total, "run"))
		if refused.LargestEpsilon == 0 {
			return text + "nothing is left of the limit ε " + session.ShortEpsilon(refused.Limit.Epsilon)
		}
		return text + fmt.Sprintf("ε %s is left of the limit ε %s", session.ShortEpsilon(refused.LargestEpsilon), session.ShortEpsilon(refused.Limit.Epsilon))
	case s.Status == sweep.Refused && s.Err != nil:
		return fmt.Sprintf("%s was refused after %d of %s: %s", sweepName(s), s.Done, format.ShortPlural(s.Total, "run"), session.FirstLine(s.Err))
	case s.Failed > 0 && s.Err != nil:
		return sweepName(s) + ": " + session.FirstLine(s.Err)
	}
	return ""
}

func sweepName(s *sweep.Snapshot) string {
	if s.ID == 0 {
		return "the sweep"
	}
	return fmt.Sprintf("sweep %d", s.ID)
}

// lastEnd says how the sweep that is shown has ended.
func (f *Screen) lastEnd(w int) []string {
	th, s := f.Theme, f.shot
	switch fault := f.fault(); {
	case fault != "":
		return ui.PaintWrapped(th.Glyphs.Cross+" "+fault, w, th.Bad)
	case s == nil:
		return nil
	case s.Done == s.Total:
		text := fmt.Sprintf("%s %s is done: %s", th.Glyphs.Check, sweepName(s), format.ShortPlural(s.Total, "run"))
		if s.Elapsed > 0 {
			text += " in " + canvas.Duration(s.Elapsed)
		}
		return ui.PaintWrapped(text, w, th.Good)
	}
	return ui.PaintWrapped(fmt.Sprintf("%s %s stands at %d of %s", th.Glyphs.Stop, sweepName(s), s.Done, format.ShortPlural(s.Total, "run")), w, th.Warning)
}

// formLine is one drawn line of the form: a row, or a heading.
type formLine struct {
	row  int // -1 for a heading
	text string
}

// drawForm is the form in n lines of w cells, scrolled so that the focus is seen.
func (f *Screen) drawForm(w, n int) []string {
	form := &f.form
	lines := f.formLines(w)
	at := 0
	for i, l := range lines {
		if l.row == form.focus {
			at = i
		}
	}
	form.rows = n
	form.top = min(max(form.top, at-n+1, 0), at, max(len(lines)-n, 0))
	if form.top == 1 && at < n { // rather the heading than a blank
		form.top = 0
	}
	var out []string
	for _, l := range lines[form.top:min(form.top+n, len(lines))] {
		out = append(out, l.text)
	}
	if more := len(lines) - form.top - n; more > 0 && n > 3 && at < form.top+n-1 {
		out[n-1] = canvas.Paint(f.Theme.Muted, fmt.Sprintf("  %s %d more", f.Theme.Glyphs.Down, more+1))
	}
	for len(out) < n {
		out = append(out, "")
	}
	return out
}

// formLines are all lines of the form.
func (f *Screen) formLines(w int) []formLine {
	th, form := f.Theme, &f.form
	var lines []formLine
	heading := func(text, note string) {
		lines = append(lines, formLine{-1, canvas.Line(ui.AtEnds(canvas.Paint(th.Accent, text), canvas.Paint(th.Muted, note), w), w)})
	}
	for i, row := range form.list() {
		switch {
		case row.Kind == rowResume && row.at == 0:
			heading("to be resumed", "")
		case row.Kind == rowMethod && row.at == 0:
			heading("methods", fmt.Sprintf("%d of %d", len(form.taken()), len(form.methods)))
		case row.Kind == rowEpsilon:
			heading("grid", "")
		}
		lines = append(lines, formLine{i, f.formLine(row, i == form.focus, w)})
	}
	return lines
}

// formLine draws one row of the form.
func (f *Screen) formLine(row formRow, focused bool, w int) string {
	th, form := f.Theme, &f.form
	pointer, style := " ", th.Text
	if focused {
		pointer, style = canvas.Paint(th.Muted, th.Glyphs.Current), th.Selected
		if f.Focus == panelSweep {
			pointer = canvas.Paint(th.Focus.Underline(false), th.Glyphs.Current)
		}
	}
	room := w - 2
	switch row.Kind {
	case rowResume:
		k := f.unfinished[row.at]
		progress := fmt.Sprintf("%d/%d", k.Done, k.Of)
		if k.Busy {
			progress += " elsewhere"
		}
		text := fmt.Sprintf("sweep %d  %s", k.ID, canvas.Text(gridWords(k.Spec)))
		return pointer + " " + canvas.Paint(style, ui.Pad(text, max(room-canvas.Width(progress)-1, 1), false)) + " " + canvas.Paint(th.Muted, progress)
	case rowMethod:
		m := form.methods[row.at]
		box := canvas.Paint(th.Faint, "[ ]")
		if form.chosen[m.Name] {
			box = canvas.Paint(th.Good, "["+th.Glyphs.Check+"]")
		}
		i := f.MethodSeries(m.Name)
		trust := trustWord(m.Trust)
		name := ui.Pad(canvas.Text(m.Name), max(room-6-canvas.Width(trust)-1, 1), false)
		return pointer + " " + box + " " + canvas.Paint(th.Series(i), th.Marker(i)) + " " + canvas.Paint(style, name) + " " + canvas.Paint(th.Muted, trust)
	}
	label := canvas.Paint(th.Muted, canvas.Line(formLabels[row.Kind], 8))
	if form.edit.Open && focused {
		return pointer + " " + label + " " + form.edit.Draw(th, max(room-9, 1))
	}
	return pointer + " " + label + " " + canvas.Paint(style, canvas.Line(f.formValue(row.Kind), max(room-9, 1)))
}

var formLabels = map[formKind]string{rowEpsilon: "ε", rowRepeats: "repeats", rowVary: "vary", rowNoise: "noise", rowJobs: "at once"}

// formValue is what a row holds, in words.
func (f *Screen) formValue(kind formKind) string {
	form := &f.form
	switch kind {
	case rowVary:
		text := parameters(form.vary)
		if text == "" {
			text = "nothing"
		}
		if fixed := parameters(form.parameters()[len(form.vary):]); fixed != "" {
			text += " · with " + fixed
		}
		return canvas.Text(text)
	case rowNoise:
		if form.seed == nil {
			return "real"
		}
		return fmt.Sprintf("simulated, seed %d", *form.seed)
	case rowJobs:
		if form.jobs == 1 {
			return "1 run, on one thread"
		}
		return format.ShortPlural(form.jobs, "run") + ", each on one thread"
	}
	return form.value(kind)
}

// meaning says what the focused row is for.
func (f *Screen) meaning() string {
	switch row := f.form.focused(); row.Kind {
	case rowResume:
		if row.at < len(f.unfinished) {
			return "Enter trains what is left of " + canvas.Text(gridWords(f.unfinished[row.at].Spec))
		}
	case rowMethod:
		m := f.form.methods[row.at]
		return m.Name + ", " + m.Trust.Threat().Title + ": " + m.Summary
	case rowEpsilon:
		return "ε of each run: a smaller one is more private, a larger one more accurate"
	case rowRepeats:
		return "runs of every point: the mean is drawn, with a band of one s.d. between them"
	case rowVary:
		return "a parameter that takes several values, each a line of its own: k=20,50,all"
	case rowNoise:
		if f.form.seed == nil {
			return "real noise, from the operating system: what these runs release is private"
		}
		return "noise known from a seed, for experiments that can be repeated: it protects nobody, and is charged all the same"
	case rowJobs:
		return "runs that train at once; while Tune trains, none begins"
	}
	return ""
}

// gridWords describe a sweep in a line: what it varies, and how often.
func gridWords(s sweep.Spec) string {
	words := []string{strings.Join(s.Methods, ", ")}
	for _, p := range s.Parameters {
		words = append(words, p.Name+" "+strings.Join(p.Values, ", "))
	}
	if released := promise.Released(s.Released()); released != "" {
		words = append(words, released+" released")
	}
	words = append(words, "ε "+joined(s.Epsilon), fmt.Sprint(s.Repeats))
	return strings.Join(words, " × ")
}
