package tui

import (
	tea "charm.land/bubbletea/v2"
)

// runsKeys work on the Runs screen, beside those of lists, charts and panels.
func runsKeys() []binding[*runs] {
	selected := func(s *runs) bool {
		_, ok := s.list.current()
		return ok && !s.comparing
	}
	key := func(action string, keys []string, when func(*runs) bool, meaning, footer string, rank int, do func(*runs) tea.Cmd) binding[*runs] {
		return binding[*runs]{Key{action, "", "Runs", keys, meaning, footer, rank}, when, do}
	}
	offChart := func(s *runs) bool { return selected(s) && s.focus != runsCurve }
	exports := func(format string) func(*runs) bool {
		return func(s *runs) bool { return selected(s) && s.options.Export[format] != nil }
	}
	compare := key("runs.compare", []string{"c"}, offChart, "compare the marked runs side by side", "compare", 11, (*runs).compare)
	compare.Where = "off the chart"
	return []binding[*runs]{
		key("runs.load", []string{"enter"}, selected, "put the knobs of the run on Tune", "to Tune", 6, (*runs).load),
		key("runs.mark", []string{"space"}, selected, "mark the run for comparing, exporting and deleting, or unmark it", "mark", 10, (*runs).mark),
		compare,
		key("runs.pin", []string{"p"}, selected, "pin the run: Tune draws its curve; or unpin it", "pin", 12, (*runs).pin),
		key("runs.name", []string{"n"}, selected, "name the run", "name", 15, (*runs).startNaming),
		key("runs.copy", []string{"y"}, selected, "copy the command line that repeats the run", "copy", 16, (*runs).copy),
		key("runs.export-csv", []string{"e"}, exports("csv"), "write the curve as CSV into the current folder", "export", 14, export("csv")),
		key("runs.export-json", []string{"E"}, exports("json"), "write all that is kept of the run as JSON into the current folder", "", 0, export("json")),
		key("runs.delete", []string{"d", "delete"}, selected, "delete the run, after asking; what it was charged stays in the ledger", "delete", 17, (*runs).askToDelete),
		key("runs.refresh", []string{"r"}, nil, "read the history again: runs of other processes appear", "refresh", 23, (*runs).refresh),
	}
}

// runsLeave are the ways back, after those out of a chart.
func runsLeave() []binding[*runs] {
	key := func(action string, when func(*runs) bool, meaning, footer string, rank int, do func(*runs) tea.Cmd) binding[*runs] {
		return binding[*runs]{Key{action, "", "Runs", []string{"esc"}, meaning, footer, rank}, when, do}
	}
	comparing := func(s *runs) bool { return s.comparing && !s.zoomed }
	marked := func(s *runs) bool { return !s.comparing && !s.zoomed && len(s.marked) > 0 }
	return []binding[*runs]{
		key("runs.leave", comparing, "leave the comparison", "back", 1, func(s *runs) tea.Cmd {
			s.leaveComparison()
			return nil
		}),
		key("runs.unmark", marked, "unmark all runs", "", 0, (*runs).unmark),
	}
}
