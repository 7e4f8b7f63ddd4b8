package tui

import tea "charm.land/bubbletea/v2"

func (m *Model) suspend() tea.Cmd { return tea.Suspend }

// quit ends the program, but asks first while a run or a sweep trains.
func (m *Model) quit() tea.Cmd {
	if !m.Session.Busy() {
		return m.leave()
	}
	m.Asking = true
	return nil
}

// answer handles the key that answers whether to quit.
func (m *Model) answer(pressed string) tea.Cmd {
	m.Asking = false
	if pressed == "q" || pressed == "y" || pressed == "enter" {
		return m.leave()
	}
	return nil
}

// leave ends the program with an empty screen: tmux keeps rows of a screen that has grown, and then there are none to
// keep.
func (m *Model) leave() tea.Cmd {
	m.Left = true
	return tea.Quit
}

// interrupt stops the run that trains. Where none trains, or it is stopping already, it ends the program; while a sweep
// trains it asks first.
func (m *Model) interrupt() tea.Cmd {
	asked := m.Asking
	m.Asking = false
	r := m.Session.Runs.Current
	if !r.Training() || r.Stopping {
		if m.Session.Sweeping() && !asked {
			return m.quit()
		}
		return m.leave()
	}
	r.Stop()
	return nil
}
