package tui

// The panels of the Runs screen.
const (
	runsList = iota
	runsOne
)

// runs is the screen of what has been trained: found, sorted, pinned, compared.
type runs struct {
	board
	actions[*runs]
}

var _ screen = (*runs)(nil)

func newRuns(b *bench) *runs {
	r := &runs{board: newBoard(b, arrangeRuns)}
	r.actions = bind(b, r, panelKeys[*runs]())
	return r
}

func (r *runs) name() string { return "Runs" }

func arrangeRuns(b rect) []rect {
	at := make([]rect, 2)
	if b.W < wideFrom {
		at[runsList], at[runsOne] = b.top(b.H * 3 / 5)
		return at
	}
	at[runsList], at[runsOne] = b.left(b.W * 3 / 5)
	return at
}

func (r *runs) draw() string {
	return r.compose(
		r.panel(runsList, "Runs", "", r.nothing("No run is kept yet: every run that finishes is listed here.")),
		r.panel(runsOne, "Run", "", r.nothing("the settings, releases and curve of the selected run")),
	)
}
