package runs

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/store"
	"dpals/tui/chart"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// What the external tests of this package look at.

const (
	ComparisonLabel = comparisonLabel
	WatchSoon       = watchSoon
)

type WatchMsg = watchMsg

var (
	Numbers          = numbers
	Properties       = properties
	StoppedGuarantee = stoppedGuarantee
	TimeOf           = timeOf
)

func (p property) Differ() bool { return p.differ }
func (p property) Name() string { return p.name }

func (s *Screen) Chart() chart.Chart            { return s.chart() }
func (s *Screen) Compare() tea.Cmd              { return s.compare() }
func (s *Screen) Compared() []store.Detail      { return s.compared }
func (s *Screen) Fetch() tea.Cmd                { return s.fetch() }
func (s *Screen) Fixed() bool                   { return s.fixed }
func (s *Screen) List() *ui.List[store.Run]     { return &s.list }
func (s *Screen) One() *store.Detail            { return &s.one }
func (s *Screen) Open() tea.Cmd                 { return s.open() }
func (s *Screen) Record(r *session.Run) tea.Cmd { return s.record(r) }
func (s *Screen) StopOpening()                  { s.opened.Stop() }
func (s *Screen) StopReading()                  { s.rows.Stop() }
func (s *Screen) Watch() *watch                 { return &s.watch }

func (w *watch) Pause() time.Duration { return w.pause }
func (w *watch) Ticket() int          { return w.ticket }

// SetTick replaces the timer.
func (w *watch) SetTick(tick func(time.Duration, func(time.Time) tea.Msg) tea.Cmd) { w.tick = tick }
