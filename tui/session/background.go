package session

// Background is training beside the current run: a sweep.
type Background interface {
	SetPaused(paused bool)
}

// Sweeping reports whether a sweep trains or is about to train.
func (s *Session) Sweeping() bool { return s.Background != nil }

// PauseBackground pauses the training in the background while the current run trains, and resumes it otherwise.
func (s *Session) PauseBackground() {
	if s.Background != nil {
		s.Background.SetPaused(s.Runs.Current.Training())
	}
}

// Busy reports whether a run or a sweep trains, which leaving the dashboard would stop.
func (s *Session) Busy() bool { return s.Runs.Current.Training() || s.Sweeping() }
