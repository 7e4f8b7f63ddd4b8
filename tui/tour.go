package tui

import (
	"fmt"
	"math"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/tune"
	"dpals/tui/ui"
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
type tourMsg struct{ Ticket int }

// tuneScreen is the screen that the tour is on.
func (m *Model) tuneScreen() *tune.Screen {
	for _, s := range m.Screens {
		if t, ok := s.(*tune.Screen); ok {
			return t
		}
	}
	panic("there is no Tune screen")
}

// startTour begins the tour, on synthetic ratings if others are at hand: a real data set's budget is not for shows.
func (m *Model) startTour() tea.Cmd {
	m.tour = tour{open: true, ticket: m.tour.ticket + 1}
	m.relayout()
	b := m.Session
	if p := b.Problem; p.Split == nil || p.Split.Train.Origin.Source != tourSource && p.Name != tourSource {
		m.tour.waiting = true
		if b.Loading {
			return nil
		}
		if b.Options.Open == nil {
			m.leaveTour()
			b.Complain("the tour needs synthetic ratings: start it with dpals --tour")
			return nil
		}
		return b.Open(tourSource)
	}
	return m.enterTour(0)
}

// enterTour begins a step.
func (m *Model) enterTour(at int) tea.Cmd {
	if at < 0 {
		return nil
	}
	if at >= len(tourSteps) {
		m.leaveTour()
		return nil
	}
	m.tour.at, m.tour.moving = at, true
	front := m.goToNamed(session.TuneName)
	return tea.Batch(front, m.tuneScreen().BeginTour(tourSteps[at].method), m.tourTick())
}

// tourLoaded goes on with the tour once its ratings are read.
func (m *Model) tourLoaded() tea.Cmd {
	m.tour.waiting = false
	if !m.Session.Loaded() {
		m.leaveTour()
		return nil
	}
	return m.enterTour(0)
}

func (m *Model) tourTick() tea.Cmd {
	m.tour.ticket++
	ticket := m.tour.ticket
	return tea.Tick(tourPace, func(time.Time) tea.Msg { return tourMsg{ticket} })
}

// tourTurns turns the first knob that is not where it is to go; when all are, the run follows as after any turned knob.
func (m *Model) tourTurns(msg tourMsg) tea.Cmd {
	if !m.tour.open || msg.Ticket != m.tour.ticket {
		return nil
	}
	t := m.tuneScreen()
	for _, to := range tourSteps[m.tour.at].moves {
		if cmd, moves := t.TurnTowards(to.knob, to.value); moves {
			return tea.Batch(cmd, m.tourTick())
		}
	}
	m.tour.moving = false
	return t.TrainTour()
}

func (m *Model) leaveTour() {
	m.tour.open, m.tour.moving, m.tour.waiting = false, false, false
	m.tour.ticket++
	m.tuneScreen().EndTour()
	m.relayout()
}

// pressTour takes the keys of the tour; others mean what they always do.
func (m *Model) pressTour(pressed string) (cmd tea.Cmd, used bool) {
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
func (m *Model) tourRows() int {
	if !m.tour.open {
		return 0
	}
	rows := 0
	for _, s := range tourSteps {
		rows = max(rows, len(ui.Wrap(s.text, m.frame.W-4)))
	}
	return min(rows+3, m.frame.Body.H/2)
}

// drawCaption is what the step says, and how it came out.
func (m *Model) drawCaption() string {
	th, s := m.Session.Theme, tourSteps[m.tour.at]
	w, h := m.frame.W, m.tourRows()
	if h == 0 {
		return ""
	}
	title := fmt.Sprintf("Tour, %d of %d: %s", m.tour.at+1, len(tourSteps), s.title)
	text := ui.PaintWrapped(s.text, w-4, th.Text)
	if m.tour.waiting {
		text = ui.PaintWrapped("The tour is on synthetic ratings, which are being read: nothing is charged to anybody.", w-4, th.Text)
	} else {
		text = append(text, ui.PaintWrapped(m.outcome(), w-4, th.Strong)...)
	}
	return canvas.Panel(th, w, h, title, "Enter goes on, ← back, Esc leaves", true, ui.Inset(text, w-2, h-2))
}

// outcome says in numbers what the step has done.
func (m *Model) outcome() string {
	s := &m.Session.Runs
	switch r := s.Current; {
	case m.tour.moving:
		return "the knob turns"
	case r.Training():
		return "it trains"
	case r == nil || math.IsNaN(r.Final()):
		return ""
	case s.Last == nil || math.IsNaN(s.Last.Final()):
		return fmt.Sprintf("error now %s", format.ShortRMSE(r.Final()))
	default:
		return fmt.Sprintf("error now %s, before %s", format.ShortRMSE(r.Final()), format.ShortRMSE(s.Last.Final()))
	}
}
