package themes

import (
	"fmt"
	"slices"
	"strings"
)

// Set is the palettes to choose from, in the order in which they are listed. Names are unique.
type Set []Palette

// BuiltIn returns the palettes of the program.
func BuiltIn() Set { return slices.Clone(builtin) }

// With returns the set with palettes appended; a palette replaces one of the same name.
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

// Names returns the names of the palettes.
func (s Set) Names() []string {
	names := make([]string, len(s))
	for i, p := range s {
		names[i] = p.Name
	}
	return names
}

// Named returns the theme of the palette with a name.
func (s Set) Named(name string, opts Options) (*Theme, error) {
	if i := s.index(name); i >= 0 {
		return New(s[i], opts)
	}
	return nil, fmt.Errorf("unknown theme %q: choose one of %s", name, strings.Join(s.Names(), ", "))
}
