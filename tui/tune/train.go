package tune

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/tui/session"
)

// When training starts without a key.
const (
	referenceLimit = 200_000                // ratings, up to which the non-private reference does not wait for the first run
	retrainDelay   = 120 * time.Millisecond // without a turn, after which the knobs are trained
)

// open starts with loaded ratings: the preview of the knobs, the baseline, and a first run.
func (t *Screen) open() tea.Cmd {
	cmds := []tea.Cmd{t.RefreshPreview()}
	if t.autoPaused && t.Options.Watch != 0 { // another process trains, and this dashboard watches
		return cmds[0]
	}
	if m := t.MethodNamed(session.BaselineMethod); m != nil && t.CanCompare() {
		baseline, cmd := t.Compare(m)
		t.Runs.Baseline = baseline
		cmds = append(cmds, cmd)
	}
	if t.Ratings() <= session.RetrainLimit {
		cmds = append(cmds, t.TrainKnobs())
	}
	return tea.Batch(append(cmds, t.startReference())...)
}

// knobChanged answers a turned knob: with its preview at once, and with a run when no knob was turned for a while.
func (t *Screen) knobChanged() tea.Cmd {
	if !t.Loaded() {
		return nil
	}
	cmds := []tea.Cmd{t.RefreshPreview()}
	if t.RetrainsAtOnce() && !t.autoPaused && !t.onTour {
		generation := t.Knobs.Generation
		cmds = append(cmds, tea.Tick(retrainDelay, func(time.Time) tea.Msg { return session.SettledMsg{Generation: generation} }))
	}
	return tea.Batch(cmds...)
}

// startReference trains the non-private reference, once per data set: at once on small data, else after the first run.
func (t *Screen) startReference() tea.Cmd {
	s := &t.Runs
	m := t.MethodNamed(session.ReferenceMethod)
	if s.Reference != nil || m == nil || !t.Loaded() || !t.CanCompare() {
		return nil
	}
	if t.Ratings() > referenceLimit && (s.Current == nil || s.Current.Training()) {
		return nil
	}
	reference, cmd := t.Compare(m)
	s.Reference = reference
	return cmd
}

// trainIfChanged trains the knobs at once, where automatic training is on and the current run has other settings.
func (t *Screen) trainIfChanged() tea.Cmd {
	if t.autoPaused || t.onTour || !t.RetrainsAtOnce() || !t.Loaded() || !t.CanTrain() || t.IsTrained() {
		return nil
	}
	return t.TrainKnobs()
}

// toggleAuto pauses or resumes automatic training.
func (t *Screen) toggleAuto() tea.Cmd {
	t.autoPaused = !t.autoPaused
	if !t.autoPaused && t.Loaded() && t.Runs.Current == nil { // nothing was trained yet
		return t.open()
	}
	return t.trainIfChanged()
}

func (t *Screen) pin() tea.Cmd {
	if t.Runs.Current == nil {
		t.Say("nothing to pin: no run yet")
		return nil
	}
	pinned, room := t.Runs.Pin()
	switch {
	case pinned:
		t.Say("pinned: the curve stays for comparison")
	case room:
		t.Say("unpinned")
	default:
		t.Say("%d runs are pinned, the maximum: unpin one first, or all with P", session.MaxPins)
		return nil
	}
	return t.StorePins(pinned, t.Runs.Current)
}

func (t *Screen) unpinAll() tea.Cmd {
	pinned := t.Runs.Pinned
	t.Runs.Unpin()
	return t.StorePins(false, pinned...)
}

// startSweep asks for a sweep of the method with the settings of the knobs.
func (t *Screen) startSweep() tea.Cmd {
	if !t.Loaded() {
		return nil
	}
	m, c := t.Knobs.Method(), t.Knobs.Config()
	return func() tea.Msg { return session.SweepKnobsMsg{Method: m, Settings: c.Settings} }
}
