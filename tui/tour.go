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

// tour is a guided tour of a few steps on synthetic ratings, in which the knobs move by themselves. The zero tour is
// closed. It is owned by the Update goroutine.
type tour struct {
	open    bool
	at      int  // index of the step
	ticket  int  // of the latest tick; earlier ticks are ignored
	moving  bool // knobs have not reached the values of the step
	waiting bool // for the ratings
}

// tourStep is one step: the values of the knobs, and the text that explains what they do.
type tourStep struct {
	title  string
	method string
	moves  []move
	text   string
}

// move is a knob and the value that it moves to.
type move struct {
	knob  string
	value float64
}

// tourMethod is the method of every step but one.
const tourMethod = "dpals-eb"

// tourSource is the data set of the tour. It is synthetic, so it has no ledger.
const tourSource = "synth:skewed"

var tourSteps = []tourStep{
	{"The error curve", tourMethod, []move{{"epsilon", 1}, {"k", 0}},
		"The curve is the error on validation ratings after each iteration. Lower is better. The dashed lines are for comparison: " +
			"the baseline user-mean, which learns nothing from other users, and als, which trains without privacy."},
	{"Smaller ε: more privacy", tourMethod, []move{{"epsilon", 0.3}, {"k", 0}},
		"ε bounds how much one user's ratings can change the probability of any published result. With a smaller ε there is more " +
			"noise and the error rises; the previous curve stays as a dotted line. The line below the panels shows how well an attacker can do."},
	{"Larger ε: less noise", tourMethod, []move{{"epsilon", 10}, {"k", 0}},
		"With ε 10 the error is closer to that of als, but a membership attack finds many more users. No ε is right for every data set: " +
			"the dashboard shows error and risk together, so that you can decide."},
	{"Contribution bound k", tourMethod, []move{{"epsilon", 3}, {"k", 5}},
		"k is the maximum number of ratings per user that fit the items. With k = 5 each user has little influence, but most ratings " +
			"are unused and the error is larger. Noise over signal and the fraction of ratings used are shown beside the knobs before a run."},
	{"Iterations use budget", "dpals", []move{{"epsilon", 3}, {"k", 0}, {"iterations", 20}},
		"T is the number of iterations. This is the method as first published: 20 iterations divide one ε, so each has more noise. " +
			"After a few iterations the error rises again. The budget gauge fills release by release."},
	{"Limit and guarantee", tourMethod, []move{{"epsilon", 1}, {"k", 0}},
		"Charges of several runs add up. The panel of the data set shows their sum. A guarantee for all runs needs a limit that " +
			"was set before the first run. Next: press 2 for error against ε, 4 for what an attacker can learn."},
}

// tourPace is the time between two movements of a knob.
const tourPace = 90 * time.Millisecond

// tourMsg is the tick that moves a knob.
type tourMsg struct{ Ticket int }

// tuneScreen returns the screen of the tour.
func (m *Model) tuneScreen() *tune.Screen {
	for _, s := range m.Screens {
		if t, ok := s.(*tune.Screen); ok {
			return t
		}
	}
	panic("there is no Tune screen")
}

// startTour begins the tour, on synthetic ratings: where others are open it opens those first, so that nothing is charged.
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
			b.Complain("the tour needs synthetic ratings; start it with dpals --tour")
			return nil
		}
		return b.Open(tourSource)
	}
	return m.enterTour(0)
}

// enterTour begins step at, or ends the tour after the last one.
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

// tourLoaded begins the first step once the ratings of the tour are read.
func (m *Model) tourLoaded() tea.Cmd {
	m.tour.waiting = false
	if !m.Session.Loaded() {
		m.leaveTour()
		return nil
	}
	return m.enterTour(0)
}

// tourTick is the command that brings the next tick.
func (m *Model) tourTick() tea.Cmd {
	m.tour.ticket++
	ticket := m.tour.ticket
	return tea.Tick(tourPace, func(time.Time) tea.Msg { return tourMsg{ticket} })
}

// moveTourKnob moves the first knob that has not reached its value. When all have, a run follows as after any change of a
// knob.
func (m *Model) moveTourKnob(msg tourMsg) tea.Cmd {
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

// leaveTour ends the tour.
func (m *Model) leaveTour() {
	m.tour.open, m.tour.moving, m.tour.waiting = false, false, false
	m.tour.ticket++
	m.tuneScreen().EndTour()
	m.relayout()
}

// pressTour handles the keys of the tour; others keep their usual meaning.
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

// tourRows returns the height of the tour's panel, the same for all steps, so that the screen above keeps its size.
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

// drawTour draws the text of the step and its result.
func (m *Model) drawTour() string {
	th, s := m.Session.Theme, tourSteps[m.tour.at]
	w, h := m.frame.W, m.tourRows()
	if h == 0 {
		return ""
	}
	title := fmt.Sprintf("Tour, %d of %d: %s", m.tour.at+1, len(tourSteps), s.title)
	text := ui.PaintWrapped(s.text, w-4, th.Text)
	if m.tour.waiting {
		text = ui.PaintWrapped("Loading the synthetic ratings of the tour. They have no ledger, so nothing is charged.", w-4, th.Text)
	} else {
		text = append(text, ui.PaintWrapped(m.outcome(), w-4, th.Strong)...)
	}
	return canvas.Panel(th, w, h, title, "Enter next, ← back, Esc close", true, ui.Inset(text, w-2, h-2))
}

// outcome returns the error of the step beside the one before, or what it waits for.
func (m *Model) outcome() string {
	s := &m.Session.Runs
	switch r := s.Current; {
	case m.tour.moving:
		return "moving the knobs"
	case r.Training():
		return "training"
	case r == nil || math.IsNaN(r.Final()):
		return ""
	case s.Last == nil || math.IsNaN(s.Last.Final()):
		return fmt.Sprintf("validation RMSE %s", format.ShortRMSE(r.Final()))
	default:
		return fmt.Sprintf("validation RMSE %s, before %s", format.ShortRMSE(r.Final()), format.ShortRMSE(s.Last.Final()))
	}
}
