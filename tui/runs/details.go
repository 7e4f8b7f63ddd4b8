package runs

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/promise"
	"dpals/engine/store"
	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// details returns everything stored of the shown run, in lines of w cells.
func (s *Screen) details(w int) []string {
	th, r := s.Theme, s.shown.Run
	const names = 12
	var rows []string
	row := func(name, value string, style lipgloss.Style) {
		for i, line := range wrapParts(value, max(w-names-1, 8)) {
			if i > 0 {
				name = ""
			}
			rows = append(rows, canvas.Paint(th.Muted, ui.Pad(name, names, false))+" "+canvas.Paint(style, line))
		}
	}
	row("outcome", outcomeOf(r)+ui.Separator+format.ShortPlural(r.Iterations, "iteration")+ui.Separator+"time "+timeOf(r), outcomeStyle(th, r))
	if r.Error != "" {
		row("", session.FirstLine(errors.New(r.FailureReason())), th.Bad)
	}
	row("RMSE", fmt.Sprintf("validation %s · test %s · training %s", session.NoisyRMSE(r.ValidRMSE, r.ValidDeviation()), format.ShortRMSE(r.TestRMSE), format.ShortRMSE(r.TrainRMSE)), th.Strong)
	row("", errorsNoteOf(r), th.Muted)
	for _, name := range slices.Sorted(maps.Keys(r.Metrics)) {
		row(name, format.Number(r.Metrics[name]), th.Text)
	}
	row("data", canvas.Text(r.Data)+fmt.Sprintf(" · split %s, seed %d", r.Split, r.SplitSeed), th.Text)
	row("method", canvas.Text(r.Method)+" · "+trustOf(r), th.Text)
	row("privacy", guaranteeOf(r), th.Text)
	if text := stoppedGuarantee(s.shown); text != "" {
		row("", text, th.Text)
	}
	if released := promise.Released(r.Scope); released != "" {
		text := released + " released by the run"
		if r.FailureProbability > 0 {
			text += ui.Separator + format.Number(r.FailureProbability) + " of δ used for the items"
		}
		row("scope", text, th.Text)
	}
	style := th.Text
	if r.Simulation {
		style = th.Warning
	}
	row("noise", noiseOf(r), style)
	row("started", r.Started.Format("2006-01-02 15:04:05")+" UTC · from "+canvas.Text(r.Origin), th.Text)
	row("program", canvas.Text(r.Program), th.Muted)
	rows = append(rows, s.settingRows(w)...)
	return append(rows, s.releaseRows(w)...)
}

// wrapParts breaks a text into lines of at most w cells, between its parts if possible and else at spaces.
func wrapParts(text string, w int) []string {
	var lines []string
	for part := range strings.SplitSeq(text, ui.Separator) {
		if n := len(lines) - 1; n >= 0 && canvas.Width(lines[n]+ui.Separator+part) <= w {
			lines[n] += ui.Separator + part
			continue
		}
		lines = append(lines, ui.Wrap(part, w)...)
	}
	return lines
}

// errorsNoteOf returns whether the errors of a run are released.
func errorsNoteOf(r store.Run) string {
	if r.MetricsPrivate {
		return "validation error released, part of the ε"
	}
	return "errors on held-out ratings, not private"
}

// trustOf returns the trust model of a run in words.
func trustOf(r store.Run) string {
	if title := method.Trust(r.Trust).Threat().Title; title != "" {
		return title
	}
	return canvas.Text(r.Trust)
}

// guaranteeOf returns the planned guarantee of a run.
func guaranteeOf(r store.Run) string {
	switch {
	case !r.Private:
		return "none: the model can reveal any user's ratings"
	case r.Accountant == "":
		return "ε 0: no releases"
	case r.Delta == 0:
		return fmt.Sprintf("ε %s at δ 0", format.Setting(format.Round(r.Epsilon, 4)))
	}
	return fmt.Sprintf("ε %s at δ %s · μ %s · %s", format.Setting(format.Round(r.Epsilon, 4)), format.Number(r.Delta), format.Number(r.Mu), canvas.Text(r.Accountant))
}

// stoppedGuarantee returns the charge and the guarantee of a run that ended before its plan; "" for any other run.
func stoppedGuarantee(d store.Detail) string {
	epsilon, err := d.Charged()
	if d.Outcome == "" || d.Outcome == engine.Done.String() || err != nil || !(epsilon > 0) {
		return ""
	}
	return promise.Stopped(format.Number(epsilon), format.Number(d.Epsilon))
}

// noiseOf returns where the noise of a run comes from and where it is charged.
func noiseOf(r store.Run) string {
	switch {
	case !r.Private && r.Seed == nil, r.Accountant == "" && r.Private:
		return "none"
	case !r.Private:
		return fmt.Sprintf("none; seed %d", *r.Seed)
	case r.Seed != nil:
		return fmt.Sprintf("simulation with seed %d · not private", *r.Seed)
	case r.Ledger != 0:
		return fmt.Sprintf("secret · charged, ledger entry %d", r.Ledger)
	}
	return "secret · not charged to a ledger"
}

// settingRows returns the settings in columns of equal width; those set explicitly are marked.
func (s *Screen) settingRows(w int) []string {
	th, r := s.Theme, s.shown.Run
	if len(r.Settings) == 0 {
		return nil
	}
	names := slices.Sorted(maps.Keys(r.Settings))
	wide := 0
	for _, name := range names {
		wide = max(wide, canvas.Width(canvas.Text(name+" "+r.Settings[name]))+1)
	}
	columns := min(max((w+2)/(wide+2), 1), 4)
	rows := []string{"", canvas.Paint(th.Strong, "settings") + canvas.Paint(th.Muted, ", "+th.Glyphs.Changed+" set explicitly")}
	each := (len(names) + columns - 1) / columns
	for i := range each {
		line := ""
		for at := i; at < len(names); at += each {
			name, value := names[at], canvas.Text(r.Settings[names[at]])
			mark, style := " ", th.Text
			if _, asked := r.Given[name]; asked {
				mark, style = th.Glyphs.Changed, th.Strong
			}
			name = canvas.Text(name)
			room := strings.Repeat(" ", max(wide-1-canvas.Width(name)-canvas.Width(value), 1))
			line += canvas.Paint(th.Accent, mark) + canvas.Paint(th.Muted, name) + room + canvas.Paint(style, value) + ui.ColumnSpace
		}
		rows = append(rows, line)
	}
	return rows
}

// releaseRows returns the table of the releases of the run.
func (s *Screen) releaseRows(w int) []string {
	th := s.Theme
	if len(s.shown.Releases) == 0 {
		return nil
	}
	name := min(max(w-36, 8), 20)
	line := func(a, b, c, d string) string {
		return fmt.Sprintf("%s %11s %9s %9s", ui.Pad(canvas.Line(a, min(canvas.Width(a), name)), name, false), b, c, d)
	}
	rows := []string{"", "  " + canvas.Paint(th.Muted, line("release", "sensitivity", "noise σ", "total μ"))}
	for _, r := range s.shown.Releases {
		style, glyph := th.Kind(r.Kind)
		sensitivity, noise := format.Number(r.Sensitivity), format.Number(r.Sigma)
		if r.Epsilon > 0 {
			sensitivity, noise = "local", "ε "+format.Number(r.Epsilon)
		}
		rows = append(rows, canvas.Paint(style, glyph)+" "+canvas.Paint(th.Text, line(canvas.Text(r.Name), sensitivity, noise, format.Number(r.SpentMu))))
	}
	return rows
}

// shortName returns the name of a data set: of a path its last element.
func shortName(data string) string {
	if strings.Contains(data, "/") {
		return path.Base(data)
	}
	return data
}

// runName returns the name of a run: "run 12".
func runName(id int64) string { return "run " + strconv.FormatInt(id, 10) }
