package tui

// rect is a rectangle of cells; X and Y count from the screen's top-left corner.
type rect struct{ X, Y, W, H int }

func (r rect) contains(x, y int) bool { return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H }

func (r rect) empty() bool { return r.W <= 0 || r.H <= 0 }

// inside is the room within a panel's frame.
func (r rect) inside() rect { return rect{r.X + 1, r.Y + 1, max(r.W-2, 0), max(r.H-2, 0)} }

// top cuts h rows off the top: what is cut off and what remains.
func (r rect) top(h int) (cut, rest rect) {
	h = min(max(h, 0), r.H)
	return rect{r.X, r.Y, r.W, h}, rect{r.X, r.Y + h, r.W, r.H - h}
}

// left cuts w columns off the left: what is cut off and what remains.
func (r rect) left(w int) (cut, rest rect) {
	w = min(max(w, 0), r.W)
	return rect{r.X, r.Y, w, r.H}, rect{r.X + w, r.Y, r.W - w, r.H}
}

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
