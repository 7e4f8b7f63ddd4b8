package tui

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"dpals/engine"
	"dpals/tui/canvas"
)

// brief writes an ε as the ledger does.
func brief(epsilon float64) string { return strconv.FormatFloat(epsilon, 'g', 4, 64) }

// outcomes are the words for how a run ended, by engine.Outcome.
var outcomes = []string{engine.Done: "done", engine.Failed: "failed", engine.Cancelled: "stopped", engine.Refused: "refused"}

// firstLine is what an error says on the screen: one line, safe to draw.
func firstLine(err error) string {
	text, _, _ := strings.Cut(err.Error(), "\n")
	text = strings.TrimPrefix(text, engine.ErrConfig.Error()+": ")
	return canvas.Text(strings.TrimSpace(text))
}

// How an error is labelled: measured on real ratings, or released with noise that is paid for.
const (
	notPrivate = "not a private number"
	published  = "released, part of the ε"
)

// errorLabel says what an error of a run is.
func errorLabel(part string, released bool) string {
	if released {
		return part + " · " + published
	}
	return part + " · " + notPrivate
}

func hasNumber(y []float64) bool {
	for _, v := range y {
		if !math.IsNaN(v) {
			return true
		}
	}
	return false
}

// differences names the knobs that two runs have at different values, the method first, as they stand in a.
func differences(a, b *run) []string {
	var list []string
	if a.method != b.method {
		return []string{a.method.Name}
	}
	if e := a.epsilon(); e != "" && e != b.epsilon() {
		list = append(list, "ε "+e)
	}
	for _, p := range a.method.Parameters {
		if va, vb := a.settings[p.Name], b.settings[p.Name]; va != vb {
			name := knob{Parameter: p}.sign()
			if name == "" {
				name = p.Name
			}
			list = append(list, name+" "+p.Format(va))
		}
	}
	if pays(a.method, a.config) && a.config.Delta != b.config.Delta {
		list = append(list, "δ "+deltaKnob.Format(a.config.Delta))
	}
	if pays(a.method, a.config) && a.config.Accountant != b.config.Accountant {
		list = append(list, a.config.Accountant)
	}
	return slices.Clip(list)
}

// restPlanned says what is not known yet of a plan whose scope is to be released first.
const restPlanned = "planned once the scope is known"
