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
func (s *Session) RefreshLedger() tea.Cmd {
	if s.Options.Status == nil || !s.Loaded() {
		return nil
	}
	a := &s.Ledger
	if a.stale = a.reading; a.reading {
		return nil
	}
	a.reading = true
	status, fingerprint := s.Options.Status, s.Problem.Fingerprint
	return func() (msg tea.Msg) {
		defer func() {
			if v := recover(); v != nil {
				msg = LedgerMsg{Err: PanicError("asking the ledger", v)}
			}
		}()
		answer, err := status(fingerprint)
		return LedgerMsg{answer, err}
	}
}

func (s *Session) consulted(m LedgerMsg) tea.Cmd {
	a := &s.Ledger
	a.Known, a.Status, a.err = m.Err == nil, m.Status, m.Err
	a.Version++
	a.reading = false
	if a.stale {
		return s.RefreshLedger()
	}
	return nil
}
