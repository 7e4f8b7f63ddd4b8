package tune

import (
	"dpals/tui/chart"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// What the tests, which are outside of this package, read of a screen.

const PanelCurves = panelCurves

var Ratios = ratios

func (t *Screen) Chart() chart.Chart { return t.chart() }

func (t *Screen) SliderColumns(w int) session.SliderColumns { return t.sliderColumns(w) }

func (t *Screen) SlidersRect() ui.Rect { return t.slidersRect() }

func (t *Screen) CurvesView() *ui.View { return &t.curvesView }

func (t *Screen) TrackPosition(x int) (position float64, on bool) { return t.trackPosition(x) }
