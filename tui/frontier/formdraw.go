package frontier

import (
	"fmt"
	"strings"

	"dpals/engine/promise"
	"dpals/engine/sweep"
	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/ui"
)

// formLine is one drawn line of the form: a row or a heading.
type formLine struct {
	row  int // its index among the rows; -1 for a heading
	text string
}

// drawForm draws the form in n lines of w cells, scrolled to the focused row.
func (f *Screen) drawForm(w, n int) []string {
	form := &f.form
	lines := f.formLines(w)
	at := 0
	for i, l := range lines {
		if l.row == form.focus {
			at = i
		}
	}
	form.height = n
	form.top = min(max(form.top, at-n+1, 0), at, max(len(lines)-n, 0))
	if form.top == 1 && at < n { // show the heading instead of scrolling by one line
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

// formLines returns all lines of the form, headings included.
func (f *Screen) formLines(w int) []formLine {
	th, form := f.Theme, &f.form
	var lines []formLine
	heading := func(text, note string) {
		lines = append(lines, formLine{-1, canvas.Line(ui.AtEnds(canvas.Paint(th.Accent, text), canvas.Paint(th.Muted, note), w), w)})
	}
	for i, row := range form.rows() {
		switch {
		case row.kind == rowResume && row.index == 0:
			heading("unfinished sweeps", "")
		case row.kind == rowMethod && row.index == 0:
			heading("methods", fmt.Sprintf("%d of %d", len(form.methodNames()), len(form.methods)))
		case row.kind == rowEpsilon:
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
	switch row.kind {
	case rowResume:
		k := f.unfinished[row.index]
		progress := fmt.Sprintf("%d/%d", k.done, k.total)
		if k.busy {
			progress += " other process"
		}
		text := fmt.Sprintf("sweep %d  %s", k.id, canvas.Text(gridWords(k.spec)))
		return pointer + " " + canvas.Paint(style, ui.Pad(text, max(room-canvas.Width(progress)-1, 1), false)) + " " + canvas.Paint(th.Muted, progress)
	case rowMethod:
		m := form.methods[row.index]
		box := canvas.Paint(th.Faint, "[ ]")
		if form.selected[m.Name] {
			box = canvas.Paint(th.Good, "["+th.Glyphs.Check+"]")
		}
		i := f.MethodSeries(m.Name)
		trust := trustWord(m.Trust)
		name := ui.Pad(canvas.Text(m.Name), max(room-6-canvas.Width(trust)-1, 1), false)
		return pointer + " " + box + " " + canvas.Paint(th.Series(i), th.Marker(i)) + " " + canvas.Paint(style, name) + " " + canvas.Paint(th.Muted, trust)
	}
	label := canvas.Paint(th.Muted, canvas.Line(formLabels[row.kind], 8))
	if form.edit.Open && focused {
		return pointer + " " + label + " " + form.edit.Draw(th, max(room-9, 1))
	}
	return pointer + " " + label + " " + canvas.Paint(style, canvas.Line(f.formValue(row.kind), max(room-9, 1)))
}

// formLabels are the names of the rows; an input error begins with the same name.
var formLabels = map[rowKind]string{rowEpsilon: "ε", rowRepeats: "repeats", rowVary: "vary", rowNoise: "noise", rowJobs: "jobs"}

// formValue returns the value of a row in words.
func (f *Screen) formValue(kind rowKind) string {
	form := &f.form
	switch kind {
	case rowVary:
		text := formatParameters(form.vary)
		if text == "" {
			text = "none"
		}
		if fixed := formatParameters(form.parameters()[len(form.vary):]); fixed != "" {
			text += " · fixed " + fixed
		}
		return canvas.Text(text)
	case rowNoise:
		if form.seed == nil {
			return "real"
		}
		return fmt.Sprintf("simulation, seed %d", *form.seed)
	case rowJobs:
		if form.jobs == 1 {
			return "1 run at a time, 1 thread"
		}
		return fmt.Sprintf("%d runs at a time, 1 thread each", form.jobs)
	}
	return form.inputText(kind)
}

// rowHelp returns what the focused row sets.
func (f *Screen) rowHelp() string {
	switch row := f.form.focused(); row.kind {
	case rowResume:
		if row.index < len(f.unfinished) {
			return "Enter resumes " + canvas.Text(gridWords(f.unfinished[row.index].spec))
		}
	case rowMethod:
		m := f.form.methods[row.index]
		return m.Name + " (" + trustWord(m.Trust) + "): " + m.Summary
	case rowEpsilon:
		return "ε of each run: smaller is more private, larger is more accurate"
	case rowRepeats:
		return "runs per point: the chart shows their mean and a band of ± 1 s.d."
	case rowVary:
		return "a parameter with several values, one line on the chart each: k=20,50,all"
	case rowNoise:
		if f.form.seed == nil {
			return "real noise from the operating system: releases are private"
		}
		return "simulation: noise from a known seed, repeatable, no privacy, still charged"
	case rowJobs:
		return "runs that train at the same time; none starts while Tune trains"
	}
	return ""
}

// gridWords returns a sweep in one line: its methods, its grid and its repeats.
func gridWords(s sweep.Spec) string {
	words := []string{strings.Join(s.Methods, ", ")}
	for _, p := range s.Parameters {
		words = append(words, p.Name+" "+strings.Join(p.Values, ", "))
	}
	if released := promise.Released(s.Released()); released != "" {
		words = append(words, released+" released")
	}
	words = append(words, "ε "+formatNumbers(s.Epsilon), format.ShortPlural(s.Repeats, "run"))
	return strings.Join(words, " × ")
}
