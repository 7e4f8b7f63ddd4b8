package tui

// The panels of the Frontier screen.
const (
	frontierCurves = iota
	frontierSweep
	frontierPoints
)

// frontier is the screen of error against ε: several methods, many runs, the trade-off at a glance.
type frontier struct {
	board
	actions[*frontier]
	lens lens
}

var _ screen = (*frontier)(nil)

func newFrontier(b *bench) *frontier {
	f := &frontier{board: newBoard(b, arrangeFrontier)}
	f.actions = bind(b, f, lensKeys[*frontier](), panelKeys[*frontier]())
	return f
}

func (f *frontier) name() string { return "Frontier" }

func (f *frontier) charting() *lens { return &f.lens }

func (f *frontier) aiming() bool { return f.focus == frontierCurves }

func arrangeFrontier(b rect) []rect {
	at := make([]rect, 3)
	if b.W < wideFrom {
		at[frontierCurves], b = b.top(b.H * 3 / 5)
		at[frontierSweep], at[frontierPoints] = b.top(b.H / 2)
		return at
	}
	at[frontierCurves], b = b.left(b.W * 2 / 3)
	at[frontierSweep], at[frontierPoints] = b.top(b.H / 2)
	return at
}

func (f *frontier) draw() string {
	return f.compose(
		f.panel(frontierCurves, "RMSE against ε", notPrivate, f.nothing("No sweep has run yet: it draws each method's error at several ε, to see what privacy costs.")),
		f.panel(frontierSweep, "Sweep", "", f.nothing("methods, ε and repeats of the next sweep")),
		f.panel(frontierPoints, "Points", "", f.nothing("a row for every method and ε, as runs finish")),
	)
}
