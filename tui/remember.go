package tui

import (
	"encoding/json"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/tui/session"
)

// saved returns the session as it stands.
func (m *Model) saved() session.Saved {
	s := m.Session.SavedShared()
	s.Screen = m.front().Name()
	for _, screen := range m.Screens {
		if k, ok := screen.(saver); ok {
			k.Save(&s)
		}
	}
	return s
}

// restore applies what a saved session holds beside the configuration.
func (m *Model) restore(s *session.Saved) {
	m.Session.RestoreShared(s)
	for i, screen := range m.Screens {
		if k, ok := screen.(saver); ok {
			k.Restore(s)
		}
		if screen.Name() == s.Screen {
			m.Current = i
		}
	}
}

// restInterval is the time without a key or mouse event after which the session is saved.
const restInterval = 1500 * time.Millisecond

// restedMsg comes restInterval after event number Acts.
type restedMsg struct{ Acts int }

// savedMsg says that the session was saved, or why not.
type savedMsg struct{ err error }

// acted counts a key or mouse event and starts the clock of restInterval, unless it runs.
func (m *Model) acted() tea.Cmd {
	m.acts++
	if m.Session.Options.SessionFile == "" || m.isResting {
		return nil
	}
	m.isResting = true
	return m.rest()
}

func (m *Model) rest() tea.Cmd {
	acts := m.acts
	return tea.Tick(restInterval, func(time.Time) tea.Msg { return restedMsg{acts} })
}

// rested saves the session if there was no event meanwhile and something has changed.
func (m *Model) rested(msg restedMsg) tea.Cmd {
	if msg.Acts != m.acts {
		return m.rest()
	}
	m.isResting = false
	data, changed := m.sessionData()
	if !changed {
		return nil
	}
	m.savedSession = string(data)
	path := m.Session.Options.SessionFile
	return func() tea.Msg { return savedMsg{session.WriteSaved(path, data)} }
}

// sessionData returns the session as it is written; changed is false where the file holds it already.
func (m *Model) sessionData() (data []byte, changed bool) {
	data, err := json.MarshalIndent(m.saved(), "", "\t")
	if err != nil { // knobs hold finite numbers, so there is none
		return nil, false
	}
	return data, string(data) != m.savedSession
}

// SaveSession writes the session file when the program ends.
func (m *Model) SaveSession() error {
	if m.Session.Options.SessionFile == "" {
		return nil
	}
	data, changed := m.sessionData()
	if !changed {
		return nil
	}
	return session.WriteSaved(m.Session.Options.SessionFile, data)
}
