package session

import (
	tea "charm.land/bubbletea/v2"

	"dpals/accounting/ledger"
)

// LedgerView is what the ledger last said about the data set. It is owned by the Update goroutine.
type LedgerView struct {
	Known   bool
	Status  ledger.Status
	err     error // in its place
	Version int   // changes with both

	reading bool // a command is asking
	stale   bool // something has happened since it began
}

// RefreshLedger is the command that asks the ledger where the data set stands. One asks at a time; another follows if
// something has happened meanwhile.
func (b *Session) RefreshLedger() tea.Cmd {
	if b.Options.Status == nil || !b.Loaded() {
		return nil
	}
	a := &b.Ledger
	if a.stale = a.reading; a.reading {
		return nil
	}
	a.reading = true
	status, fingerprint := b.Options.Status, b.Problem.Fingerprint
	return func() (msg tea.Msg) {
		defer func() {
			if v := recover(); v != nil {
				msg = LedgerMsg{Err: PanicError("asking the ledger", v)}
			}
		}()
		s, err := status(fingerprint)
		return LedgerMsg{s, err}
	}
}

func (b *Session) consulted(m LedgerMsg) tea.Cmd {
	a := &b.Ledger
	a.Known, a.Status, a.err = m.Err == nil, m.Status, m.Err
	a.Version++
	a.reading = false
	if a.stale {
		return b.RefreshLedger()
	}
	return nil
}
