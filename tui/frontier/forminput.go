package frontier

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/sweep"
)

// canType reports whether the value of the focused row can be typed.
func (f *sweepForm) canType() bool {
	switch f.focused().kind {
	case rowResume, rowMethod:
		return false
	}
	return true
}

// startTyping opens the input with the present value of the focused row.
func (f *sweepForm) startTyping() {
	f.edit.Begin(f.inputText(f.focused().kind))
}

// inputText returns the value of a row in the form in which it is typed.
func (f *sweepForm) inputText(kind rowKind) string {
	switch kind {
	case rowEpsilon:
		return formatNumbers(f.epsilon)
	case rowRepeats:
		return strconv.Itoa(f.repeats)
	case rowVary:
		return formatParameters(f.vary)
	case rowNoise:
		if f.seed == nil {
			return "real"
		}
		return strconv.FormatUint(*f.seed, 10)
	case rowJobs:
		return strconv.Itoa(f.jobs)
	}
	return ""
}

// handleInput handles a key while a value is typed: Enter sets it if it is valid, Esc cancels.
func (f *sweepForm) handleInput(key tea.KeyPressMsg) {
	switch key.String() {
	case "enter":
		if err := f.setTyped(strings.TrimSpace(f.edit.Text())); err != nil {
			f.edit.Refuse(err.Error())
			return
		}
		f.edit.Close()
		f.specChanged()
	case "esc":
		f.edit.Close()
	default:
		f.edit.Press(key)
	}
}

// setTyped sets the focused row to a typed value.
func (f *sweepForm) setTyped(text string) error {
	switch f.focused().kind {
	case rowEpsilon:
		grid, err := parseEpsilons(text)
		if err != nil {
			return err
		}
		f.epsilon = grid
	case rowRepeats:
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > maxRepeats {
			return fmt.Errorf("repeats: enter a number from 1 to %d", maxRepeats)
		}
		f.repeats = n
	case rowVary:
		vary, err := parseVaried(text)
		if err != nil {
			return err
		}
		f.vary = vary
	case rowNoise:
		if strings.EqualFold(text, "real") || text == "" {
			f.seed = nil
			return nil
		}
		seed, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return fmt.Errorf("noise: enter real, or the seed of a simulation, such as 1")
		}
		f.seed, f.lastSeed = &seed, seed
	case rowJobs:
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > f.maxJobs {
			return fmt.Errorf("jobs: enter a number from 1 to %d", f.maxJobs)
		}
		f.jobs = n
	}
	return nil
}

// parseEpsilons reads numbers separated by commas or spaces, and sorts them.
func parseEpsilons(text string) (grid []float64, err error) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil || !(v > 0) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("ε %s: enter positive numbers, such as 0.5, 1, 2, 5", word)
		}
		if !slices.Contains(grid, v) {
			grid = append(grid, v)
		}
	}
	if len(grid) == 0 || len(grid) > maxEpsilons {
		return nil, fmt.Errorf("ε: enter 1 to %d positive numbers, such as 0.5, 1, 2, 5", maxEpsilons)
	}
	slices.Sort(grid)
	return grid, nil
}

// parseVaried reads parameters with their values, such as "k=20,50,all rank=4,8"; "", "none" and "–" mean no parameter.
func parseVaried(text string) (vary []sweep.Parameter, err error) {
	for _, word := range strings.Fields(strings.ReplaceAll(text, ", ", ",")) {
		if word == "none" || word == "–" || word == "-" {
			continue
		}
		p, err := sweep.ParseParameter(word)
		if err != nil {
			return nil, fmt.Errorf("vary %s: enter a parameter and its values, such as k=20,50,all", word)
		}
		vary = append(vary, p)
	}
	return vary, nil
}

// formatNumbers writes numbers in the form that parseEpsilons reads.
func formatNumbers(list []float64) string {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strings.Join(words, ", ")
}

// formatParameters writes parameters in the form that parseVaried reads.
func formatParameters(list []sweep.Parameter) string {
	words := make([]string, len(list))
	for i, p := range list {
		words[i] = p.Name + "=" + strings.Join(p.Values, ",")
	}
	return strings.Join(words, " ")
}
