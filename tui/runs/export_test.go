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

// NewWatchMsg is the tick of the watch.
func NewWatchMsg(ticket int, run int64) tea.Msg { return watchMsg{ticket, run} }

var (
	RunNames         = runNames
	Properties       = properties
	StoppedGuarantee = stoppedGuarantee
	TimeOf           = timeOf
)

func (p property) Differ() bool { return p.differ }
func (p property) Name() string { return p.name }

func (s *Screen) Chart() chart.Chart            { return s.chart() }
func (s *Screen) Compare() tea.Cmd              { return s.compare() }
func (s *Screen) Compared() []store.Detail      { return s.compared }
func (s *Screen) ReadPage() tea.Cmd             { return s.readPage() }
func (s *Screen) List() *ui.List[store.Run]     { return &s.list }
func (s *Screen) ShownRun() *store.Detail       { return &s.shown }
func (s *Screen) ReadShown() tea.Cmd            { return s.readShown() }
func (s *Screen) Record(r *session.Run) tea.Cmd { return s.record(r) }
func (s *Screen) StopReadingShown()             { s.shownTask.Stop() }
func (s *Screen) StopReadingPages()             { s.pages.Stop() }
func (s *Screen) Watch() *watch                 { return &s.watch }

func (w *watch) Pause() time.Duration { return w.pause }
func (w *watch) Ticket() int          { return w.ticket }

// SetTick replaces the timer.
func (w *watch) SetTick(tick func(time.Duration, func(time.Time) tea.Msg) tea.Cmd) { w.tick = tick }
