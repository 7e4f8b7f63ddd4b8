package runs

import (
	"math"
	"slices"
	"strconv"

	"charm.land/lipgloss/v2"

	"dpals/engine"
	"dpals/engine/store"
	"dpals/internal/format"
	"dpals/themes"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// runsColumns returns the columns of the list. A column with By can be sorted by; By is the name of the order in the store.
func runsColumns(s *Screen) []ui.Column[store.Run] {
	muted := func(th *themes.Theme, _ store.Run) lipgloss.Style { return th.Muted }
	return []ui.Column[store.Run]{
		{Width: 1, Text: s.checkMark, Style: func(th *themes.Theme, _ store.Run) lipgloss.Style { return th.Accent }},
		{Title: "run", Width: 5, Right: true, Text: func(r store.Run) string { return strconv.FormatInt(r.ID, 10) }},
		{Title: "started UTC", Width: 11, Priority: 5, By: "started", Text: func(r store.Run) string { return r.Started.Format("01-02 15:04") }, Style: muted},
		{Title: "data", Width: 8, Grow: true, Priority: 2, By: "data", Text: func(r store.Run) string { return shortName(r.Data) }},
		{Title: "method", Width: 9, By: "method", Text: func(r store.Run) string { return r.Method }},
		{Title: "ε", Width: 8, Right: true, By: "epsilon", Text: epsilonOf, Style: epsilonStyle},
		{Title: "trust", Width: 5, Priority: 8, By: "trust", Text: func(r store.Run) string { return r.Trust }, Style: muted},
		{Title: "T", Width: 3, Right: true, Priority: 4, By: "steps", Text: func(r store.Run) string { return strconv.Itoa(r.Iterations) }},
		{Title: "valid", Width: 7, Right: true, By: "valid", Text: validOf, Style: validStyle},
		{Title: "test", Width: 6, Right: true, Priority: 3, By: "test", Text: func(r store.Run) string { return errorText(r.TestRMSE, r) }},
		{Title: "time", Width: 7, Right: true, Priority: 7, By: "seconds", Text: timeOf, Style: muted},
		{Title: "outcome", Width: 8, Priority: 6, By: "outcome", Text: outcomeOf, Style: outcomeStyle},
		{Title: "label", Width: 8, Grow: true, Priority: 9, By: "label", Text: func(r store.Run) string { return r.Label }},
	}
}

// checkMark returns ✓ for a marked run.
func (s *Screen) checkMark(r store.Run) string {
	if slices.Contains(s.marked, r.ID) {
		return "✓"
	}
	return ""
}

// pinMark returns the marker of a run on the charts of Tune, and a dot for a pinned run that is not drawn there.
func (s *Screen) pinMark(th *themes.Theme, r store.Run) string {
	if d := s.Runs.DrawnAs(r.ID); d != nil {
		return canvas.Paint(th.Series(d.Series), th.Marker(d.Series))
	}
	if r.Pinned {
		return canvas.Paint(th.Muted, th.Glyphs.Point)
	}
	return " "
}

// epsilonOf returns the ε of a run, marked if it is a simulation.
func epsilonOf(r store.Run) string {
	switch {
	case !r.Private:
		return "–"
	case r.Accountant == "":
		return "0"
	case r.Simulation:
		return format.Setting(format.Round(r.Epsilon, 4)) + " sim"
	}
	return format.Setting(format.Round(r.Epsilon, 4))
}

// epsilonStyle warns of simulations.
func epsilonStyle(th *themes.Theme, r store.Run) lipgloss.Style {
	switch {
	case !r.Private:
		return th.Muted
	case r.Simulation:
		return th.Warning
	}
	return th.Text
}

// releasedSign stands before a released error, which has noise.
const (
	releasedSign = "~"
	errorsNote   = "errors not private, " + releasedSign + ": released"
)

// errorText returns an error of a run, signed if it is released.
func errorText(v float64, r store.Run) string {
	switch {
	case r.MetricsPrivate && !math.IsNaN(v) && r.ValidDeviation() > 0 && engine.LostInNoise(v, r.ValidDeviation()):
		return releasedSign + "noise"
	case r.MetricsPrivate && v > 0:
		return releasedSign + format.ShortRMSE(v)
	}
	return format.ShortRMSE(v)
}

// validOf returns the validation error, or how the run ended if it has none.
func validOf(r store.Run) string {
	if math.IsNaN(r.ValidRMSE) && r.Outcome != engine.Done.String() {
		return outcomeOf(r)
	}
	return errorText(r.ValidRMSE, r)
}

// validStyle returns the style of validOf.
func validStyle(th *themes.Theme, r store.Run) lipgloss.Style {
	if math.IsNaN(r.ValidRMSE) {
		return outcomeStyle(th, r)
	}
	return th.Text
}

// timeOf returns how long a run trained; "–" where errors are private, as the time depends on the ratings.
func timeOf(r store.Run) string {
	if r.MetricsPrivate {
		return "–"
	}
	return canvas.Duration(r.Elapsed)
}

// outcomeOf returns how a run ended, in the words of the other screens.
func outcomeOf(r store.Run) string {
	if r.Outcome == "" {
		return "running"
	}
	for o, word := range session.OutcomeNames {
		if engine.Outcome(o).String() == r.Outcome {
			return word
		}
	}
	return r.Outcome
}

// outcomeStyle returns the style of outcomeOf.
func outcomeStyle(th *themes.Theme, r store.Run) lipgloss.Style {
	switch r.Outcome {
	case "":
		return th.Accent
	case engine.Done.String():
		return th.Good
	case engine.Cancelled.String():
		return th.Warning
	}
	return th.Bad
}
