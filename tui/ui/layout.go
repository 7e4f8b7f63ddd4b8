package ui

// Rect is a rectangle of cells; X and Y count from the screen's top-left corner.
type Rect struct{ X, Y, W, H int }

// Contains reports whether a cell lies in the rectangle.
func (r Rect) Contains(x, y int) bool { return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H }

// Empty reports whether the rectangle has no cell.
func (r Rect) Empty() bool { return r.W <= 0 || r.H <= 0 }

// Inside returns the rectangle within a panel's frame.
func (r Rect) Inside() Rect { return Rect{r.X + 1, r.Y + 1, max(r.W-2, 0), max(r.H-2, 0)} }

// Top divides the rectangle into its first h rows and the rest.
func (r Rect) Top(h int) (cut, rest Rect) {
	h = min(max(h, 0), r.H)
	return Rect{r.X, r.Y, r.W, h}, Rect{r.X, r.Y + h, r.W, r.H - h}
}

// Left divides the rectangle into its first w columns and the rest.
func (r Rect) Left(w int) (cut, rest Rect) {
	w = min(max(w, 0), r.W)
	return Rect{r.X, r.Y, w, r.H}, Rect{r.X + w, r.Y, r.W - w, r.H}
}

// Sizes of the screen in cells: the smallest that is drawn, and the width from which panels are side by side.
const (
	MinWidth  = 60
	MinHeight = 24
	WideFrom  = 100
)

// Frame holds the rectangles around and of every screen. It is computed once per resize.
type Frame struct {
	W, H                            int
	Header, Body, Status, Msg, Keys Rect
}

// NewFrame returns the frame of a terminal of w×h cells.
func NewFrame(w, h int) Frame {
	f := Frame{W: w, H: h}
	row := func(y int) Rect { return Rect{0, y, w, 1} }
	f.Header, f.Status, f.Msg, f.Keys = row(0), row(h-3), row(h-2), row(h-1)
	f.Body = Rect{0, 1, w, h - 4}
	return f
}

// TooSmall reports whether the terminal is smaller than the smallest screen.
func (f Frame) TooSmall() bool { return f.W < MinWidth || f.H < MinHeight }
