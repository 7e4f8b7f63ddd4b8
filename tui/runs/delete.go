package runs

import (
	tea "charm.land/bubbletea/v2"
)

// askToDelete asks whether to delete the marked runs, else the selected run.
func (s *Screen) askToDelete() tea.Cmd {
	s.FocusOn(panelList) // which has the question
	s.toDelete = s.targets()
	return nil
}

// deleteQuestion returns the question and its answers.
func (s *Screen) deleteQuestion() string {
	return "delete " + runNames(s.toDelete) + "? y: yes, any other key: no"
}

// answerDelete deletes the runs of the question on y; any other key cancels.
func (s *Screen) answerDelete(key tea.KeyPressMsg) tea.Cmd {
	ids := s.toDelete
	s.toDelete = nil
	if key.String() != "y" {
		return nil
	}
	archive := s.Options.Archive
	return change(func() (runsChangedMsg, error) {
		if err := archive.Delete(ids...); err != nil {
			return runsChangedMsg{}, err
		}
		return runsChangedMsg{message: runNames(ids) + " deleted; charges stay in the ledger", deleted: ids}, nil
	})
}
