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

// historyRow is a run of the ledger.
type historyRow struct {
	ledger.HistoryEntry
	epsilon float64 // smallest ε of the charges of all runs up to this one, at the data set's δ: a sum, no guarantee
}

// historyList lists the runs that the ledger has of the data set. Not safe for concurrent use.
type historyList struct {
	ui.List[historyRow]
	read  session.Task[historyKey, []historyRow]
	at    time.Time // of the last read
	stale bool      // a run has started or ended since
	above int       // lines above the list as it was drawn last
}

// historyKey is the state of the ledger that a history was read at.
type historyKey struct {
	ledger int     // version of the ledger view
	runs   [2]int  // admitted, and under way
	delta  float64 // of the data set's ε
}

// historyInterval is the shortest time between two reads while nothing but charges has changed.
const historyInterval = time.Second

// newHistoryList returns an empty list with its columns.
func newHistoryList() historyList {
	number := func(title string, w, priority int, text func(historyRow) string, of func(historyRow) float64) ui.Column[historyRow] {
		return ui.Column[historyRow]{Title: title, Width: w, Right: true, Priority: priority, Text: text,
			Order: func(a, b historyRow) int { return cmp.Compare(of(a), of(b)) }}
	}
	l := ui.NewList(
		number("run", 4, 0, func(r historyRow) string { return fmt.Sprint(r.ID) }, func(r historyRow) float64 { return float64(r.ID) }),
		ui.Column[historyRow]{Title: "started (UTC)", Width: 16, Priority: 3, Text: func(r historyRow) string { return r.Started.UTC().Format("2006-01-02 15:04") },
			Order: func(a, b historyRow) int { return a.Started.Compare(b.Started) }},
		ui.Column[historyRow]{Title: "method", Width: 8, Grow: true, Text: func(r historyRow) string { return r.Method },
			Order: func(a, b historyRow) int { return cmp.Compare(a.Method, b.Method) }},
		number("planned", 9, 2, func(r historyRow) string {
			if r.PureEpsilon > 0 {
				return "pure " + format.Epsilon(r.Epsilon)
			}
			return "ε " + format.Epsilon(r.Epsilon)
		}, func(r historyRow) float64 { return r.Epsilon }),
		number("μ charged", 9, 4, func(r historyRow) string { return format.Number(r.SpentMu) }, func(r historyRow) float64 { return r.SpentMu }),
		number("ε so far", 9, 0, func(r historyRow) string { return format.Charge(r.epsilon) }, func(r historyRow) float64 { return r.epsilon }),
		ui.Column[historyRow]{Title: "outcome", Width: 10, Grow: true, Priority: 1, Text: func(r historyRow) string { return outcomeText(r.HistoryEntry) },
			Style: func(th *themes.Theme, r historyRow) lipgloss.Style {
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
	return historyList{List: l, read: session.Task[historyKey, []historyRow]{What: "reading the ledger"}}
}

// outcomeText returns how a run of the ledger ended, and whether it was a simulation.
func outcomeText(r ledger.HistoryEntry) string {
	text := cmp.Or(r.Outcome, "under way")
	if r.Simulation {
		text += " (sim)"
	}
	return text
}

// clear removes the rows; they are read again.
func (l *historyList) clear() {
	l.Set(nil, nil)
	l.read.Reset()
	l.stale = true
}

// readHistory returns the command that reads the history: at once when a run has started or ended, and after
// historyInterval when only charges have changed; nil where nothing has.
func (p *Screen) readHistory() tea.Cmd {
	l, history, fingerprint := &p.history, p.Options.History, p.Problem.Fingerprint
	if history == nil || !p.Loaded() || !p.Ledger.Known() || l.read.Running() {
		return nil
	}
	status, now, before := p.Ledger.Value(), p.Options.Now(), l.read.Key()
	key := historyKey{p.Ledger.Version(), [2]int{status.Runs, status.Running}, status.Delta}
	switch {
	case l.stale, before.runs != key.runs, before.delta != key.delta:
	case before.ledger == key.ledger, now.Sub(l.at) < historyInterval:
		return nil
	}
	l.stale, l.at = false, now
	known := l.Rows
	if key.delta != before.delta {
		known = nil
	}
	return l.read.Refresh(p.Ctx, key, func(context.Context) ([]historyRow, error) {
		entries, err := history(fingerprint)
		if err != nil {
			return nil, err
		}
		return historyRows(entries, known, key.delta)
	})
}

// historyRows returns the rows of runs with the ε of their sum. Known rows keep theirs, so that a long history is cheap to
// extend.
func historyRows(entries []ledger.HistoryEntry, known []historyRow, delta float64) ([]historyRow, error) {
	rows := make([]historyRow, len(entries))
	for i, run := range entries {
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

// take handles the result of readHistory.
func (l *historyList) take(msg tea.Msg) tea.Cmd {
	next, changed := l.read.Receive(msg)
	if !changed {
		return nil
	}
	atEnd := l.Selected >= len(l.Order)-1 // the latest run stays selected
	l.Set(l.read.Value(), func(a, b historyRow) bool { return a.ID == b.ID })
	if atEnd && l.By < 0 {
		l.ToEnd(true)
	}
	return next
}

// ledgerPanel draws the guarantee and the charges of all runs on the data set above the list of runs.
func (p *Screen) ledgerPanel() string {
	title, note := p.DataSetTitle()
	l := &p.history
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
		return canvas.Stack(ui.Inset(append(head, ""), w, l.above), l.Draw(p.Theme, w, h-l.above, focused, p.noHistory()))
	})
}

// noHistory returns why the list is empty.
func (p *Screen) noHistory() string {
	switch {
	case p.history.read.Err() != nil:
		return session.FirstLine(p.history.read.Err())
	case !p.Ledger.Known():
		return ""
	case p.history.read.Running():
		return "reading the ledger"
	}
	return "nothing charged to this data set yet"
}
