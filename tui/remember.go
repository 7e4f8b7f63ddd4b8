package tui

import (
	"encoding/json"
	"time"

	tea "charm.land/bubbletea/v2"
)

// keeper is a screen that leaves something in the session for the next start.
type keeper interface {
	save(*Session)
	restore(*Session)
}

// remembered is the session as it stands.
func (m *model) remembered() Session {
	s := m.bench.saved()
	s.Screen = m.screens[m.current].name()
	for _, screen := range m.screens {
		if k, ok := screen.(keeper); ok {
			k.save(&s)
		}
	}
	return s
}

// restore takes up what a session has left beside the configuration.
func (m *model) restore(s *Session) {
	m.bench.takeUp(s)
	for i, screen := range m.screens {
		if k, ok := screen.(keeper); ok {
			k.restore(s)
		}
		if screen.name() == s.Screen {
			m.current = i
		}
	}
}

// restInterval is how long nobody has acted when the session is kept.
const restInterval = 1500 * time.Millisecond

// restedMsg comes a while after somebody has acted.
type restedMsg struct{ acts int }

// keptMsg says that the session was kept, or why not.
type keptMsg struct{ err error }

// acted starts the clock after which the session is kept, unless it runs.
func (m *model) acted() tea.Cmd {
	m.acts++
	if m.bench.options.SessionFile == "" || m.resting {
		return nil
	}
	m.resting = true
	return m.rest()
}

func (m *model) rest() tea.Cmd {
	acts := m.acts
	return tea.Tick(restInterval, func(time.Time) tea.Msg { return restedMsg{acts} })
}

// rested keeps the session if nobody has acted meanwhile and something is different.
func (m *model) rested(msg restedMsg) tea.Cmd {
	if msg.acts != m.acts {
		return m.rest()
	}
	m.resting = false
	data, changed := m.sessionData()
	if !changed {
		return nil
	}
	m.keptSession = string(data)
	path := m.bench.options.SessionFile
	return func() tea.Msg { return keptMsg{writeSession(path, data)} }
}

// sessionData is the session as it is written; changed is false where the file has it already.
func (m *model) sessionData() (data []byte, changed bool) {
	data, err := json.MarshalIndent(m.remembered(), "", "\t")
	if err != nil { // knobs hold finite numbers, so there is none
		return nil, false
	}
	return data, string(data) != m.keptSession
}

// keepSession writes the session when the dashboard is left.
func (m *model) keepSession() error {
	if m.bench.options.SessionFile == "" {
		return nil
	}
	data, changed := m.sessionData()
	if !changed {
		return nil
	}
	return writeSession(m.bench.options.SessionFile, data)
}
