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

// typable reports whether what has the focus can be typed.
func (f *sweepForm) typable() bool {
	switch f.focused().Kind {
	case rowResume, rowMethod:
		return false
	}
	return true
}

// startTyping begins with what is there.
func (f *sweepForm) startTyping() {
	f.edit.Begin(f.value(f.focused().Kind))
}

// value writes what a row holds as it is typed.
func (f *sweepForm) value(kind formKind) string {
	switch kind {
	case rowEpsilon:
		return joined(f.epsilon)
	case rowRepeats:
		return strconv.Itoa(f.repeats)
	case rowVary:
		return parameters(f.vary)
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

// Press takes a key while a value is typed. Enter takes it over if it is one.
func (f *sweepForm) Press(key tea.KeyPressMsg) {
	switch key.String() {
	case "enter":
		if err := f.take(strings.TrimSpace(f.edit.Text())); err != nil {
			f.edit.Refuse(err.Error())
			return
		}
		f.edit.Close()
		f.changed()
	case "esc":
		f.edit.Close()
	default:
		f.edit.Press(key)
	}
}

// take reads what was typed for the focused row.
func (f *sweepForm) take(text string) error {
	switch f.focused().Kind {
	case rowEpsilon:
		grid, err := parseEpsilons(text)
		if err != nil {
			return err
		}
		f.epsilon = grid
	case rowRepeats:
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > mostRepeats {
			return fmt.Errorf("repeats: write a number from 1 to %d", mostRepeats)
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
			return fmt.Errorf("noise: write real, or the seed of a simulation, such as 1")
		}
		f.seed, f.seedKept = &seed, seed
	case rowJobs:
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > f.most {
			return fmt.Errorf("jobs: write a number from 1 to %d", f.most)
		}
		f.jobs = n
	}
	return nil
}

// parseEpsilons reads a list of ε, between commas or spaces, and sorts it.
func parseEpsilons(text string) (grid []float64, err error) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil || !(v > 0) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("ε %s: write positive numbers, such as 0.5, 1, 2, 5", word)
		}
		if !slices.Contains(grid, v) {
			grid = append(grid, v)
		}
	}
	if len(grid) == 0 || len(grid) > mostEpsilons {
		return nil, fmt.Errorf("ε: write from 1 to %d positive numbers, such as 0.5, 1, 2, 5", mostEpsilons)
	}
	slices.Sort(grid)
	return grid, nil
}

// parseVaried reads parameters with their values, "k=20,50,all rank=4,8"; "" and "–" for none.
func parseVaried(text string) (vary []sweep.Parameter, err error) {
	for _, word := range strings.Fields(strings.ReplaceAll(text, ", ", ",")) {
		if word == "–" || word == "-" {
			continue
		}
		p, err := sweep.ParseParameter(word)
		if err != nil {
			return nil, fmt.Errorf("vary %s: write a parameter and its values, such as k=20,50,all", word)
		}
		vary = append(vary, p)
	}
	return vary, nil
}

// joined writes numbers as they are typed.
func joined(list []float64) string {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strings.Join(words, ", ")
}

// parameters writes what varies as it is typed.
func parameters(list []sweep.Parameter) string {
	words := make([]string, len(list))
	for i, p := range list {
		words[i] = p.Name + "=" + strings.Join(p.Values, ",")
	}
	return strings.Join(words, " ")
}
