package runs

import (
	tea "charm.land/bubbletea/v2"

	"dpals/tui/ui"
)

// runsKeys returns the keys of this screen; those of lists, charts and panels come from package ui.
func runsKeys() []ui.Binding[*Screen] {
	selected := func(s *Screen) bool {
		_, ok := s.list.Current()
		return ok && !s.comparing
	}
	key := func(action string, keys []string, when func(*Screen) bool, meaning, footer string, rank int, do func(*Screen) tea.Cmd) ui.Binding[*Screen] {
		return ui.Binding[*Screen]{Key: ui.Key{Action: action, Where: "", Group: "Runs", Keys: keys, Meaning: meaning, Footer: footer, Rank: rank}, When: when, Do: do}
	}
	offChart := func(s *Screen) bool { return selected(s) && s.Focus != panelCurve }
	exports := func(format string) func(*Screen) bool {
		return func(s *Screen) bool { return selected(s) && s.Options.Export[format] != nil }
	}
	compare := key("runs.compare", []string{"c"}, offChart, "compare the marked runs side by side", "compare", 11, (*Screen).compare)
	compare.Where = "off the chart"
	return []ui.Binding[*Screen]{
		key("runs.load", []string{"enter"}, selected, "load the knobs of the run into Tune", "to Tune", 6, (*Screen).loadKnobs),
		key("runs.mark", []string{"space"}, selected, "mark or unmark the run to compare, export or delete", "mark", 10, (*Screen).toggleMark),
		compare,
		key("runs.pin", []string{"p"}, selected, "pin or unpin the run; Tune shows the curves of pinned runs", "pin", 12, (*Screen).togglePin),
		key("runs.name", []string{"n"}, selected, "edit the label of the run", "label", 15, (*Screen).editLabel),
		key("runs.copy", []string{"y"}, selected, "copy the command line that repeats the run", "copy", 16, (*Screen).copyCommand),
		key("runs.export-csv", []string{"e"}, exports("csv"), "export the curve as CSV to the current folder", "export", 14, export("csv")),
		key("runs.export-json", []string{"E"}, exports("json"), "export the whole run as JSON to the current folder", "", 0, export("json")),
		key("runs.delete", []string{"d", "delete"}, selected, "delete the run (asks first); its charges stay in the ledger", "delete", 17, (*Screen).askToDelete),
		key("runs.refresh", []string{"r"}, nil, "read the list again, to show runs of other processes", "refresh", 23, (*Screen).refresh),
	}
}

// runsLeave returns the keys that go back; those that leave a chart come before them.
func runsLeave() []ui.Binding[*Screen] {
	key := func(action string, when func(*Screen) bool, meaning, footer string, rank int, do func(*Screen) tea.Cmd) ui.Binding[*Screen] {
		return ui.Binding[*Screen]{Key: ui.Key{Action: action, Where: "", Group: "Runs", Keys: []string{"esc"}, Meaning: meaning, Footer: footer, Rank: rank}, When: when, Do: do}
	}
	comparing := func(s *Screen) bool { return s.comparing && !s.Zoomed }
	marked := func(s *Screen) bool { return !s.comparing && !s.Zoomed && len(s.marked) > 0 }
	return []ui.Binding[*Screen]{
		key("runs.leave", comparing, "close the comparison", "back", 1, func(s *Screen) tea.Cmd {
			s.leaveComparison()
			return nil
		}),
		key("runs.unmark", marked, "unmark all runs", "", 0, (*Screen).unmarkAll),
	}
}
