package tune_test

import (
	"strconv"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/engine"
	"dpals/internal/tuitest/driver"
	"dpals/tui/session"
	"dpals/tui/tune"
)

func TestCurvesZoomAndCrosshair(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	b.Whole(0.995)
	tn := screenOf(b)
	b.Shows("RMSE per iteration")
	b.Press("+")
	if !tn.CurvesView().Zoomed() {
		t.Fatal("+ does not zoom")
	}
	b.Shows("zoomed (0: all)")
	b.Press("a")
	b.Shows("following the run")
	if b.Press("0"); tn.CurvesView().Zoomed() {
		t.Error("0 does not show everything")
	}
	if b.Press("o"); !tn.CurvesView().Log {
		t.Error("o does not change the scale")
	}
	in := tn.Rects[tune.PanelCurves].Inside()
	b.Send(tea.MouseWheelMsg{X: in.X + in.W/2, Y: in.Y + 5, Button: tea.MouseWheelUp})
	if b.Content(); !tn.CurvesView().Zoomed() {
		t.Error("the wheel does not zoom")
	}
	b.Send(tea.MouseClickMsg{X: in.X + in.W/2, Y: in.Y + 5, Button: tea.MouseLeft})
	if !tn.CurvesView().Reading || tn.Focus != tune.PanelCurves {
		t.Error("a click does not set the crosshair")
	}
	c := tn.Chart()
	reading := c.At(tn.CurvesView().Cursor)[0]
	got := driver.Only[session.CopiedMsg](driver.Messages(t, b.Press("Y")))
	if len(got) != 1 || got[0].Text != strconv.FormatFloat(reading.Y, 'g', -1, 64) {
		t.Errorf("copies %v under the crosshair", got)
	}
}

// The curve shows the iterations revealed so far, and a key reveals all of them.
func TestCurveShowsRevealedIterations(t *testing.T) {
	o := driver.Options()
	o.Pace = session.RevealPace
	o.Now = func() time.Time { return time.Unix(0, 0) }
	b := driver.New(t, 120, 36, o)
	r := b.Session.Runs.Current
	b.Begin(r)
	for n := range 4 {
		b.Report(r, engine.Iterated{T: n + 1, Of: 4, TrainRMSE: 0.9, ValidRMSE: 1})
	}
	if got := len(screenOf(b).Chart().Lines[0].Y); got != 1 {
		t.Errorf("%d iterations are drawn at once, want 1", got)
	}
	if b.Press("f"); len(screenOf(b).Chart().Lines[0].Y) != 4 {
		t.Errorf("%d iterations are drawn after a key, want 4", len(screenOf(b).Chart().Lines[0].Y))
	}
}
