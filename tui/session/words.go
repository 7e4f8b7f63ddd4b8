package session

import (
	"math"
	"slices"
	"strings"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/tui/canvas"
)

// OutcomeNames are the words for how a run ended, by engine.Outcome.
var OutcomeNames = []string{engine.Done: "done", engine.Failed: "failed", engine.Cancelled: "stopped", engine.Refused: "refused"}

// FirstLine returns an error as one line for the screen, with parameters named as their knobs are.
func FirstLine(err error) string {
	text, _, _ := strings.Cut(method.ErrorText(err, labelOf), "\n")
	text = strings.TrimPrefix(text, engine.ErrConfig.Error()+": ")
	return canvas.Text(strings.TrimSpace(text))
}

// Labels of an error: measured on real ratings, or released with noise as a part of the budget.
const (
	NotPrivate    = "not a private number"
	ReleasedLabel = "released, part of the ε"
)

// ErrorLabel returns the label of a run's error on a part of the split.
func ErrorLabel(part string, released bool) string {
	if released {
		return part + " · " + ReleasedLabel
	}
	return part + " · " + NotPrivate
}

// HasNumber reports whether any value is a number.
func HasNumber(y []float64) bool {
	for _, v := range y {
		if !math.IsNaN(v) {
			return true
		}
	}
	return false
}

// Differences lists the knobs in which two runs differ, with their values in a; only the method where that differs.
func Differences(a, b *Run) []string {
	var list []string
	if a.Method != b.Method {
		return []string{a.Method.Name}
	}
	if e := a.Epsilon(); e != "" && e != b.Epsilon() {
		list = append(list, "ε "+e)
	}
	for _, p := range a.Method.Parameters {
		if va, vb := a.Settings[p.Name], b.Settings[p.Name]; va != vb {
			name := Knob{Parameter: p}.Sign()
			if name == "" {
				name = p.Name
			}
			list = append(list, name+" "+p.Format(va))
		}
	}
	if MakesReleases(a.Method, a.Config) && a.Config.Delta != b.Config.Delta {
		list = append(list, "δ "+deltaKnob.Format(a.Config.Delta))
	}
	if MakesReleases(a.Method, a.Config) && a.Config.Accountant != b.Config.Accountant {
		list = append(list, a.Config.Accountant)
	}
	return slices.Clip(list)
}

// RestPlanned is shown for the part of a plan that depends on a scope that is released first.
const RestPlanned = "planned once the scope is known"
