package session

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/tui/canvas"
)

// ShortEpsilon writes an ε of the ledger with four significant digits.
func ShortEpsilon(epsilon float64) string { return strconv.FormatFloat(epsilon, 'g', 4, 64) }

// OutcomeNames are the names of outcomes, by engine.Outcome.
var OutcomeNames = []string{engine.Done: "done", engine.Failed: "failed", engine.Cancelled: "stopped", engine.Refused: "refused"}

// FirstLine returns the first line of an error, safe to draw, with parameters called by the labels of their knobs.
func FirstLine(err error) string {
	text, _, _ := strings.Cut(method.ErrorText(err, labelOf), "\n")
	text = strings.TrimPrefix(text, engine.ErrConfig.Error()+": ")
	return canvas.Text(strings.TrimSpace(text))
}

// Labels of an error: measured on the ratings, or released with noise.
const (
	NotPrivate    = "not a private number"
	ReleasedLabel = "released, part of the ε"
)

// ErrorLabel returns the label of an error on a part of the split.
func ErrorLabel(part string, released bool) string {
	if released {
		return part + " · " + ReleasedLabel
	}
	return part + " · " + NotPrivate
}

// HasNumber reports whether any of the numbers is not NaN.
func HasNumber(y []float64) bool {
	for _, v := range y {
		if !math.IsNaN(v) {
			return true
		}
	}
	return false
}

// Differences returns the settings of run a that differ from those of run b, or its method if that differs.
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

// RestPlanned is written for releases that are planned after the scope is released.
const RestPlanned = "planned once the scope is known"
