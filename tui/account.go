package tui

import (
	tea "charm.land/bubbletea/v2"

	"dpals/accounting/ledger"
)

// account is what the ledger last said about the data set. It is owned by the Update goroutine.
type account struct {
	known   bool
	status  ledger.Status
	err     error // in its place
	version int   // changes with both

	reading bool // a command is asking
	stale   bool // something has happened since it began
}

// consult is the command that asks the ledger where the data set stands. One asks at a time; another follows if
// something has happened meanwhile.
func (b *bench) consult() tea.Cmd {
	if b.options.status == nil || !b.loaded() {
		return nil
	}
	a := &b.account
	if a.stale = a.reading; a.reading {
		return nil
	}
	a.reading = true
	status, fingerprint := b.options.status, b.problem.Fingerprint
	return func() (msg tea.Msg) {
		defer func() {
			if v := recover(); v != nil {
				msg = accountMsg{err: panicError("asking the ledger", v)}
			}
		}()
		s, err := status(fingerprint)
		return accountMsg{s, err}
	}
}

func (b *bench) consulted(m accountMsg) tea.Cmd {
	a := &b.account
	a.known, a.status, a.err = m.err == nil, m.status, m.err
	a.version++
	a.reading = false
	if a.stale {
		return b.consult()
	}
	return nil
}
