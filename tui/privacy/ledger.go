package privacy

import (
	"cmp"
	"context"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/internal/format"
	"dpals/themes"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// pastRow is a run of the ledger.
type pastRow struct {
	ledger.HistoryEntry
	epsilon float64 // charged to all runs up to it, as small as can be said, at the data set's δ: a sum, no guarantee
}

// pastRuns is the history of the data set. Not safe for concurrent use.
type pastRuns struct {
	ui.List[pastRow]
	read  session.Task[pastKey, []pastRow]
	at    time.Time // when they were read last
	stale bool      // a run has begun or ended since
	above int       // lines above the list when it was drawn last
}

// pastKey is what the history is as old as.
type pastKey struct {
	ledger int     // version of the ledger view
	runs   [2]int  // admitted and under way
	delta  float64 // that the data set's ε is stated at
}

// pastInterval is how often a history is read again while nothing but charges has changed.
const pastInterval = time.Second

func newPastRuns() pastRuns {
	number := func(title string, w, priority int, text func(pastRow) string, of func(pastRow) float64) ui.Column[pastRow] {
		return ui.Column[pastRow]{Title: title, Width: w, Right: true, Priority: priority, Text: text,
			Order: func(a, b pastRow) int { return cmp.Compare(of(a), of(b)) }}
	}
	l := ui.NewList(
		number("run", 4, 0, func(r pastRow) string { return fmt.Sprint(r.ID) }, func(r pastRow) float64 { return float64(r.ID) }),
		ui.Column[pastRow]{Title: "began (UTC)", Width: 16, Priority: 3, Text: func(r pastRow) string { return r.Started.UTC().Format("2006-01-02 15:04") },
			Order: func(a, b pastRow) int { return a.Started.Compare(b.Started) }},
		ui.Column[pastRow]{Title: "method", Width: 8, Grow: true, Text: func(r pastRow) string { return r.Method },
			Order: func(a, b pastRow) int { return cmp.Compare(a.Method, b.Method) }},
		number("planned", 9, 2, func(r pastRow) string {
			if r.PureEpsilon > 0 {
				return "pure " + session.ShortEpsilon(r.Epsilon)
			}
			return "ε " + session.ShortEpsilon(r.Epsilon)
		}, func(r pastRow) float64 { return r.Epsilon }),
		number("μ charged", 9, 4, func(r pastRow) string { return format.Number(r.SpentMu) }, func(r pastRow) float64 { return r.SpentMu }),
		number("ε charged", 9, 0, func(r pastRow) string { return ledger.FormatEpsilon(r.epsilon) }, func(r pastRow) float64 { return r.epsilon }),
		ui.Column[pastRow]{Title: "outcome", Width: 10, Grow: true, Priority: 1, Text: func(r pastRow) string { return pastOutcome(r.HistoryEntry) },
			Style: func(th *themes.Theme, r pastRow) lipgloss.Style {
				switch r.Outcome {
				case "":
					return th.Accent
				case "done":
					return th.Good
				case ledger.Refused, ledger.Died, "failed":
					return th.Bad
				}
				return th.Muted
			}})
	return pastRuns{List: l, read: session.Task[pastKey, []pastRow]{What: "reading the ledger"}}
}

// pastOutcome says how a run of the ledger ended, and whether its noise was known.
func pastOutcome(r ledger.HistoryEntry) string {
	text := cmp.Or(r.Outcome, "under way")
	if r.Simulation {
		text += " (sim)"
	}
	return text
}

func (l *pastRuns) clear() {
	l.Set(nil, nil)
	l.read.Reset()
	l.stale = true
}

// readPast is the command that reads the history, if something has happened since: at once where runs have begun or
// ended, and now and then where one is charged.
func (p *Screen) readPast() tea.Cmd {
	l, history, fingerprint := &p.past, p.Options.History, p.Problem.Fingerprint
	if history == nil || !p.Loaded() || !p.Ledger.Known() || l.read.Running() {
		return nil
	}
	status, now, was := p.Ledger.Value(), p.Options.Now(), l.read.Key()
	key := pastKey{p.Ledger.Version(), [2]int{status.Runs, status.Running}, status.Delta}
	switch {
	case l.stale, was.runs != key.runs, was.delta != key.delta:
	case was.ledger == key.ledger, now.Sub(l.at) < pastInterval:
		return nil
	}
	l.stale, l.at = false, now
	known := l.Rows
	if key.delta != was.delta {
		known = nil
	}
	return l.read.Refresh(p.Ctx, key, func(context.Context) ([]pastRow, error) {
		past, err := history(fingerprint)
		if err != nil {
			return nil, err
		}
		return statedRows(past, known, key.delta)
	})
}

// statedRows states what runs add up to. Rows that are known already keep their figure, so that a long history costs
// nothing when it grows at its end.
func statedRows(past []ledger.HistoryEntry, known []pastRow, delta float64) ([]pastRow, error) {
	rows := make([]pastRow, len(past))
	for i, run := range past {
		rows[i].HistoryEntry = run
		if i < len(known) && known[i].ID == run.ID && known[i].Total == run.Total {
			rows[i].epsilon = known[i].epsilon
			continue
		}
		var err error
		if rows[i].epsilon, err = run.Total.Epsilon(accounting.Exact, delta); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// take takes the history that was read.
func (l *pastRuns) take(msg tea.Msg) tea.Cmd {
	next, changed := l.read.Receive(msg)
	if !changed {
		return nil
	}
	atEnd := l.Selected >= len(l.Order)-1 // the latest run stays selected
	l.Set(l.read.Value(), func(a, b pastRow) bool { return a.ID == b.ID })
	if atEnd && l.By < 0 {
		l.ToEnd(true)
	}
	return next
}

// ledgerPanel is what is guaranteed of all runs on the data set and what they were charged, above each of them.
func (p *Screen) ledgerPanel() string {
	title, note := p.DataSetTitle()
	l := &p.past
	focused := p.Focus == panelLedger
	return p.Panel(panelLedger, p.heading(panelLedger, title), note, func(w, h int) string {
		room := h
		if p.Options.History != nil {
			room = min(max(h/3, 2), 5)
		}
		head := p.DataSetText(w-2, room)
		head = head[:min(len(head), room)]
		if p.Options.History == nil || h < len(head)+4 {
			l.above = h
			return ui.Inset(head, w, h)
		}
		l.above = len(head) + 1
		return canvas.Stack(ui.Inset(append(head, ""), w, l.above), l.Draw(p.Theme, w, h-l.above, focused, p.noPast()))
	})
}

// noPast says why there is no history.
func (p *Screen) noPast() string {
	switch {
	case p.past.read.Err() != nil:
		return session.FirstLine(p.past.read.Err())
	case !p.Ledger.Known():
		return ""
	case p.past.read.Running():
		return "reading the ledger"
	}
	return "Nothing has been charged to this data set yet."
}
