package frontier

import (
	"fmt"
	"slices"
	"strings"

	"dpals/engine/method"
	"dpals/internal/format"
	"dpals/tui/canvas"
)

// pointText returns the selected point in words; "" without one.
func (f *Screen) pointText() string {
	p, ok := f.selected()
	if !ok {
		return ""
	}
	what := canvas.Text(p.name) + " · " + trustWord(p.Trust)
	if p.Epsilon > 0 {
		what += ", ε " + epsilonText(p.Cell)
	}
	if p.N == 0 {
		return what + ": " + p.status
	}
	return fmt.Sprintf("%s: RMSE %s (%s)", what, meanText(p.Cell), format.ShortPlural(p.N, "run"))
}

// mixedTrust returns the trust models of the points with an ε; nil unless there is more than one.
func (f *Screen) mixedTrust() (all []method.Trust) {
	for _, p := range f.points.Rows {
		if p.Epsilon > 0 && !slices.Contains(all, p.Trust) {
			all = append(all, p.Trust)
		}
	}
	if len(all) < 2 {
		return nil
	}
	return all
}

// Remark returns the line above the keys: an input error, a question, the selected point, a failure, or how to read the
// chart or the form.
func (f *Screen) Remark() (text string, urgent bool) {
	if reason := f.form.edit.Reason; reason != "" {
		return reason, true
	}
	if f.asking != startNothing {
		return f.question(), true
	}
	if text := f.pointText(); text != "" {
		return text, false
	}
	if text := f.failure(); text != "" {
		return text, true
	}
	if all := f.mixedTrust(); all != nil {
		words := make([]string, len(all))
		for i, t := range all {
			words[i] = trustWord(t)
		}
		return "ε of " + strings.Join(words, " and ") + " are not comparable: compare methods of one trust model", false
	}
	if f.filling() {
		return f.rowHelp(), false
	}
	if s := f.snapshot; s != nil && s.Spec.Seed != nil {
		return "simulations: noise from a known seed, no privacy", false
	}
	return "", false
}
