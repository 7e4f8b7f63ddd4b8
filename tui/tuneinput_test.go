package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpals/engine"
	"dpals/engine/method"
)

func TestMouse(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	tn := b.tune()
	in := tn.knobsInside()
	click := func(x, y int) { b.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft}) }
	right := in.X
	for x := in.X; x < in.X+in.W; x++ {
		if _, on := tn.track(x); on {
			right = x
		}
	}
	click(right, in.Y)
	if tn.knobs.epsilon != 100 {
		t.Errorf("a click on the track's end makes ε %v", tn.knobs.epsilon)
	}
	b.send(tea.MouseMotionMsg{X: right - 5, Y: in.Y, Button: tea.MouseLeft})
	dragged := tn.knobs.epsilon
	if !(dragged < 100) {
		t.Error("dragging does nothing")
	}
	b.send(tea.MouseReleaseMsg{X: right - 5, Y: in.Y}, tea.MouseMotionMsg{X: right, Y: in.Y, Button: tea.MouseLeft})
	if tn.knobs.epsilon != dragged {
		t.Error("the knob sticks to the mouse")
	}
	if click(in.X+1, in.Y+3); tn.knobs.focused().Name != "iterations" {
		t.Errorf("a click focuses %s", tn.knobs.focused().Name)
	}
	if click(tn.at[panelCurves].X+5, tn.at[panelCurves].Y+5); tn.focus != panelCurves {
		t.Error("a click does not focus the chart")
	}
}

// Where noise is typed in, the ε that follows from it stands wherever the target would.
func TestTypedNoiseShowsItsEpsilon(t *testing.T) {
	b := ofRegistry(t, 120, 36, engine.Config{Method: "dpals", Settings: method.Settings{"k": 50, "iterations": 2, "sigma-g": 15.5, "sigma-rhs": 7.7, "sigma-pre": 10}})
	b.whole(0.995)
	epsilon := figure(b.bench.session.current.plan.Epsilon)
	b.shows("ε " + epsilon + " this run")
	b.shows("ε " + epsilon + " / " + epsilon)
	if got := b.tune().givenEpsilon(); got != epsilon {
		t.Errorf("the knob shows %s, want %s", got, epsilon)
	}
}
