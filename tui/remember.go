package tui

import (
	"encoding/json"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/tui/session"
)

// keeper is a screen that leaves something in the session for the next start.
type keeper interface {
	Save(*session.Saved)
	Restore(*session.Saved)
}

// remembered is the session as it stands.
func (m *Model) remembered() session.Saved {
	s := m.Session.SavedShared()
	s.Screen = m.Screens[m.Current].Name()
	for _, screen := range m.Screens {
		if k, ok := screen.(keeper); ok {
			k.Save(&s)
		}
	}
	return s
}

// restore takes up what a session has left beside the configuration.
func (m *Model) restore(s *session.Saved) {
	m.Session.RestoreShared(s)
	for i, screen := range m.Screens {
		if k, ok := screen.(keeper); ok {
			k.Restore(s)
		}
		if screen.Name() == s.Screen {
			m.Current = i
		}
	}
}

// restInterval is how long nobody has acted when the session is kept.
const restInterval = 1500 * time.Millisecond

// restedMsg comes a while after somebody has acted.
type restedMsg struct{ Acts int }

// keptMsg says that the session was kept, or why not.
type keptMsg struct{ err error }

// acted starts the clock after which the session is kept, unless it runs.
func (m *Model) acted() tea.Cmd {
	m.acts++
	if m.Session.Options.SessionFile == "" || m.resting {
		return nil
	}
	m.resting = true
	return m.rest()
}

func (m *Model) rest() tea.Cmd {
	acts := m.acts
	return tea.Tick(restInterval, func(time.Time) tea.Msg { return restedMsg{acts} })
}

// rested keeps the session if nobody has acted meanwhile and something is different.
func (m *Model) rested(msg restedMsg) tea.Cmd {
	if msg.Acts != m.acts {
		return m.rest()
	}
	m.resting = false
	data, changed := m.sessionData()
	if !changed {
		return nil
	}
	m.keptSession = string(data)
	path := m.Session.Options.SessionFile
	return func() tea.Msg { return keptMsg{session.WriteSaved(path, data)} }
}

// sessionData is the session as it is written; changed is false where the file has it already.
func (m *Model) sessionData() (data []byte, changed bool) {
	data, err := json.MarshalIndent(m.remembered(), "", "\t")
	if err != nil { // knobs hold finite numbers, so there is none
		return nil, false
	}
	return data, string(data) != m.keptSession
}

// KeepSession writes the session when the dashboard is left.
func (m *Model) KeepSession() error {
	if m.Session.Options.SessionFile == "" {
		return nil
	}
	data, changed := m.sessionData()
	if !changed {
		return nil
	}
	return session.WriteSaved(m.Session.Options.SessionFile, data)
}
