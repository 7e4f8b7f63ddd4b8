package tune_test

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpals/internal/tuitest/driver"
	"dpals/tui/tune"
)

func TestMouse(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	tn := screenOf(b)
	in := tn.SlidersRect()
	click := func(x, y int) { b.Send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft}) }
	right := in.X
	for x := in.X; x < in.X+in.W; x++ {
		if _, on := tn.TrackPosition(x); on {
			right = x
		}
	}
	click(right, in.Y)
	if tn.Knobs.Epsilon != 100 {
		t.Errorf("a click on the track's end makes ε %v", tn.Knobs.Epsilon)
	}
	b.Send(tea.MouseMotionMsg{X: right - 5, Y: in.Y, Button: tea.MouseLeft})
	dragged := tn.Knobs.Epsilon
	if !(dragged < 100) {
		t.Error("dragging does nothing")
	}
	b.Send(tea.MouseReleaseMsg{X: right - 5, Y: in.Y}, tea.MouseMotionMsg{X: right, Y: in.Y, Button: tea.MouseLeft})
	if tn.Knobs.Epsilon != dragged {
		t.Error("the knob sticks to the mouse")
	}
	if click(in.X+1, in.Y+3); tn.Knobs.Focused().Name != "iterations" {
		t.Errorf("a click focuses %s", tn.Knobs.Focused().Name)
	}
	if click(tn.Rects[tune.PanelCurves].X+5, tn.Rects[tune.PanelCurves].Y+5); tn.Focus != tune.PanelCurves {
		t.Error("a click does not focus the chart")
	}
}
