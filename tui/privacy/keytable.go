package privacy

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/docs"
	"dpals/internal/format"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// privacyKeys work on the Privacy screen, beside those of lists, texts, charts and panels.
func privacyKeys() []ui.Binding[*Screen] {
	key := func(action, where string, keys []string, when func(*Screen) bool, meaning, footer string, rank int, do func(*Screen) tea.Cmd) ui.Binding[*Screen] {
		return ui.Binding[*Screen]{Key: ui.Key{Action: action, Where: where, Group: "Privacy", Keys: keys, Meaning: meaning, Footer: footer, Rank: rank}, When: when, Do: do}
	}
	on := func(panel int) func(*Screen) bool { return func(p *Screen) bool { return p.Focus == panel } }
	away := func(p *Screen) bool {
		return !p.Zoomed && (p.Focus == panelProof || p.Focus == panelReleases && p.releases.past != nil)
	}
	return []ui.Binding[*Screen]{
		key("privacy.proof", "on the releases", []string{"enter"}, on(panelReleases), "the proof of the selected release", "proof", 1, do((*Screen).showProof)),
		key("privacy.run", "on the ledger", []string{"enter"}, on(panelLedger), "the releases of the selected run", "releases", 1, (*Screen).openPast),
		key("privacy.back", "on the releases and proofs", []string{"esc"}, away, "back to the releases, and to those of the current run", "back", 2, do((*Screen).back)),
		key("privacy.copy", "", []string{"y"}, nil, "copy the dpals account command that works the total out again", "copy", 24, (*Screen).copyCommand),
		key("privacy.copy-row", "", []string{"Y"}, nil, "copy the selected row", "", 0, (*Screen).copyRow),
	}
}

// do is an act that asks for nothing.
func do(act func(*Screen)) func(*Screen) tea.Cmd {
	return func(p *Screen) tea.Cmd {
		act(p)
		return nil
	}
}

// openPast lists what the selected run of the ledger was charged.
func (p *Screen) openPast() tea.Cmd {
	row, ok := p.past.Current()
	if !ok {
		return nil
	}
	p.FocusOn(panelReleases)
	return p.readReleases(row.HistoryEntry)
}

// back goes from a proof to the list, and from a past run to the current one.
func (p *Screen) back() {
	if p.Focus == panelReleases {
		p.releases.leave()
		p.releases.sync(p)
		return
	}
	p.FocusOn(panelReleases)
}

// copyCommand copies the command that recomputes what the listed releases cost together.
func (p *Screen) copyCommand() tea.Cmd {
	releases, delta := p.listed()
	if slices.ContainsFunc(releases, func(r accounting.Release) bool { return r.Deferred }) {
		p.Complain("the rest is %s: there is no total to copy before", session.RestPlanned)
		return nil
	}
	if len(releases) == 0 {
		p.Complain("nothing is released here, so there is no total to copy")
		return nil
	}
	return p.Session.Copy(accountCommand(releases, delta))
}

// listed are the releases of the list, in their order, with the δ that their ε is stated at: without the part that a
// private catalogue may fail with.
func (p *Screen) listed() (releases []accounting.Release, delta float64) {
	for _, row := range p.releases.Rows {
		releases = append(releases, row.Release)
	}
	if past := p.releases.past; past != nil {
		return releases, accounting.RemainingDelta(past.Delta, past.FailureProbability)
	}
	if plan := p.budget(); plan != nil {
		delta = accounting.RemainingDelta(plan.Delta, plan.FailureProbability)
	}
	return releases, delta
}

// accountCommand is the command of the calculator that releases of one kind go into: noise in units of the sensitivity,
// equal ones counted.
func accountCommand(releases []accounting.Release, delta float64) string {
	exact := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	if releases[0].Local {
		total := accounting.TotalCost{}
		for _, r := range releases {
			total = total.PlusRelease(r)
		}
		return fmt.Sprintf("dpals account local --epsilon %s --rounds %d", strconv.FormatFloat(total.PureEpsilon, 'g', 12, 64), len(releases))
	}
	words := []string{"dpals account epsilon --delta", exact(delta)}
	counts := map[float64]int{}
	var order []float64
	for _, r := range releases {
		sigma := r.Sigma / r.Sensitivity
		if counts[sigma]++; counts[sigma] == 1 {
			order = append(order, sigma)
		}
	}
	for _, sigma := range order {
		word := exact(sigma)
		if n := counts[sigma]; n > 1 {
			word += "x" + strconv.Itoa(n)
		}
		words = append(words, "--gaussian", word)
	}
	return strings.Join(words, " ")
}

// copyRow copies the selected row of the list that has the focus, of the releases elsewhere.
func (p *Screen) copyRow() tea.Cmd {
	if p.Focus == panelLedger {
		row, ok := p.past.Current()
		if !ok {
			p.Complain("no run is selected")
			return nil
		}
		return p.Session.Copy(pastText(row, p.past.read.Key().delta))
	}
	row, ok := p.releases.Current()
	if !ok {
		p.Complain("no release is selected")
		return nil
	}
	return p.Session.Copy(releaseText(row))
}

func releaseText(r releaseRow) string {
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	if r.Local {
		return fmt.Sprintf("%s: pure epsilon %s, %s, proof %s", r.Name, number(r.Epsilon), r.state, docs.ProofPath(r.Proof))
	}
	return fmt.Sprintf("%s: sensitivity %s, sigma %s, mu %s, %s, proof %s", r.Name, number(r.Sensitivity), number(r.Sigma), number(r.Mu), r.state, docs.ProofPath(r.Proof))
}

func pastText(r pastRow, delta float64) string {
	pure := ""
	if r.PureEpsilon > 0 {
		pure = "pure "
	}
	return fmt.Sprintf("run %d, %s, %s: %sepsilon %s planned, mu %s charged, all runs up to it charged epsilon %s at delta %s, %s", r.ID, r.Started.UTC().Format("2006-01-02 15:04:05Z"),
		r.Method, pure, session.ShortEpsilon(r.Epsilon), format.Number(r.SpentMu), ledger.FormatEpsilon(r.epsilon), format.Number(delta), cmp.Or(r.Outcome, "under way"))
}
