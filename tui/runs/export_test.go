package runs

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/store"
	"dpals/tui/chart"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// What the tests of this package, which stand outside of it, look at.

const ComparisonLabel = comparisonLabel

const WatchSoon = watchSoon

type WatchMsg = watchMsg

var Numbers = numbers

var StoppedPromise = stoppedPromise

var TookOf = tookOf

var Traits = traits

func (it *Screen) Chart() chart.Chart { return it.chart() }

func (it *Screen) Compare() tea.Cmd { return it.compare() }

func (it *Screen) Compared() []store.Detail { return it.compared }

func (it *Screen) Fetch() tea.Cmd { return it.fetch() }

func (it *Screen) List() *ui.List[store.Run] { return &it.list }

func (it *Screen) One() *store.Detail { return &it.one }

func (it *Screen) Open() tea.Cmd { return it.open() }

func (it *Screen) StopOpening() { it.opened.Stop() }

func (it *Screen) StopReading() { it.rows.Stop() }

func (it *Screen) Record(r *session.Run) tea.Cmd { return it.record(r) }

func (it *Screen) Watch() *watch { return &it.watch }

func (it trait) Differ() bool { return it.differ }

func (it trait) Name() string { return it.name }

func (it watch) Pause() time.Duration { return it.pause }

func (it *watch) SetTick(v func(time.Duration, func(time.Time) tea.Msg) tea.Cmd) { it.tick = v }

func (it watch) Ticket() int { return it.ticket }
