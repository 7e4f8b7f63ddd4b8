package data

import (
	tea "charm.land/bubbletea/v2"

	"dpals/engine/method"
	"dpals/loaders"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// What the tests of this package, which stand outside of it, look at.

const PanelActivity = panelActivity

const PanelFacts = panelFacts

const PanelTail = panelTail

const PanelWarnings = panelWarnings

type Counted = counted

type CountResult = session.Result[*loaders.Split, *counted]

type Tail = tail

type TailOf = tailOf

var CountRatings = countRatings

var EveryUser = everyUser

var GridAt = gridAt

var NewTail = newTail

var TailFor = tailFor

var TailGrid = tailGrid

func (it *counted) SetSample(v *loaders.Ratings) { it.sample = v }

func (it *Screen) CountTask() *session.Task[*loaders.Split, *counted] { return &it.count }

func (it *Screen) Drags() bool { return it.drags }

func (it *Screen) Known() *counted { return it.count.Value() }

func (it *Screen) Lens() *ui.View { return &it.lens }

func (it *Screen) Reckon() tea.Cmd { return it.reckon() }

func (it *Screen) Settings() method.Settings { return it.settings() }

func (it *Screen) Tail() *tail { return it.tail.Value() }

func (it *Screen) TailTask() *session.Task[tailOf, *tail] { return &it.tail }

func (it *Screen) TailRooms() tailRooms { return it.tailRooms() }

func (it *Screen) TooFew() (what, do string) { return it.tooFew() }

func (it *Screen) Warnings() []warning { return it.warnings() }

func (it tail) Cut() float64 { return it.cut }

func (it tail) Lines() []tailLine { return it.lines }

func (it *tail) Of() *tailOf { return &it.of }

func (it tailLine) Sampling() string { return it.sampling }

func (it tailLine) UpTo() []float64 { return it.upTo }

func (it tailRooms) Chart() ui.Rect { return it.chart }

func (it tailRooms) Knobs() []ui.Rect { return it.knobs }

func (it warning) Do() string { return it.do }

func (it warning) What() string { return it.what }
