package themes

import (
	"fmt"
	"slices"
	"strings"
)

// Set is the palettes that a person can choose from, in the order in which they are offered. Names are unique.
type Set []Palette

// BuiltIn is the palettes that come with the program.
func BuiltIn() Set { return slices.Clone(builtin) }

// With is the set with further palettes behind; one with a name that is taken replaces the one that has it.
func (s Set) With(more ...Palette) Set {
	all := slices.Clone(s)
	for _, p := range more {
		if i := all.index(p.Name); i >= 0 {
			all[i] = p
		} else {
			all = append(all, p)
		}
	}
	return all
}

func (s Set) index(name string) int {
	return slices.IndexFunc(s, func(p Palette) bool { return p.Name == name })
}

// Names lists the palettes.
func (s Set) Names() []string {
	names := make([]string, len(s))
	for i, p := range s {
		names[i] = p.Name
	}
	return names
}

// Named builds the theme of one of Names.
func (s Set) Named(name string, opts Options) (*Theme, error) {
	if i := s.index(name); i >= 0 {
		return New(s[i], opts)
	}
	return nil, fmt.Errorf("theme %q is not known: choose one of %s", name, strings.Join(s.Names(), ", "))
}
