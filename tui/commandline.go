package tui

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/loaders"
)

// commandLine is the command that trains once with a configuration.
func commandLine(p engine.Problem, source []string, m *method.Method, c engine.Config, fixed bool) string {
	words := append([]string{"dpals", "train"}, flagsOf(p, source, m, c, fixed)...)
	if s := p.Split; s != nil && s.Protocol != "" && s.Protocol != loaders.DefaultProtocol {
		words = append(words, "--split", quote(s.Protocol))
	}
	return strings.Join(words, " ")
}

// flagsOf are the flags of a configuration on some ratings, however these are split; those that say the default are
// left out. Source are the words, beside the name of the data, that the ratings were read with; fixed says that ε
// follows from noise that was typed in.
func flagsOf(p engine.Problem, source []string, m *method.Method, c engine.Config, fixed bool) (words []string) {
	flag := func(name, value string) { words = append(words, "--"+name, quote(value)) }
	flag("data", sourceName(p))
	for _, word := range declared(source) {
		words = append(words, quote(word))
	}
	if c.Scope.Range {
		flag("range", private)
	}
	if c.Scope.Catalogue {
		flag("catalogue", private)
	}
	flag("method", m.Name)
	if pays(m, c) {
		if !fixed {
			flag("epsilon", epsilonKnob.Format(c.Epsilon))
		}
		if c.Delta != 0 && c.Delta != engine.DefaultDelta {
			flag("delta", deltaKnob.Format(c.Delta))
		}
		if c.Accountant != "" && c.Accountant != accountantKnob.Choices[0] {
			flag("accountant", c.Accountant)
		}
	}
	if c.PrivateMetrics != 0 {
		flag("private-metrics", strconv.FormatFloat(c.PrivateMetrics, 'g', -1, 64))
	}
	for _, q := range m.Parameters {
		switch v, given := c.Settings[q.Name]; {
		case !given || v == q.Default:
		case slices.Equal(q.Choices, []string{"no", "yes"}): // a flag that needs no value, and so takes none after a space
			words = append(words, "--"+q.Name+"="+q.Format(v))
		default:
			flag(q.Name, q.Format(v))
		}
	}
	if c.Seed != nil {
		flag("seed", strconv.FormatUint(*c.Seed, 10))
	}
	return words
}

// infoLine is the command that describes the ratings without a screen, read with the words of source.
func infoLine(p engine.Problem, source []string) string {
	words := []string{"dpals", "data", "info", quote(sourceName(p))}
	for _, word := range declared(source) {
		words = append(words, quote(word))
	}
	return strings.Join(words, " ")
}

// private is what is given to --range and --catalogue where the run releases them.
const private = "private"

// declared are the flags of source, names and values, without those that leave something to a run: these are a part of
// its configuration.
func declared(source []string) (words []string) {
	for i := 0; i+1 < len(source); i += 2 {
		if source[i+1] != private {
			words = append(words, source[i], source[i+1])
		}
	}
	return words
}

// sourceName is the name that the ratings were asked for by.
func sourceName(p engine.Problem) string {
	if p.Split != nil && p.Split.Train.Origin.Source != "" {
		return p.Split.Train.Origin.Source
	}
	return p.Name
}

// quote makes a word safe to paste into a shell.
func quote(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:=@%+,", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// sameConfig reports whether two configurations train the same model, noise aside.
func sameConfig(a, b engine.Config) bool {
	return a.Method == b.Method && a.Epsilon == b.Epsilon && a.Delta == b.Delta && a.Accountant == b.Accountant &&
		maps.Equal(a.Settings, b.Settings)
}
