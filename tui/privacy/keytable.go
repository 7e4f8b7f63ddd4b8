package privacy

import (
	tea "charm.land/bubbletea/v2"

	"dpals/tui/ui"
)

// keyTable returns the keys of the Privacy screen, besides those of lists, texts, charts and panels.
func keyTable() []ui.Binding[*Screen] {
	key := func(action, where string, keys []string, when func(*Screen) bool, meaning, footer string, rank int, do func(*Screen) tea.Cmd) ui.Binding[*Screen] {
		return ui.Binding[*Screen]{Key: ui.Key{Action: action, Where: where, Group: "Privacy", Keys: keys, Meaning: meaning, Footer: footer, Rank: rank}, When: when, Do: do}
	}
	on := func(panel int) func(*Screen) bool { return func(p *Screen) bool { return p.Focus == panel } }
	canGoBack := func(p *Screen) bool {
		return !p.Zoomed && (p.Focus == panelProof || p.Focus == panelReleases && p.releases.entry != nil)
	}
	return []ui.Binding[*Screen]{
		key("privacy.proof", "on the releases", []string{"enter"}, on(panelReleases), "show the proof of the selected release", "proof", 1, do((*Screen).showProof)),
		key("privacy.run", "on the ledger", []string{"enter"}, on(panelLedger), "list the releases of the selected run", "releases", 1, (*Screen).openEntry),
		key("privacy.back", "on the releases and proofs", []string{"esc"}, canGoBack, "return to the releases, then to those of the current run", "back", 2, do((*Screen).back)),
		key("privacy.copy", "", []string{"y"}, nil, "copy the dpals account command that computes the total", "copy", 24, (*Screen).copyCommand),
		key("privacy.copy-row", "", []string{"Y"}, nil, "copy the selected row", "", 0, (*Screen).copyRow),
	}
}

// do returns an action without a command.
func do(action func(*Screen)) func(*Screen) tea.Cmd {
	return func(p *Screen) tea.Cmd {
		action(p)
		return nil
	}
}

// openEntry lists the releases of the selected run of the ledger.
func (p *Screen) openEntry() tea.Cmd {
	row, ok := p.history.Current()
	if !ok {
		return nil
	}
	p.FocusOn(panelReleases)
	return p.readReleases(row.HistoryEntry)
}

// back returns from the proof to the list, and from a run of the ledger to the current one.
func (p *Screen) back() {
	if p.Focus == panelReleases {
		p.releases.showCurrent()
		p.releases.sync(p)
		return
	}
	p.FocusOn(panelReleases)
}
