package tui

// background is what trains beside the current run: a sweep. The screen that starts it says what it is.
type background interface {
	yield(trains bool) // to the current run while that trains
}

// sweeping reports whether a sweep trains or is about to.
func (b *bench) sweeping() bool { return b.background != nil }

// giveWay lets what trains in the background yield to the current run, or go on.
func (b *bench) giveWay() {
	if b.background != nil {
		b.background.yield(b.session.current.training())
	}
}

// busy reports whether something trains that leaving would end.
func (b *bench) busy() bool { return b.session.current.training() || b.sweeping() }
