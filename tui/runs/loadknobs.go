package runs

import (
	tea "charm.land/bubbletea/v2"

	"dpals/tui/canvas"
	"dpals/tui/session"
)

// loadKnobs sets the knobs to those of the selected run and goes to Tune.
func (s *Screen) loadKnobs() tea.Cmd {
	r, ok := s.list.Current()
	if !ok {
		return nil
	}
	_, c, known := session.AskedConfig(s.Options.Methods, r)
	if !known {
		s.Say("unknown method %s", canvas.Text(r.Method))
		return nil
	}
	switch {
	case s.Loaded() && !r.UsesSplit(s.Problem):
		s.Say("knobs of %s loaded; its ratings (%s) are not the loaded ones", runName(r.ID), canvas.Text(shortName(r.Data)))
	case r.Seed != nil && s.Options.Config.Seed == nil:
		s.Say("knobs of %s loaded without its seed: the noise is real", runName(r.ID))
	default:
		s.Say("knobs of %s loaded", runName(r.ID))
	}
	s.Knobs.TurnTo(c) // Tune trains with them when it comes to the front
	return tea.Batch(s.RefreshPreview(), func() tea.Msg { return session.GoToMsg{Screen: session.TuneName} })
}
