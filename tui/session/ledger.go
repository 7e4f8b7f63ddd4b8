package session

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"dpals/accounting/ledger"
)

// RefreshLedger returns the command that reads from the ledger what was charged to the data set.
func (s *Session) RefreshLedger() tea.Cmd {
	status, fingerprint := s.Options.Status, s.Problem.Fingerprint
	if status == nil || !s.Loaded() {
		return nil
	}
	return s.Ledger.Refresh(s.Ctx, fingerprint, func(context.Context) (ledger.Status, error) { return status(fingerprint) })
}
