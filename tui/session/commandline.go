package session

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/loaders"
)

// CommandLine returns the command that trains once with a configuration.
func CommandLine(p engine.Problem, source []string, m *method.Method, c engine.Config) string {
	words := append([]string{"dpals", "train"}, FlagsOf(p, source, m, c)...)
	if s := p.Split; s != nil && s.Protocol != "" && s.Protocol != loaders.DefaultProtocol {
		words = append(words, "--split", ShellQuote(s.Protocol))
	}
	return strings.Join(words, " ")
}

// FlagsOf returns the flags of a configuration on ratings, without those of the split and those that have their default.
// source are the flags that the ratings were read with, without --data.
func FlagsOf(p engine.Problem, source []string, m *method.Method, c engine.Config) (words []string) {
	flag := func(name, value string) { words = append(words, "--"+name, ShellQuote(value)) }
	flag("data", SourceName(p))
	for _, word := range DeclaredFlags(source) {
		words = append(words, ShellQuote(word))
	}
	if c.Scope.Range {
		flag("range", PrivateWord)
	}
	if c.Scope.Catalogue {
		flag("catalogue", PrivateWord)
	}
	flag("method", m.Name)
	if MakesReleases(m, c) {
		if !engine.HasFixedNoise(m, c) {
			flag("epsilon", EpsilonKnob.Format(c.Epsilon))
		}
		if c.Delta != 0 && c.Delta != engine.DefaultDelta {
			flag("delta", deltaKnob.Format(c.Delta))
		}
		if c.Accountant != "" && c.Accountant != AccountantKnob.Choices[0] {
			flag("accountant", c.Accountant)
		}
	}
	if c.PrivateMetrics != 0 {
		flag("private-metrics", strconv.FormatFloat(c.PrivateMetrics, 'g', -1, 64))
	}
	for _, q := range m.Parameters {
		switch v, given := c.Settings[q.Name]; {
		case !given || v == q.Default:
		case slices.Equal(q.Choices, []string{"no", "yes"}): // a flag without a value: one must follow "="
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

// InfoLine returns the command that describes the ratings, which were read with the flags source.
func InfoLine(p engine.Problem, source []string) string {
	words := []string{"dpals", "data", "info", ShellQuote(SourceName(p))}
	for _, word := range DeclaredFlags(source) {
		words = append(words, ShellQuote(word))
	}
	return strings.Join(words, " ")
}

// PrivateWord is the value of --range and --catalogue for a run that releases them.
const PrivateWord = "private"

// DeclaredFlags returns the flags of source, names and values, without --range private and --catalogue private, which belong to
// a configuration.
func DeclaredFlags(source []string) (words []string) {
	for i := 0; i+1 < len(source); i += 2 {
		if source[i+1] != PrivateWord {
			words = append(words, source[i], source[i+1])
		}
	}
	return words
}

// SourceName returns the name that the ratings were opened by.
func SourceName(p engine.Problem) string {
	if p.Split != nil && p.Split.Train.Origin.Source != "" {
		return p.Split.Train.Origin.Source
	}
	return p.Name
}

// ShellQuote makes a word safe to paste into a shell.
func ShellQuote(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:=@%+,", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// SameConfig reports whether two configurations train the same model, except for the noise.
func SameConfig(a, b engine.Config) bool {
	return a.Method == b.Method && a.Epsilon == b.Epsilon && a.Delta == b.Delta && a.Accountant == b.Accountant &&
		maps.Equal(a.Settings, b.Settings)
}
