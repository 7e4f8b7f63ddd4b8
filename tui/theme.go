package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"dpals/themes"
)

// followTerminal picks the theme for the terminal's background, unless the analyst has chosen one meanwhile.
func (m *Model) followTerminal(dark bool) {
	if !m.waiting {
		return
	}
	m.waiting = false
	name := themes.Light.Name
	if dark {
		name = themes.Dark.Name
	}
	m.setTheme(name)
}

func (m *Model) setTheme(name string) {
	if th, err := m.Session.Options.ThemeFor(name); err == nil {
		m.Session.Theme = th
	}
}

func (m *Model) nextTheme() tea.Cmd {
	names := m.Session.Options.Themes.Names()
	return m.chooseTheme(names[(slices.Index(names, m.Session.Theme.Name)+1)%len(names)])
}

// chooseTheme sets a theme by hand. The terminal's background no longer decides.
func (m *Model) chooseTheme(name string) tea.Cmd {
	m.waiting = false
	m.Session.ChosenTheme = name
	m.setTheme(name)
	m.Session.Say("theme: %s", name)
	return nil
}
