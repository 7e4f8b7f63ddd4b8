package session

// Background is what trains beside the current run: a sweep, set by the screen that starts it.
type Background interface {
	Yield(trains bool) // to the current run while that trains
}

// Sweeping reports whether a sweep trains or is about to.
func (s *Session) Sweeping() bool { return s.Background != nil }

// YieldBackground pauses the background while the current run trains, and resumes it afterwards.
func (s *Session) YieldBackground() {
	if s.Background != nil {
		s.Background.Yield(s.Runs.Current.Training())
	}
}

// Busy reports whether a run or a sweep trains, which leaving would end.
func (s *Session) Busy() bool { return s.Runs.Current.Training() || s.Sweeping() }
