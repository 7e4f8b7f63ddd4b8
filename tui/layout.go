package tui

// rect is a rectangle of cells; X and Y count from the screen's top-left corner.
type rect struct{ X, Y, W, H int }

func (r rect) contains(x, y int) bool { return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H }

// The smallest screen that is drawn, and the width from which panels stand side by side.
const (
	minWidth, minHeight = 60, 24
	wideFrom            = 100
)

// frame is where things stand on every screen. Worked out once per resize.
type frame struct {
	W, H                            int
	Header, Body, Status, Msg, Keys rect
}

func newFrame(w, h int) frame {
	f := frame{W: w, H: h}
	row := func(y int) rect { return rect{0, y, w, 1} }
	f.Header, f.Status, f.Msg, f.Keys = row(0), row(h-3), row(h-2), row(h-1)
	f.Body = rect{0, 1, w, h - 4}
	return f
}

func (f frame) tooSmall() bool { return f.W < minWidth || f.H < minHeight }

// panel is one of the parts of the Tune screen that can have the focus.
type panel int

const (
	panelKnobs panel = iota
	panelCurves
	panelBudget
	panels // how many
)

// tuneLayout is where the panels of the Tune screen stand; one that is not shown is empty.
type tuneLayout struct {
	Knobs, Before, Curves, Budget, DataSet rect

	wide bool // Before and DataSet have panels of their own; otherwise they share Knobs' and Budget's
}

// newTuneLayout lays the panels out in body, or gives one the whole of it.
func newTuneLayout(body rect, zoomed bool, which panel) tuneLayout {
	if zoomed {
		var l tuneLayout
		*[]*rect{panelKnobs: &l.Knobs, panelCurves: &l.Curves, panelBudget: &l.Budget}[which] = body
		return l
	}
	if body.W < wideFrom {
		return narrowLayout(body)
	}
	return wideLayout(body)
}

func narrowLayout(b rect) tuneLayout {
	knobs := min(max(7, b.H*7/20), 14)
	budget := min(max(4, b.H/7), 6)
	return tuneLayout{
		Knobs:  rect{b.X, b.Y, b.W, knobs},
		Curves: rect{b.X, b.Y + knobs, b.W, b.H - knobs - budget},
		Budget: rect{b.X, b.Y + b.H - budget, b.W, budget},
	}
}

func wideLayout(b rect) tuneLayout {
	left := min(max(41, b.W*34/100), 62)
	before := min(max(8, b.H*2/5), 14)
	bottom := min(max(5, b.H/5), 7)
	if b.H >= 60 { // room for the list of releases
		bottom = b.H / 4
	}
	right := b.W - left
	session := min(max(28, right*2/5), 56)
	return tuneLayout{
		wide:    true,
		Knobs:   rect{b.X, b.Y, left, b.H - before},
		Before:  rect{b.X, b.Y + b.H - before, left, before},
		Curves:  rect{b.X + left, b.Y, right, b.H - bottom},
		Budget:  rect{b.X + left, b.Y + b.H - bottom, right - session, bottom},
		DataSet: rect{b.X + b.W - session, b.Y + b.H - bottom, session, bottom},
	}
}

// under finds the panel that can have the focus at a cell.
func (l tuneLayout) under(x, y int) (panel, bool) {
	switch {
	case l.Knobs.contains(x, y), l.Before.contains(x, y):
		return panelKnobs, true
	case l.Curves.contains(x, y):
		return panelCurves, true
	case l.Budget.contains(x, y), l.DataSet.contains(x, y):
		return panelBudget, true
	}
	return 0, false
}
