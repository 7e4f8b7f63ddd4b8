package tui

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
)

// privacyKeys work on the Privacy screen, beside those of lists, texts, charts and panels.
func privacyKeys() []binding[*privacy] {
	key := func(action, where string, keys []string, when func(*privacy) bool, meaning, footer string, rank int, do func(*privacy) tea.Cmd) binding[*privacy] {
		return binding[*privacy]{Key{action, where, "Privacy", keys, meaning, footer, rank}, when, do}
	}
	on := func(panel int) func(*privacy) bool { return func(p *privacy) bool { return p.focus == panel } }
	away := func(p *privacy) bool {
		return !p.zoomed && (p.focus == privacyProof || p.focus == privacyReleases && p.releases.past != nil)
	}
	return []binding[*privacy]{
		key("privacy.proof", "on the releases", []string{"enter"}, on(privacyReleases), "the proof of the selected release", "proof", 1, do((*privacy).showProof)),
		key("privacy.run", "on the ledger", []string{"enter"}, on(privacyLedger), "the releases of the selected run", "releases", 1, (*privacy).openPast),
		key("privacy.back", "on the releases and proofs", []string{"esc"}, away, "back to the releases, and to those of the current run", "back", 2, do((*privacy).back)),
		key("privacy.copy", "", []string{"y"}, nil, "copy the dpals account command that works the total out again", "copy", 24, (*privacy).copyCommand),
		key("privacy.copy-row", "", []string{"Y"}, nil, "copy the selected row", "", 0, (*privacy).copyRow),
	}
}

// do is an act that asks for nothing.
func do(act func(*privacy)) func(*privacy) tea.Cmd {
	return func(p *privacy) tea.Cmd {
		act(p)
		return nil
	}
}

// openPast lists what the selected run of the ledger was charged.
func (p *privacy) openPast() tea.Cmd {
	row, ok := p.past.current()
	if !ok {
		return nil
	}
	p.focusOn(privacyReleases)
	return p.recallReleases(row.HistoryEntry)
}

// back goes from a proof to the list, and from a past run to the current one.
func (p *privacy) back() {
	if p.focus == privacyReleases {
		p.releases.leave()
		p.releases.sync(p)
		return
	}
	p.focusOn(privacyReleases)
}

// copyCommand copies the command that recomputes what the listed releases cost together.
func (p *privacy) copyCommand() tea.Cmd {
	releases, delta := p.listed()
	if slices.ContainsFunc(releases, func(r accounting.Release) bool { return r.Deferred }) {
		p.complain("the rest is %s: there is no total to copy before", restPlanned)
		return nil
	}
	if len(releases) == 0 {
		p.complain("nothing is released here, so there is no total to copy")
		return nil
	}
	return p.bench.copy(accountCommand(releases, delta))
}

// listed are the releases of the list, in their order, with the δ that their ε is stated at: without the part that a
// private catalogue may fail with.
func (p *privacy) listed() (releases []accounting.Release, delta float64) {
	for _, row := range p.releases.rows {
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
func (p *privacy) copyRow() tea.Cmd {
	if p.focus == privacyLedger {
		row, ok := p.past.current()
		if !ok {
			p.complain("no run is selected")
			return nil
		}
		return p.bench.copy(pastText(row, p.past.delta))
	}
	row, ok := p.releases.current()
	if !ok {
		p.complain("no release is selected")
		return nil
	}
	return p.bench.copy(releaseText(row))
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
		r.Method, pure, brief(r.Epsilon), figure(r.SpentMu), ledger.FormatEpsilon(r.epsilon), figure(delta), cmp.Or(r.Outcome, "under way"))
}
