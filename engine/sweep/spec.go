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

// Spec is what a sweep varies. It identifies the sweep: two sweeps with equal Specs are one.
type Spec struct {
	Data       []string          `json:"data"`             // names of the ratings
	Source     map[string]string `json:"source,omitempty"` // how they are read, for the loader: "range": "1,5"
	Split      string            `json:"split"`
	SplitSeed  uint64            `json:"split_seed"`
	Methods    []string          `json:"methods"`
	Epsilon    []float64         `json:"epsilon"` // targets; methods that release nothing do not use them
	Delta      float64           `json:"delta"`
	Accountant string            `json:"accountant"`
	Parameters []Parameter       `json:"parameters,omitempty"` // a method ignores parameters that it does not have
	Repeats    int               `json:"repeats"`
	Seed       *uint64           `json:"seed,omitempty"` // of the first repeat, one more for each further one; nil: real noise

	// MetricsShare is the fraction of the budget that releases the validation errors, the only errors that are then
	// measured.
	MetricsShare float64 `json:"metrics_share,omitempty"`

	// What runs release instead of taking it for public, if their method can: see Scope.
	PrivateRange     bool `json:"private_range,omitempty"`
	PrivateCatalogue bool `json:"private_catalogue,omitempty"`
}

// Scope returns what the runs of a method release instead of taking it for public: nothing if the method is not private
// or has no curator who could release it.
func (s Spec) Scope(m *method.Method) scope.Private {
	if !m.Private() || !scope.Possible(m) {
		return scope.Private{}
	}
	return s.Released()
}

// Released returns what runs release instead of taking it for public, if their method can.
func (s Spec) Released() scope.Private {
	return scope.Private{Range: s.PrivateRange, Catalogue: s.PrivateCatalogue}
}

// Origin returns the origin of ratings as every run of the sweep states it: what all private methods release was not read
// off the ratings.
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

// Parameter is a parameter of the methods and its values, as typed.
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
		return p, fmt.Errorf("--param %s: write a parameter and its values, such as k=20,50,all", typed)
	}
	return p, nil
}

// ParseSpec reads a definition from the store.
func ParseSpec(definition string) (Spec, error) {
	var s Spec
	if err := json.Unmarshal([]byte(definition), &s); err != nil {
		return s, fmt.Errorf("cannot read the definition of the sweep: %w", err)
	}
	return s, nil
}

// definition returns the Spec as the store keeps it.
func (s Spec) definition() (string, error) {
	text, err := json.Marshal(s)
	return string(text), err
}

// settled returns the Spec with defaults filled in and without repeated values, or an error wrapping engine.ErrConfig.
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
			var unknown method.ParameterError
			if errors.As(err, &unknown) {
				err = fmt.Errorf("--methods %s: %s", unknown.Value, unknown.Reason)
			}
			return s, wrong(err)
		}
	}
	seen := make(map[string]bool)
	for _, p := range s.Parameters {
		if seen[p.Name] {
			return s, wrong(fmt.Errorf("--param %s is given twice: write all its values in one", p.Name))
		}
		seen[p.Name] = true
		if !slices.ContainsFunc(s.Methods, func(name string) bool { return has(name, p.Name) }) {
			return s, wrong(fmt.Errorf("--param %s: none of the methods %s has this parameter", p.Name, strings.Join(s.Methods, ", ")))
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

// configError is an error of the configuration: it is engine.ErrConfig and keeps its own text.
type configError struct{ error }

func (configError) Is(target error) bool { return target == engine.ErrConfig }
func (e configError) Unwrap() error      { return e.error }

func wrong(err error) error { return configError{err} }

// combination is one choice of a value for every parameter that a method has.
type combination struct {
	settings method.Settings
	typed    map[string]string
}

// combinations returns all choices of values; the last parameter varies fastest.
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
