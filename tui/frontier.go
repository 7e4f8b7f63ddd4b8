package tui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/sweep"
)

// The panels of the Frontier screen.
const (
	frontierCurves = iota
	frontierSweep
	frontierPoints
)

// frontier is the screen of error against ε: several methods, many runs, the trade-off at a glance. A sweep fills it in
// while it trains in the background.
type frontier struct {
	*bench
	board
	actions[*frontier]

	live   *liveSweep // nil while none trains
	sweeps int        // begun so far

	lens   lens
	points list[sweepPoint]
	picked string // the line that the crosshair reads, by its name

	form       sweepForm
	all        []keptSweep // of the ratings at hand that have something to show, latest first
	unfinished []keptSweep // those to be resumed
	seen       foresight   // of what the form means, or meant a moment ago
	seenOf     int         // the form's generation that it belongs to; -1 before the first
	starting   startWish   // once it is known what the sweep costs
	asking     startWish   // to spend what it costs; startNothing while nothing is asked

	// Commands at work.
	foreseeing, recalling bool
	recallStale           bool // something has happened since recalling began

	shot    *sweep.Snapshot // the sweep that is shown; nil while there is none
	due     time.Time       // when it will be done; zero where unknown
	trouble error           // why a sweep did not begin
	version int             // changes with all that is drawn but the lens, the list and the form
}

// startWish is what is to be done once it is known what a sweep costs.
type startWish int

const (
	startNothing startWish = iota
	startResumed           // what is left
	startFresh             // everything, also what was done before
)

func newFrontier(b *bench) *frontier {
	f := &frontier{bench: b, form: newSweepForm(b.options.methods, b.options.Config.Seed, processors(b.options.Config.Threads), b.options.Config.PrivateMetrics != 0), points: newPoints(), seenOf: -1}
	f.board = newBoard(&b.look, f.arrange)
	f.actions = bind(b.options.Keys, f, frontierKeys(), scrollKeys[*frontier](), listKeys[*frontier](), lensKeys[*frontier](), panelKeys[*frontier]())
	return f
}

func (f *frontier) name() string { return frontierScreen }

func (f *frontier) charting() *lens {
	if f.focus == frontierPoints { // its keys sort and filter there
		return nil
	}
	return &f.lens
}

func (f *frontier) aiming() bool { return f.focus == frontierCurves }

func (f *frontier) scrolling() scroller {
	switch {
	case f.focus == frontierPoints:
		return &f.points
	case f.filling():
		return &f.form
	}
	return nil
}

func (f *frontier) listing() lister {
	if f.focus == frontierPoints {
		return &f.points
	}
	return nil
}

// filling reports whether the form has the focus: it gives way to the progress of a sweep.
func (f *frontier) filling() bool { return f.focus == frontierSweep && !f.sweeping() }

func (f *frontier) typing() bool { return f.form.edit.open || f.points.typing() }

// arrange gives the chart the left side; in one column, the top, and of the panels below it the one with the focus the
// most.
func (f *frontier) arrange(b rect) []rect {
	at := make([]rect, 3)
	if b.W < wideFrom {
		const folded = 3 // one line in its frame
		at[frontierCurves], b = b.top(b.H * 11 / 20)
		if f.focus == frontierPoints {
			at[frontierSweep], at[frontierPoints] = b.top(folded)
		} else {
			at[frontierSweep], at[frontierPoints] = b.top(b.H - folded)
		}
		return at
	}
	at[frontierCurves], b = b.left(b.W - min(max(46, b.W*3/8), 72))
	at[frontierSweep], at[frontierPoints] = b.top(b.H * 11 / 20)
	return at
}

func (f *frontier) shown() tea.Cmd { return tea.Batch(f.recall(), f.foresee()) }

func (f *frontier) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case loadedMsg:
		return f.reopen()
	case startedMsg, snapshotMsg:
		f.giveWay()
	case sweepBegunMsg:
		return f.begun(msg)
	case sweptMsg:
		return f.follow(msg)
	case foreseenSweepMsg:
		return f.foreseen(msg)
	case keptSweepsMsg:
		return f.recalled(msg)
	case lookedMsg:
		return f.looked(msg)
	case sweepKnobsMsg:
		return f.sweepKnobs(msg)
	}
	return nil
}

// reopen begins with other ratings: a sweep over those before stops, and can be resumed when they are opened again.
func (f *frontier) reopen() tea.Cmd {
	if s := f.live; s != nil {
		s.elsewhere = true
		s.stop()
		f.say("the sweep over the ratings before has stopped; it can be resumed when they are opened again")
	}
	f.show(nil)
	f.all, f.unfinished, f.seen, f.trouble, f.asking, f.starting = nil, nil, foresight{}, nil, startNothing, startNothing
	f.form.offer(0)
	f.form.changed()
	f.lens = lens{version: f.lens.version + 1}
	return tea.Batch(f.recall(), f.foresee())
}

// show draws a sweep as it stands.
func (f *frontier) show(s *sweep.Snapshot) {
	f.shot = s
	f.version++
	f.points.set(f.rowsOf(s), samePoint)
	f.chart() // so that the crosshair knows where it can stand
}

func (f *frontier) begun(m sweepBegunMsg) tea.Cmd {
	mine := f.live != nil && f.live.number == m.number
	elsewhere := mine && f.live.elsewhere
	cmd := f.sweepBegun(m)
	if !mine || elsewhere {
		return cmd
	}
	f.version++
	if m.err != nil {
		f.trouble = m.err
		f.form.changed()
		return tea.Batch(cmd, f.foresee())
	}
	f.trouble, f.due = nil, time.Time{}
	before := m.before
	before.Status = sweep.Running
	f.show(&before)
	return cmd
}

func (f *frontier) follow(m sweptMsg) tea.Cmd {
	s := f.live
	if s == nil || s.number != m.number {
		return nil
	}
	elsewhere := s.elsewhere
	cmd := f.swept(m)
	if !elsewhere {
		if f.shot == nil || f.shot.Done != m.snapshot.Done || f.due.IsZero() {
			f.due = time.Time{}
			if m.snapshot.Remaining > 0 {
				f.due = m.taken.Add(m.snapshot.Remaining)
			}
		}
		f.show(&m.snapshot)
	}
	if m.ended {
		f.version++
		f.form.changed()
		return tea.Batch(cmd, f.recall(), f.foresee())
	}
	return cmd
}

func (f *frontier) foreseen(m foreseenSweepMsg) tea.Cmd {
	f.foreseeing = false
	f.seen, f.seenOf = m.foresight, m.generation
	f.version++
	if m.generation != f.form.generation {
		return f.foresee()
	}
	if wish := f.starting; wish != startNothing {
		f.starting = startNothing
		return f.start(wish)
	}
	return nil
}

// known reports whether what the form means, as it stands, has been worked out.
func (f *frontier) known() bool { return f.seenOf == f.form.generation }

func (f *frontier) recalled(m keptSweepsMsg) tea.Cmd {
	f.recalling = false
	if f.recallStale || !f.loaded() || m.fingerprint != f.problem.Fingerprint {
		return f.recall()
	}
	f.all, f.unfinished = m.all, nil
	for _, k := range m.unfinished {
		if !f.sweeping() || f.shot == nil || k.id != f.shot.ID {
			f.unfinished = append(f.unfinished, k)
		}
	}
	f.form.offer(len(f.unfinished))
	f.version++
	switch {
	case m.err != nil:
		f.complain("the sweeps that were kept cannot be read: %s", firstLine(m.err))
	case m.latest != nil && f.shot == nil && !f.sweeping():
		f.form.adopt(m.latest.Spec)
		f.show(m.latest)
	}
	return f.foresee()
}

// start trains the sweep that is meant, once it is known what it costs; where the ratings have a limit it asks first,
// and spend answers.
func (f *frontier) start(wish startWish) tea.Cmd {
	switch {
	case f.sweeping():
		f.say("a sweep trains already")
		return nil
	case !f.loaded():
		return nil
	case !f.known():
		f.starting = wish
		return f.foresee()
	case f.seen.err != nil:
		f.complain("%s", firstLine(f.seen.err))
		return nil
	}
	if row := f.form.focused(); row.kind == rowResume && row.at < len(f.unfinished) && f.unfinished[row.at].busy {
		f.complain("sweep %d is under way in another process", f.unfinished[row.at].id)
		return nil
	}
	if wish == startResumed && f.seen.left == 0 && f.shot != nil && f.shot.ID == f.seen.kept {
		f.say("all %s are done: n trains them anew", plural(f.seen.of, "run"))
		return nil
	}
	if f.limited(wish) != nil {
		f.asking = wish
		f.version++
		return nil
	}
	return f.train(wish)
}

// spend trains what was asked about.
func (f *frontier) spend() tea.Cmd { return f.train(f.asking) }

func (f *frontier) train(wish startWish) tea.Cmd {
	f.asking, f.trouble = startNothing, nil
	f.version++
	f.lens.low, f.lens.high = 0, 0
	return f.sweepNow(f.meant(), f.form.jobs, wish == startFresh)
}

// limited is what the sweep costs ratings that have a limit; nil where none has, or nothing is spent.
func (f *frontier) limited(wish startWish) *sweep.Cost {
	costs := f.seen.costs
	if wish == startFresh {
		costs = f.seen.whole
	}
	if i := slices.IndexFunc(costs, func(c sweep.Cost) bool { return c.Limit != nil }); i >= 0 {
		return &costs[i]
	}
	return nil
}

// sweepKnobs begins a sweep of the method and the knobs that Tune has.
func (f *frontier) sweepKnobs(m sweepKnobsMsg) tea.Cmd {
	if f.sweeping() {
		f.say("a sweep trains already")
		return nil
	}
	f.form.only(m.method, m.settings)
	f.focusOn(frontierSweep)
	return f.start(startResumed)
}
