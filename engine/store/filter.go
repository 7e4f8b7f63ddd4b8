package store

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"dpals/engine"
)

// Filter selects runs. The zero value selects all of them.
//
// Its text is terms separated by spaces, all of which must hold:
//
//	dpals ml-1m        method, data, label, command or outcome contain the words, in any case
//	method:dpals       contains; method=dpals is equal
//	eps<2 k>=20        compares numbers: < <= > >= =, and : for =
//	started>=2026-11   compares the text of a time, in UTC; started:2026-11-02 is that day
//	pinned             a flag: pinned, simulation, private, running
//	-pinned -method:als   a term that must not hold
//	label:"two words"  quotes keep spaces together
//
// Parameters of the methods have their names: k, rank, iterations, beta, …
type Filter struct {
	where string
	args  []any
}

// flags are the properties that a filter names with one word, and their conditions.
var flags = map[string]string{
	"pinned":     `pinned`,
	"simulation": `simulation`,
	"private":    `private`,
	"running":    `outcome IS NULL`,
}

// texts, numbers and times are the names that a filter compares, and their columns.
var texts = map[string]string{
	"method": `method`, "data": `data`, "label": `label`, "outcome": `coalesce(outcome, 'running')`, "command": `origin`,
	"accountant": `coalesce(accountant, '')`, "split": `split`, "seed": `coalesce(seed, '')`, "trust": `trust`, "program": `program`,
}

var numbers = map[string]string{
	"id": `id`, "epsilon": `epsilon`, "eps": `epsilon`, "ε": `epsilon`, "delta": `delta`, "δ": `delta`, "mu": `mu`, "μ": `mu`,
	"test": `test_rmse`, "rmse": `test_rmse`, "valid": `valid_rmse`, "train": `train_rmse`, "steps": `steps`, "seconds": `seconds`,
	"sweep": `sweep`, "dataset": datasetNumber,
}

var times = map[string]string{"started": `started`, "ended": `coalesce(ended, '')`}

// comparisons are the operators, in the order in which they are matched.
var comparisons = []string{"<=", ">=", "<", ">", "=", ":"}

// ParseFilter returns the filter of a text. An error names the wrong term.
func ParseFilter(text string) (Filter, error) {
	terms, err := split(text)
	if err != nil {
		return Filter{}, err
	}
	var f Filter
	for _, term := range terms {
		one, err := parseTerm(term)
		if err != nil {
			return Filter{}, err
		}
		f = f.and(one)
	}
	return f, nil
}

func (f Filter) and(g Filter) Filter {
	if f.where == "" {
		return g
	}
	return Filter{f.where + " AND " + g.where, slices.Concat(f.args, g.args)}
}

// sql returns the condition of a WHERE clause.
func (f Filter) sql() string {
	if f.where == "" {
		return "TRUE"
	}
	return f.where
}

// split splits at spaces outside quotes. It keeps the quotes, which turn a comparison into a word.
func split(text string) (terms []string, err error) {
	quoted := false
	fields := strings.FieldsFunc(text, func(r rune) bool {
		if r == '"' {
			quoted = !quoted
		}
		return !quoted && unicode.IsSpace(r)
	})
	if quoted {
		return nil, fmt.Errorf("filter %s: a quote is not closed: add \"", text)
	}
	return fields, nil
}

func parseTerm(term string) (Filter, error) {
	if rest, not := strings.CutPrefix(term, "-"); not && rest != "" {
		f, err := parseTerm(rest)
		f.where = "NOT coalesce(" + f.where + ", FALSE)"
		return f, err
	}
	if where, ok := flags[strings.ToLower(term)]; ok {
		return Filter{where: where}, nil
	}
	at := strings.IndexAny(term, "<>=:")
	if quote := strings.IndexByte(term, '"'); at <= 0 || quote >= 0 && quote < at {
		return Filter{`instr(words, ?) > 0`, []any{strings.ToLower(unquoted(term))}}, nil
	}
	key := strings.ToLower(term[:at])
	for _, op := range comparisons {
		if value, ok := strings.CutPrefix(term[at:], op); ok {
			return compare(term, key, op, unquoted(value))
		}
	}
	return Filter{}, fmt.Errorf("filter %s: not a comparison", term)
}

func unquoted(s string) string { return strings.ReplaceAll(s, `"`, "") }

func compare(term, key, op, value string) (Filter, error) {
	if value == "" {
		return Filter{}, fmt.Errorf("filter %s: the value is missing", term)
	}
	equal := op == "=" || op == ":"
	if column, ok := texts[key]; ok {
		switch {
		case !equal:
			return Filter{}, fmt.Errorf("filter %s: %s is text: write %s:%s or %s=%s", term, key, key, value, key, value)
		case op == "=":
			return Filter{column + ` = ? COLLATE NOCASE`, []any{value}}, nil
		}
		return Filter{`instr(lower(` + column + `), ?) > 0`, []any{strings.ToLower(value)}}, nil
	}
	if column, ok := times[key]; ok {
		if equal {
			return Filter{`substr(` + column + `, 1, ?) = ?`, []any{len(value), strings.ToUpper(value)}}, nil
		}
		return Filter{column + " " + op + " ?", []any{strings.ToUpper(value)}}, nil
	}
	sign := op
	if equal {
		sign = "="
	}
	v, err := strconv.ParseFloat(value, 64)
	if column, ok := numbers[key]; ok {
		if err != nil {
			return Filter{}, fmt.Errorf("filter %s: %q is not a number", term, value)
		}
		return compareNumber(column, sign, v), nil
	}
	if !isParameter(key) {
		return Filter{}, fmt.Errorf("filter %s: unknown name %q: choose %s, or a parameter of a method", term, key, strings.Join(filterKeys(), ", "))
	}
	// A setting is a number, or a word such as "all", which SQLite orders after every number.
	switch setting := `settings ->> ?`; {
	case err != nil && equal:
		return Filter{setting + ` = ? COLLATE NOCASE`, []any{key, value}}, nil
	case err == nil && op == ">":
		return Filter{setting + ` BETWEEN ? AND ?`, []any{key, math.Nextafter(v, math.Inf(1)), math.MaxFloat64}}, nil
	case err == nil && op == ">=":
		return Filter{setting + ` BETWEEN ? AND ?`, []any{key, v, math.MaxFloat64}}, nil
	case err == nil:
		return Filter{setting + " " + sign + " ?", []any{key, v}}, nil
	}
	return Filter{}, fmt.Errorf("filter %s: %q is not a number", term, value)
}

// numberTolerance is the relative difference up to which numbers are equal: a stored ε is found by bisection.
const numberTolerance = 1e-9

// compareNumber returns a comparison of a column with v. Numbers within numberTolerance are equal.
func compareNumber(column, sign string, v float64) Filter {
	slack := math.Abs(v) * numberTolerance
	if math.IsInf(v, 0) {
		slack = 0
	}
	switch sign {
	case "=":
		return Filter{column + " BETWEEN ? AND ?", []any{v - slack, v + slack}}
	case "<", ">=":
		return Filter{column + " " + sign + " ?", []any{v - slack}}
	}
	return Filter{column + " " + sign + " ?", []any{v + slack}}
}

// isParameter reports whether any method has a parameter with that name.
func isParameter(name string) bool {
	for _, m := range engine.Methods() {
		if _, ok := m.Parameter(name); ok {
			return true
		}
	}
	return false
}

// filterKeys returns the names that a filter compares, without their aliases.
func filterKeys() (all []string) {
	for _, group := range []map[string]string{texts, numbers, times} {
		for k := range group {
			if k != "eps" && k != "rmse" && k[0] < 0x80 {
				all = append(all, k)
			}
		}
	}
	slices.Sort(all)
	return all
}
