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

// ShortEpsilon writes an ε as the ledger does.
func ShortEpsilon(epsilon float64) string { return strconv.FormatFloat(epsilon, 'g', 4, 64) }

// OutcomeNames are the words for how a run ended, by engine.Outcome.
var OutcomeNames = []string{engine.Done: "done", engine.Failed: "failed", engine.Cancelled: "stopped", engine.Refused: "refused"}

// FirstLine is what an error says on the screen: one line, safe to draw, with parameters by the labels of their knobs.
func FirstLine(err error) string {
	text, _, _ := strings.Cut(method.ErrorText(err, labelOf), "\n")
	text = strings.TrimPrefix(text, engine.ErrConfig.Error()+": ")
	return canvas.Text(strings.TrimSpace(text))
}

// How an error is labelled: measured on real ratings, or released with noise that is paid for.
const (
	NotPrivate    = "not a private number"
	ReleasedLabel = "released, part of the ε"
)

// ErrorLabel says what an error of a run is.
func ErrorLabel(part string, released bool) string {
	if released {
		return part + " · " + ReleasedLabel
	}
	return part + " · " + NotPrivate
}

func HasNumber(y []float64) bool {
	for _, v := range y {
		if !math.IsNaN(v) {
			return true
		}
	}
	return false
}

// Differences names the knobs that two runs have at different values, the method first, as they stand in a.
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

// RestPlanned says what is not known yet of a plan whose scope is to be released first.
const RestPlanned = "planned once the scope is known"
