package tune

import (
	"dpals/tui/chart"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// What the tests of this package, which stand outside of it, look at.

const PanelCurves = panelCurves

var Ratios = ratios

func (it *Screen) Chart() chart.Chart { return it.chart() }

func (it *Screen) Columns(w int) session.SliderColumns { return it.columns(w) }

func (it *Screen) KnobsInside() ui.Rect { return it.knobsInside() }

func (it *Screen) Lens() *ui.View { return &it.lens }

func (it *Screen) Track(x int) (position float64, on bool) { return it.track(x) }
