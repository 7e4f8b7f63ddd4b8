package session

// Background is what trains beside the current run: a sweep. The screen that starts it says what it is.
type Background interface {
	Yield(trains bool) // to the current run while that trains
}

// Sweeping reports whether a sweep trains or is about to.
func (s *Session) Sweeping() bool { return s.Background != nil }

// YieldBackground lets what trains in the background yield to the current run, or go on.
func (s *Session) YieldBackground() {
	if s.Background != nil {
		s.Background.Yield(s.Runs.Current.Training())
	}
}

// Busy reports whether something trains that leaving would end.
func (s *Session) Busy() bool { return s.Runs.Current.Training() || s.Sweeping() }
