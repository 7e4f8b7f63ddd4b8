package data

import (
	tea "charm.land/bubbletea/v2"

	"dpals/engine/method"
	"dpals/loaders"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// Names that the external tests of this package use.

const (
	PanelActivity = panelActivity
	PanelFacts    = panelFacts
	PanelTail     = panelTail
	PanelWarnings = panelWarnings
)

type (
	Description       = description
	DescriptionResult = session.Result[*loaders.Split, *description]
	LongTail          = longTail
	TailKey           = tailKey
)

var (
	NearestGridPoint = nearestGridPoint
	NewDescription   = newDescription
	NewLongTail      = newLongTail
	NewTailKey       = newTailKey
	SampleUsers      = sampleUsers
	TailGrid         = tailGrid
)

func KeyOf(k, beta, exponent float64) tailKey { return tailKey{k, beta, exponent} }

func (d *description) SetSample(v *loaders.Ratings) { d.sample = v }

func (d *Screen) ComputeTail() tea.Cmd { return d.computeTail() }

func (d *Screen) Described() *description { return d.description.Value() }

func (d *Screen) DescriptionTask() *session.Task[*loaders.Split, *description] { return &d.description }

func (d *Screen) IsDragging() bool { return d.isDragging }

func (d *Screen) NoiseWarning() (text, action string) { return d.noiseWarning() }

func (d *Screen) Settings() method.Settings { return d.settings() }

func (d *Screen) Tail() *longTail { return d.tail.Value() }

func (d *Screen) TailTask() *session.Task[tailKey, *longTail] { return &d.tail }

func (d *Screen) TailLayout() tailLayout { return d.tailLayout() }

func (d *Screen) TailView() *ui.View { return &d.tailView }

func (d *Screen) Warnings() []warning { return d.warnings() }

func (c tailCurve) Cumulative() []float64 { return c.cumulative }

func (c tailCurve) Sampling() string { return c.sampling }

func (k tailKey) Beta() float64 { return k.beta }

func (k tailKey) K() float64 { return k.k }

func (l tailLayout) Chart() ui.Rect { return l.chart }

func (l tailLayout) Knobs() []ui.Rect { return l.knobs }

func (t *longTail) Curves() []tailCurve { return t.curves }

func (t *longTail) Kept() float64 { return t.kept }

func (t *longTail) Key() tailKey { return t.key }

func (w warning) Action() string { return w.action }

func (w warning) Text() string { return w.text }
