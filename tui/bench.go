package tui

import (
	"context"
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/themes"
)

// bench is what every screen works at: the problem, the runs of the session, the theme. It is owned by the Update
// goroutine.
type bench struct {
	ctx     context.Context
	options Options
	problem engine.Problem
	loading bool
	reading string // the name of what is being read
	failure error  // why there is no problem

	inFront func(screen string) bool // whether the screen of that name is the one that shows

	knobs      knobs
	preview    *engine.Preview // of the knobs as they stand, or stood a moment ago
	previewErr error           // in its place
	previews   int             // changes with both
	foreseeing bool            // a preview is being worked out

	session    session
	account    account
	lanes      lanes
	background background // a sweep that trains, or is about to; nil while none does
	failures   []failure
	tickets    int // ticks of reveals so far

	look
	note   string
	urgent bool // the note is an error

	themeChosen string // by hand; "" while it follows the terminal
}

// newBench is a session before anything is read or trained. It expects options that are filled.
func newBench(ctx context.Context, o Options, th *themes.Theme) *bench {
	return &bench{ctx: ctx, options: o, problem: o.Problem, knobs: newKnobs(o.methods, o.Config), look: look{theme: th}}
}

// handle takes the messages of the ratings, the knobs, the runs and the ledger, before the screens hear them.
func (b *bench) handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case loadedMsg:
		b.clearPreview()
		return b.consult()
	case foreseenMsg:
		return b.foreseen(msg)
	case accountMsg:
		return b.consulted(msg)
	case revealMsg:
		return b.revealed(msg)
	case startedMsg:
		return b.started(msg)
	case snapshotMsg:
		return b.taken(msg)
	}
	return nil
}

// publishable reports whether only releases are shown: where the errors are releases, to be published, nothing else that
// follows from the ratings stands beside them.
func (b *bench) publishable() bool { return b.knobs.fixed.PrivateMetrics != 0 }

// loaded reports whether there is something to train on.
func (b *bench) loaded() bool { return b.problem.Split != nil }

// ratings is the number of ratings that are trained on.
func (b *bench) ratings() int {
	if !b.loaded() {
		return 0
	}
	return b.problem.Split.Train.Count()
}

// say shows a sentence until the next key.
func (b *bench) say(format string, args ...any) {
	b.note, b.urgent = fmt.Sprintf(format, args...), false
}

// complain shows a sentence about what went wrong until the next key.
func (b *bench) complain(format string, args ...any) {
	b.note, b.urgent = fmt.Sprintf(format, args...), true
}

// train starts a run that becomes the current one.
func (b *bench) train(m *method.Method, c engine.Config) tea.Cmd {
	r := b.newRun(m, c)
	b.session.begin(r)
	b.giveWay()
	return b.launch(r, &b.lanes.front)
}

// compare starts a run that is a line of comparison: it waits for no knob and no knob waits for it.
func (b *bench) compare(m *method.Method) (*run, tea.Cmd) {
	r := b.newRun(m, engine.Config{Method: m.Name, Seed: b.options.Config.Seed, Threads: 1})
	b.session.register(r)
	return r, b.launch(r, &b.lanes.back)
}

func (b *bench) newRun(m *method.Method, c engine.Config) *run {
	settings, err := m.Settle(c.Settings)
	if err != nil { // the engine will say so too, in a run that failed
		settings = c.Settings
	}
	r := &run{method: m, config: c, settings: settings, simulation: m.Private() && c.Seed != nil}
	if m.Resolve != nil && err == nil {
		t := b.problem.Split.Train
		settings = m.Resolve(method.Public{Items: t.Items, Low: t.Low, High: t.High, Epsilon: c.Epsilon, Delta: c.Delta}, settings)
	}
	r.planned = int(settings["iterations"])
	return r
}

var errAbandoned = errors.New("superseded before it began")

// launch is the command that starts a run as soon as its lane is free.
func (b *bench) launch(r *run, l *lane) tea.Cmd {
	ctx, problem, launch := b.ctx, b.problem, b.options.launch
	number, config, abandoned := r.number, r.config, &r.abandoned
	return func() (msg tea.Msg) {
		defer func() {
			if v := recover(); v != nil {
				msg = startedMsg{run: number, err: panicError("the trainer", v)}
			}
		}()
		h, err := inLane(l, func() (follower, error) {
			if abandoned.Load() {
				return nil, errAbandoned
			}
			return launch(ctx, problem, config)
		})
		return startedMsg{run: number, history: h, err: err}
	}
}

// started follows a run that has begun, or ends one that has not.
func (b *bench) started(m startedMsg) tea.Cmd {
	r := b.session.live[m.run]
	if r == nil {
		return nil
	}
	if m.err != nil {
		end := engine.Ended{Outcome: engine.Failed, Err: m.err}
		if errors.Is(m.err, errAbandoned) {
			end.Outcome = engine.Cancelled
		} else {
			b.failed(r, m.err)
		}
		b.session.take(snapshotMsg{run: r.number, events: []engine.Event{end}})
		return nil
	}
	r.history = m.history
	r.nudge, r.release = m.history.Subscribe()
	if r.abandoned.Load() {
		r.history.Cancel()
	}
	return b.follow(r, time.Time{})
}

// taken adds a snapshot to its run and asks for the next one; a stale snapshot is dropped.
func (b *bench) taken(m snapshotMsg) tea.Cmd {
	r := b.session.take(m)
	if r == nil {
		return nil
	}
	cmds := []tea.Cmd{b.unveil(r)}
	if r.plan != nil && len(m.events) > 0 {
		cmds = append(cmds, b.consult())
	}
	if r.training() {
		return tea.Batch(append(cmds, b.follow(r, m.taken))...)
	}
	r.release()
	if r.end.Outcome == engine.Failed {
		b.failed(r, r.end.Err)
	}
	return tea.Batch(cmds...)
}

// frameInterval keeps snapshots to twenty a second.
const frameInterval = 50 * time.Millisecond

// follow is the command that waits until a run has something new and brings one snapshot.
func (b *bench) follow(r *run, last time.Time) tea.Cmd {
	number, from, history, nudge, charged := r.number, r.read, r.history, r.nudge, b.options.charged
	return func() tea.Msg {
		select {
		case <-nudge:
		case <-history.Done():
		}
		if rest := frameInterval - time.Since(last); rest > 0 {
			wait := time.NewTimer(rest)
			defer wait.Stop()
			select {
			case <-wait.C:
			case <-history.Done():
			}
		}
		// Progress first: the events then say at least as much.
		progress := history.Progress()
		m := snapshotMsg{run: number, from: from, events: history.Events(from), progress: progress, taken: time.Now()}
		m.held = heldOf(history, m.events, charged)
		return m
	}
}

// heldOf returns what the ledger holds of a run that has ended before its plan, as the last of its events tells: a step
// is charged ahead of its releases. It is nil where there is no ledger, or it cannot be read.
func heldOf(h follower, events []engine.Event, charged func(int64) ([]ledger.Release, error)) []ledger.Release {
	if len(events) == 0 || charged == nil {
		return nil
	}
	end, ended := events[len(events)-1].(engine.Ended)
	paid, known := h.(interface{ Account() int64 })
	if !ended || end.Outcome == engine.Done || !known || paid.Account() == 0 {
		return nil
	}
	held, err := charged(paid.Account())
	if err != nil {
		return nil
	}
	return held
}

// copy is the command that hands a text to the terminal's clipboard (OSC 52) and says so.
func (b *bench) copy(text string) tea.Cmd {
	return tea.Batch(tea.SetClipboard(text), func() tea.Msg { return copiedMsg{text} })
}

// methodSeries is the colour of a method.
func (b *bench) methodSeries(name string) int {
	for i, m := range b.options.methods {
		if m.Name == name {
			return i
		}
	}
	return len(b.options.methods)
}
