// Package sweep trains a grid: methods × parameters × ε × data sets, each point several times, several at once. Points
// are kept in the run store as they finish, so that a sweep that was stopped, or whose process was killed, goes on
// where it was, and no point is trained twice.
//
// Every run of a sweep is charged like any other. Only Select publishes the best of a random number of runs for less;
// nothing else may be shown of those.
package sweep

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/scope"
	"dpals/loaders"
)

// Spec says what a sweep varies. It is what a sweep is known by: two of the same Spec are one.
type Spec struct {
	Data       []string          `json:"data"`             // names of the ratings
	Source     map[string]string `json:"source,omitempty"` // how they are read, for the one who loads them: "range": "1,5"
	Split      string            `json:"split"`
	SplitSeed  uint64            `json:"split_seed"`
	Methods    []string          `json:"methods"`
	Epsilon    []float64         `json:"epsilon"` // targets; methods that release nothing have no use for them
	Delta      float64           `json:"delta"`
	Accountant string            `json:"accountant"`
	Parameters []Parameter       `json:"parameters,omitempty"` // those of a method that has none of a name are left alone
	Repeats    int               `json:"repeats"`
	Seed       *uint64           `json:"seed,omitempty"` // of the first repeat, one on for each further one; nil: real noise

	// MetricsShare is the share of the budget that releases the validation errors, which are then all that is measured.
	MetricsShare float64 `json:"metrics_share,omitempty"`

	// What runs release instead of taking it for public, those of methods that can: see Scope.
	PrivateRange     bool `json:"private_range,omitempty"`
	PrivateCatalogue bool `json:"private_catalogue,omitempty"`
}

// Scope returns what the runs of a method release instead of taking it for public: nothing where it is not private, and
// nothing where there is no curator who could release it.
func (s Spec) Scope(m *method.Method) scope.Private {
	if !m.Private() || !scope.Possible(m) {
		return scope.Private{}
	}
	return s.Released()
}

// Released returns what runs release instead of taking it for public, where their method can.
func (s Spec) Released() scope.Private {
	return scope.Private{Range: s.PrivateRange, Catalogue: s.PrivateCatalogue}
}

// Origin returns where ratings come from as it is to be stated of every run of the sweep: what all private methods
// release was not read off the ratings.
func (s Spec) Origin(o loaders.Origin) loaders.Origin {
	stated := o
	stated.RangeObserved, stated.CatalogueObserved = false, false
	for _, name := range s.Methods {
		if m, err := engine.Lookup(name); err == nil && m.Private() {
			one := s.Scope(m).Origin(o)
			stated.RangeObserved = stated.RangeObserved || one.RangeObserved
			stated.CatalogueObserved = stated.CatalogueObserved || one.CatalogueObserved
		}
	}
	return stated
}

// Parameter is a parameter of the methods and the values that it takes, as typed.
type Parameter struct {
	Name   string   `json:"name"`
	Values []string `json:"values"`
}

// ParseParameter reads NAME=VALUE,VALUE,….
func ParseParameter(typed string) (Parameter, error) {
	name, list, ok := strings.Cut(typed, "=")
	p := Parameter{Name: strings.TrimSpace(name)}
	for _, v := range strings.Split(list, ",") {
		if v = strings.TrimSpace(v); v != "" && !slices.Contains(p.Values, v) {
			p.Values = append(p.Values, v)
		}
	}
	if !ok || p.Name == "" || len(p.Values) == 0 {
		return p, fmt.Errorf("--param %s: write it as a parameter and its values, k=20,50,all", typed)
	}
	return p, nil
}

// ParseSpec reads a definition as it is kept.
func ParseSpec(definition string) (Spec, error) {
	var s Spec
	if err := json.Unmarshal([]byte(definition), &s); err != nil {
		return s, fmt.Errorf("the definition of the sweep cannot be read: %w", err)
	}
	return s, nil
}

// definition is the Spec as it is kept.
func (s Spec) definition() (string, error) {
	text, err := json.Marshal(s)
	return string(text), err
}

// settled is the Spec with defaults filled in and without repetitions, or an error wrapping engine.ErrConfig.
func (s Spec) settled() (Spec, error) {
	s.Data, s.Methods, s.Epsilon = unique(s.Data), unique(s.Methods), unique(s.Epsilon)
	if s.Accountant == "" {
		s.Accountant = "exact"
	}
	if s.Delta == 0 {
		s.Delta = engine.DefaultDelta
	}
	switch {
	case len(s.Data) == 0, len(s.Methods) == 0, len(s.Epsilon) == 0:
		return s, wrong(errors.New("a sweep needs at least one of --data, --methods and --epsilon"))
	case s.Repeats < 1:
		return s, wrong(fmt.Errorf("--repeats %d: choose at least 1", s.Repeats))
	}
	for _, epsilon := range s.Epsilon { // an ε of 0 would otherwise mean the default
		if err := engine.EpsilonParameter.Check(epsilon); err != nil {
			return s, wrong(err)
		}
	}
	for _, name := range s.Methods {
		if _, err := engine.Lookup(name); err != nil {
			return s, wrong(fmt.Errorf("--methods: %w", err))
		}
	}
	seen := make(map[string]bool)
	for _, p := range s.Parameters {
		if seen[p.Name] {
			return s, wrong(fmt.Errorf("--param %s is given twice: write all its values in one", p.Name))
		}
		seen[p.Name] = true
		if !slices.ContainsFunc(s.Methods, func(name string) bool { return has(name, p.Name) }) {
			return s, wrong(fmt.Errorf("--param %s: none of %s has such a parameter", p.Name, strings.Join(s.Methods, ", ")))
		}
	}
	return s, nil
}

func has(methodName, parameter string) bool {
	m, err := engine.Lookup(methodName)
	if err != nil {
		return false
	}
	_, ok := m.Parameter(parameter)
	return ok
}

func unique[T comparable](list []T) (out []T) {
	for _, v := range list {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// configError is a sentence for the person that is an engine.ErrConfig.
type configError struct{ error }

func (configError) Is(target error) bool { return target == engine.ErrConfig }
func (e configError) Unwrap() error      { return e.error }

func wrong(err error) error { return configError{err} }

// combination is one choice of a value for every parameter that a method has.
type combination struct {
	settings method.Settings
	typed    map[string]string
}

// combinations returns all of them, the last parameter varying fastest.
func (s Spec) combinations(m *method.Method) ([]combination, error) {
	all := []combination{{method.Settings{}, map[string]string{}}}
	for _, axis := range s.Parameters {
		p, ok := m.Parameter(axis.Name)
		if !ok {
			continue
		}
		var next []combination
		for _, c := range all {
			for _, text := range axis.Values {
				v, err := p.Parse(text)
				if err != nil {
					return nil, wrong(fmt.Errorf("%s: %w", m.Name, err))
				}
				one := combination{maps.Clone(c.settings), maps.Clone(c.typed)}
				one.settings[p.Name], one.typed[p.Name] = v, p.Format(v)
				next = append(next, one)
			}
		}
		all = next
	}
	return all, nil
}
