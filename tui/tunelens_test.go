package tui

import (
	"strconv"
	"testing"

	tea "charm.land/bubbletea/v2"
)

func TestChartKeysAndMouseOnTune(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	b.whole(0.995)
	tn := b.tune()
	b.shows("RMSE by step")
	b.press("+")
	if !tn.lens.zoomed() {
		t.Fatal("+ does not zoom")
	}
	b.shows("part, 0 shows all")
	b.press("a")
	b.shows("following")
	if b.press("0"); tn.lens.zoomed() {
		t.Error("0 does not show everything")
	}
	if b.press("o"); !tn.lens.log {
		t.Error("o does not change the scale")
	}
	in := tn.at[panelCurves].inside()
	b.send(tea.MouseWheelMsg{X: in.X + in.W/2, Y: in.Y + 5, Button: tea.MouseWheelUp})
	if b.content(); !tn.lens.zoomed() {
		t.Error("the wheel does not zoom")
	}
	b.send(tea.MouseClickMsg{X: in.X + in.W/2, Y: in.Y + 5, Button: tea.MouseLeft})
	if !tn.lens.reading || tn.focus != panelCurves {
		t.Error("a click does not set the crosshair")
	}
	c := tn.chart()
	reading := c.At(tn.lens.cursor)[0]
	got := only[copiedMsg](messages(t, b.press("Y")))
	if len(got) != 1 || got[0].text != strconv.FormatFloat(reading.Y, 'g', -1, 64) {
		t.Errorf("copies %v under the crosshair", got)
	}
}
