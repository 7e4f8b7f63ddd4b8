package frontier

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"dpals/engine"
	"dpals/engine/sweep"
	"dpals/loaders"
	"dpals/tui/session"
)

// sweepCommand returns the command line that starts or resumes a sweep, without flags at their defaults.
func sweepCommand(s sweep.Spec) string {
	words := []string{"dpals", "sweep"}
	flag := func(name, value string) { words = append(words, "--"+name, session.ShellQuote(value)) }
	for _, data := range s.Data {
		flag("data", data)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Source)) {
		flag(name, s.Source[name])
	}
	if s.PrivateRange {
		flag("range", session.PrivateWord)
	}
	if s.PrivateCatalogue {
		flag("catalogue", session.PrivateWord)
	}
	flag("methods", strings.Join(s.Methods, ","))
	flag("epsilon", strings.ReplaceAll(formatNumbers(s.Epsilon), " ", ""))
	for _, p := range s.Parameters {
		flag("param", p.Name+"="+strings.Join(p.Values, ","))
	}
	flag("repeats", strconv.Itoa(s.Repeats))
	if s.Delta != 0 && s.Delta != engine.DefaultDelta {
		flag("delta", strconv.FormatFloat(s.Delta, 'g', -1, 64))
	}
	if s.Accountant != "" && s.Accountant != session.AccountantKnob.Choices[0] {
		flag("accountant", s.Accountant)
	}
	if s.PrivateMetrics != 0 {
		flag("private-metrics", strconv.FormatFloat(s.PrivateMetrics, 'g', -1, 64))
	}
	if s.Split != "" && s.Split != loaders.DefaultProtocol {
		flag("split", s.Split)
	}
	if s.SplitSeed != 1 {
		flag("split-seed", strconv.FormatUint(s.SplitSeed, 10))
	}
	if s.Seed != nil {
		flag("seed", strconv.FormatUint(*s.Seed, 10))
	}
	return strings.Join(words, " ")
}
