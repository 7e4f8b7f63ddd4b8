package tui

import (
	"fmt"
	"math"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/tui/canvas"
)

// tour is a guided tour of a few steps on synthetic ratings, in which the knobs move by themselves. It is owned by the
// Update goroutine; the zero tour is closed.
type tour struct {
	open    bool
	at      int // step
	ticket  int // of the tick under way: one of an earlier step means nothing
	moving  bool
	waiting bool // for the ratings
}

// tourStep is one of them: where the knobs go, and what there is to see.
type tourStep struct {
	title  string
	method string
	moves  []move
	text   string
}

// move is a knob and the value that it is turned to.
type move struct {
	knob  string
	value float64
}

// tourMethod is what the tour trains, but for the step that shows another one.
const tourMethod = "dpals-eb"

// tourSource are the ratings of the tour: nobody's, so nothing is charged to anybody.
const tourSource = "synth:skewed"

var tourSteps = []tourStep{
	{"What the curve is", tourMethod, []move{{"epsilon", 1}, {"k", 0}},
		"The curve is the error on ratings that were held back, after every step of training: lower is better. The dashed lines " +
			"are the ends of the road: user-mean learns nothing from others, als learns with no privacy at all. In between lies what privacy costs."},
	{"Less ε is more privacy", tourMethod, []move{{"epsilon", 0.3}, {"k", 0}},
		"ε bounds how much likelier anything that is published may become because one person takes part. The knob goes down, the " +
			"noise grows, and the curve rises over its own ghost. Below the panels it says what an attacker can still do."},
	{"More ε is less noise", tourMethod, []move{{"epsilon", 10}, {"k", 0}},
		"Now ε is 10. The curve comes close to the line that is not private, and the attacker is right far more often. There is " +
			"no right ε: the dashboard shows both sides of the bargain, and whose ratings they are decides."},
	{"How much one person may say", tourMethod, []move{{"epsilon", 3}, {"k", 5}},
		"k is how many ratings of each person train the items. With five, nobody weighs much, but most of what people said goes " +
			"unused, and the curve is worse. Noise over signal and the share of ratings used stand beside the knobs before anything runs."},
	{"Every step is paid", "dpals", []move{{"epsilon", 3}, {"k", 0}, {"iterations", 20}},
		"T is the number of steps. This is the method as first published: twenty steps share one ε, so each gets less of it and " +
			"hears less through the noise. Past a few steps the curve turns up again. The budget gauge fills release by release."},
	{"A limit is the guarantee", tourMethod, []move{{"epsilon", 1}, {"k", 0}},
		"Every run of this tour has released something. The panel of the data set keeps the sum of what was charged; what is " +
			"guaranteed of all runs is a limit that was set before them. Press 2 to see error against ε, 4 for what an attacker learns. Have a look around."},
}

// tourPace is the time between two turns of a knob that moves by itself.
const tourPace = 90 * time.Millisecond

// tourMsg is the tick that turns a knob.
type tourMsg struct{ ticket int }

// tuneScreen is the screen that the tour is on.
func (m *model) tuneScreen() *tune {
	for _, s := range m.screens {
		if t, ok := s.(*tune); ok {
			return t
		}
	}
	panic("there is no Tune screen")
}

// startTour begins the tour, on synthetic ratings if others are at hand: a real data set's budget is not for shows.
func (m *model) startTour() tea.Cmd {
	m.tour = tour{open: true, ticket: m.tour.ticket + 1}
	m.relayout()
	b := m.bench
	if p := b.problem; p.Split == nil || p.Split.Train.Origin.Source != tourSource && p.Name != tourSource {
		m.tour.waiting = true
		if b.loading {
			return nil
		}
		if b.options.Open == nil {
			m.leaveTour()
			b.complain("the tour needs synthetic ratings: start it with dpals --tour")
			return nil
		}
		return b.open(tourSource)
	}
	return m.enterTour(0)
}

// enterTour begins a step.
func (m *model) enterTour(at int) tea.Cmd {
	if at < 0 {
		return nil
	}
	if at >= len(tourSteps) {
		m.leaveTour()
		return nil
	}
	m.tour.at, m.tour.moving = at, true
	front := m.goToNamed(tuneScreen)
	return tea.Batch(front, m.tuneScreen().guide(tourSteps[at].method), m.tourTick())
}

// tourLoaded goes on with the tour once its ratings are read.
func (m *model) tourLoaded() tea.Cmd {
	m.tour.waiting = false
	if !m.bench.loaded() {
		m.leaveTour()
		return nil
	}
	return m.enterTour(0)
}

func (m *model) tourTick() tea.Cmd {
	m.tour.ticket++
	ticket := m.tour.ticket
	return tea.Tick(tourPace, func(time.Time) tea.Msg { return tourMsg{ticket} })
}

// tourTurns turns the first knob that is not where it is to go; when all are, the run follows as after any turned knob.
func (m *model) tourTurns(msg tourMsg) tea.Cmd {
	if !m.tour.open || msg.ticket != m.tour.ticket {
		return nil
	}
	t := m.tuneScreen()
	for _, to := range tourSteps[m.tour.at].moves {
		if cmd, moves := t.turnTowards(to.knob, to.value); moves {
			return tea.Batch(cmd, m.tourTick())
		}
	}
	m.tour.moving = false
	return t.arrived()
}

func (m *model) leaveTour() {
	m.tour.open, m.tour.moving, m.tour.waiting = false, false, false
	m.tour.ticket++
	m.tuneScreen().leaveGuide()
	m.relayout()
}

// pressTour takes the keys of the tour; others mean what they always do.
func (m *model) pressTour(pressed string) (cmd tea.Cmd, used bool) {
	switch pressed {
	case "enter", "right", "space":
		if m.tour.waiting {
			return nil, true
		}
		return m.enterTour(m.tour.at + 1), true
	case "left", "backspace":
		return m.enterTour(m.tour.at - 1), true
	case "esc":
		m.leaveTour()
		return nil, true
	}
	return nil, false
}

// tourRows is the height of the caption: the same for all steps, so that nothing jumps.
func (m *model) tourRows() int {
	if !m.tour.open {
		return 0
	}
	rows := 0
	for _, s := range tourSteps {
		rows = max(rows, len(wrap(s.text, m.frame.W-4)))
	}
	return min(rows+3, m.frame.Body.H/2)
}

// drawCaption is what the step says, and how it came out.
func (m *model) drawCaption() string {
	th, s := m.bench.theme, tourSteps[m.tour.at]
	w, h := m.frame.W, m.tourRows()
	if h == 0 {
		return ""
	}
	title := fmt.Sprintf("Tour, %d of %d: %s", m.tour.at+1, len(tourSteps), s.title)
	text := paintAll(s.text, w-4, th.Text)
	if m.tour.waiting {
		text = paintAll("The tour is on synthetic ratings, which are being read: nothing is charged to anybody.", w-4, th.Text)
	} else {
		text = append(text, paintAll(m.outcome(), w-4, th.Strong)...)
	}
	return canvas.Panel(th, w, h, title, "Enter goes on, ← back, Esc leaves", true, inset(text, w-2, h-2))
}

// outcome says in numbers what the step has done.
func (m *model) outcome() string {
	s := &m.bench.session
	switch r := s.current; {
	case m.tour.moving:
		return "the knob turns"
	case r.training():
		return "it trains"
	case r == nil || math.IsNaN(r.final()):
		return ""
	case s.last == nil || math.IsNaN(s.last.final()):
		return fmt.Sprintf("error now %s", rmse(r.final()))
	default:
		return fmt.Sprintf("error now %s, before %s", rmse(r.final()), rmse(s.last.final()))
	}
}
