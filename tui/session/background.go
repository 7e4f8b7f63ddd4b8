package session

// Background is what trains beside the current run: a sweep. The screen that starts it says what it is.
type Background interface {
	Yield(trains bool) // to the current run while that trains
}

// Sweeping reports whether a sweep trains or is about to.
func (b *Session) Sweeping() bool { return b.Background != nil }

// YieldBackground lets what trains in the background yield to the current run, or go on.
func (b *Session) YieldBackground() {
	if b.Background != nil {
		b.Background.Yield(b.Runs.Current.Training())
	}
}

// Busy reports whether something trains that leaving would end.
func (b *Session) Busy() bool { return b.Runs.Current.Training() || b.Sweeping() }
