package tui

import (
	"encoding/json"
	"time"

	tea "charm.land/bubbletea/v2"
)

// remembered is the session as it stands.
func (m *model) remembered() Session {
	b, k := m.bench, &m.tune().knobs
	c := k.config()
	s := Session{
		Version: sessionVersion, Data: b.problem.Name, Folder: b.options.Folder, Read: b.options.Source, Theme: b.themeChosen,
		Screen: m.screens[m.current].name(), Method: c.Method, Epsilon: c.Epsilon, Delta: c.Delta, Accountant: c.Accountant,
		Settings: k.given, You: m.people().given.kept,
	}
	if p := b.problem.Split; p != nil && p.Train.Origin.Source != "" {
		s.Data = p.Train.Origin.Source
	}
	for _, r := range b.session.pinned {
		s.Pins = append(s.Pins, pinOf(r))
	}
	return s
}

// restore takes up what a session has left beside the configuration: the knobs of other methods, the pins where the
// ratings are the same, the screen.
func (m *model) restore(s *Session) {
	k := &m.tune().knobs
	for name, given := range s.Settings {
		for i := range k.methods {
			if k.methods[i].Name == name && i != k.chosen {
				k.given[name] = sound(k.methods[i], given)
			}
		}
	}
	if s.Data == m.bench.options.Problem.Name {
		for _, p := range s.Pins {
			if r := p.take(k.methods); r != nil && len(m.bench.session.pinned) < maxPins {
				m.bench.session.restore(r)
			}
		}
	}
	m.people().given.kept = s.You
	for i, screen := range m.screens {
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

// people is the screen of one person, whose ratings are the session's.
func (m *model) people() *peopleScreen {
	for _, s := range m.screens {
		if p, ok := s.(*peopleScreen); ok {
			return p
		}
	}
	return nil
}
