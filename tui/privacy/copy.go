package privacy

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpals/accounting"
	"dpals/docs"
	"dpals/internal/format"
	"dpals/tui/session"
)

// copyCommand copies the command that computes the total cost of the listed releases.
func (p *Screen) copyCommand() tea.Cmd {
	releases, delta := p.listed()
	if slices.ContainsFunc(releases, func(r accounting.Release) bool { return r.Deferred }) {
		p.Complain("no total to copy yet: the rest is %s", session.RestPlanned)
		return nil
	}
	if len(releases) == 0 {
		p.Complain("no total to copy: no releases are listed")
		return nil
	}
	return p.Session.Copy(accountCommand(releases, delta))
}

// listed returns the releases of the list in their order, and the δ of their ε: without the failure probability of a
// private catalogue.
func (p *Screen) listed() (releases []accounting.Release, delta float64) {
	for _, row := range p.releases.Rows {
		releases = append(releases, row.Release)
	}
	if entry := p.releases.entry; entry != nil {
		return releases, accounting.RemainingDelta(entry.Delta, entry.FailureProbability)
	}
	if plan := p.Plan(); plan != nil {
		delta = accounting.RemainingDelta(plan.Delta, plan.FailureProbability)
	}
	return releases, delta
}

// accountCommand returns the dpals account command for releases of one kind, by their noise multipliers; equal ones are
// counted.
func accountCommand(releases []accounting.Release, delta float64) string {
	if releases[0].Local {
		total := accounting.TotalCost{}
		for _, r := range releases {
			total = total.PlusRelease(r)
		}
		return fmt.Sprintf("dpals account local --epsilon %s --rounds %d", strconv.FormatFloat(total.PureEpsilon, 'g', 12, 64), len(releases))
	}
	words := []string{"dpals account epsilon --delta", format.Exact(delta)}
	counts := map[float64]int{}
	var order []float64
	for _, r := range releases {
		multiplier := r.Sigma / r.Sensitivity
		if counts[multiplier]++; counts[multiplier] == 1 {
			order = append(order, multiplier)
		}
	}
	for _, multiplier := range order {
		word := format.Exact(multiplier)
		if n := counts[multiplier]; n > 1 {
			word += "x" + strconv.Itoa(n)
		}
		words = append(words, "--gaussian", word)
	}
	return strings.Join(words, " ")
}

// copyRow copies the selected row of the ledger where it has the focus, else that of the releases.
func (p *Screen) copyRow() tea.Cmd {
	if p.Focus == panelLedger {
		row, ok := p.history.Current()
		if !ok {
			p.Complain("no run is selected")
			return nil
		}
		return p.Session.Copy(entryText(row, p.history.read.Key().delta))
	}
	row, ok := p.releases.Current()
	if !ok {
		p.Complain("no release is selected")
		return nil
	}
	return p.Session.Copy(releaseText(row))
}

// releaseText returns a release as a line of text.
func releaseText(r releaseRow) string {
	if r.Local {
		return fmt.Sprintf("%s: pure epsilon %s, %s, proof %s", r.Name, format.Exact(r.Epsilon), r.state, docs.ProofPath(r.Proof))
	}
	return fmt.Sprintf("%s: sensitivity %s, sigma %s, mu %s, %s, proof %s", r.Name, format.Exact(r.Sensitivity), format.Exact(r.Sigma), format.Exact(r.Mu), r.state, docs.ProofPath(r.Proof))
}

// entryText returns a run of the ledger as a line of text.
func entryText(r historyRow, delta float64) string {
	pure := ""
	if r.PureEpsilon > 0 {
		pure = "pure "
	}
	return fmt.Sprintf("run %d, %s, %s: %sepsilon %s planned, mu %s charged, all runs up to it charged epsilon %s at delta %s, %s", r.ID, r.Started.UTC().Format("2006-01-02 15:04:05Z"),
		r.Method, pure, format.Epsilon(r.Epsilon), format.Number(r.SpentMu), format.Charge(r.epsilon), format.Number(delta), cmp.Or(r.Outcome, "under way"))
}
