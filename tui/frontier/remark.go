package frontier

import (
	"fmt"
	"slices"
	"strings"

	"dpals/engine/method"
	"dpals/internal/format"
	"dpals/tui/canvas"
)

// reading is what the crosshair or the list has selected, in a sentence.
func (f *Screen) reading() string {
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

// mixed lists the models of trust whose ε stand side by side, where there is more than one.
func (f *Screen) mixed() (all []method.Trust) {
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

// Remark is what is typed wrongly, what is asked, what is read, or what has to be known about the ε that are compared.
func (f *Screen) Remark() (text string, urgent bool) {
	if problem := f.form.edit.Problem; problem != "" {
		return problem, true
	}
	if f.asking != startNothing {
		return f.question(), true
	}
	if text := f.reading(); text != "" {
		return text, false
	}
	if text := f.fault(); text != "" {
		return text, true
	}
	if all := f.mixed(); all != nil {
		words := make([]string, len(all))
		for i, t := range all {
			words[i] = trustWord(t)
		}
		return "ε of " + strings.Join(words, " and ") + " are not comparable: compare methods of one trust model", false
	}
	if f.filling() {
		return f.meaning(), false
	}
	if s := f.shot; s != nil && s.Spec.Seed != nil {
		return "simulations: noise from a known seed, not private", false
	}
	return "", false
}
