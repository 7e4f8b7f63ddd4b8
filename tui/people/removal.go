package people

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/engine"
	"dpals/engine/people"
	"dpals/tui/session"
)

// fullModel is a model trained on all users, which is compared with one trained without a user.
type fullModel interface {
	Remove(ctx context.Context, user int, s people.Sample) (people.RemovalEffect, error)
}

var _ fullModel = (*people.FullModel)(nil)

// trainFull trains a fullModel.
func trainFull(ctx context.Context, p engine.Problem, c engine.Config) (fullModel, error) {
	m, err := people.TrainFull(ctx, p, c)
	if err != nil {
		return nil, err
	}
	return m, nil
}

// The stages of a removal. Each is one training.
const (
	stageFull = iota
	stageWithout
	stageReferenceFull
	stageReferenceWithout
	allStages
)

// removal measures the effect of removing a user on others: the run's method and, where both are compared, the non-private
// reference are each trained with the user and without, with the same simulated noise, on one thread and only while no run
// trains. It is owned by the Update goroutine.
type removal struct {
	train     func(context.Context, engine.Problem, engine.Config) (fullModel, error)
	delay     time.Duration // for which a user is on the screen before the removal starts without a key
	autoLimit int           // ratings, up to which it starts without a key

	key             removalKey // what it is about
	method          string     // of that run
	asked           bool       // by a key
	due             bool       // the delay has passed for the user on the screen
	waiting         bool       // the delay has begun
	running         bool       // a stage trains
	stage           int        // the next one, or the one that trains
	cancel          context.CancelFunc
	ticket          int // of the stage that trains: the results of earlier ones are dropped
	effect          *people.RemovalEffect
	referenceEffect *people.RemovalEffect
	err             error
	full            fullModel // trained by the method of the run fullRun
	fullRun         int
	referenceFull   fullModel
	version         int
}

// removalKey is the user who is removed, and the number of the run they are removed from.
type removalKey struct{ user, run int }

// removalDueMsg comes when a user has been on the screen for the delay.
type removalDueMsg struct{ key removalKey }

// stageMsg ends a stage.
type stageMsg struct {
	ticket int
	full   fullModel
	effect people.RemovalEffect
	err    error
}

// removalDelay is how long a user is on the screen before their removal starts without a key.
const removalDelay = 600 * time.Millisecond

// removalRun returns the run that the user is removed from, which has finished; nil where there is none.
func (p *Screen) removalRun() *session.Run {
	for _, r := range []*session.Run{p.Runs.Current, p.Runs.Last} {
		if r != nil && r.End != nil && r.End.Outcome == engine.Done {
			return r
		}
	}
	return nil
}

// stop cancels the stage that trains; it starts again when no run trains.
func (l *removal) stop() {
	if l.cancel != nil {
		l.cancel()
		l.cancel = nil
		l.version++
	}
	l.running = false
	l.ticket++
}

// isTraining reports whether a run or a sweep trains. Both have priority.
func (p *Screen) isTraining() bool { return len(p.Runs.Live) > 0 || p.Sweeping() }

// reset returns the removal before its first stage.
func (l *removal) reset() removal {
	return removal{train: l.train, delay: l.delay, autoLimit: l.autoLimit, ticket: l.ticket}
}

// startsByItself reports whether a removal starts without a key: on small data, and where the screen may show what is
// computed from ratings.
func (p *Screen) startsByItself() bool {
	return p.Session.Ratings() <= p.removal.autoLimit && p.CanCompare()
}

// continueRemoval returns the command of the next stage, if it is due and no run trains.
func (p *Screen) continueRemoval() tea.Cmd {
	l, r := &p.removal, p.removalRun()
	key := removalKey{user: p.person.User}
	if r != nil {
		key.run, l.method = r.Number, r.Method.Name
	}
	if key != l.key {
		l.stop()
		l.asked = l.asked && key.user == l.key.user && !p.removalDone() // and waits for this run
		l.key, l.stage, l.effect, l.referenceEffect, l.err, l.due = key, stageFull, nil, nil, nil, false
		l.version++
	}
	if p.isTraining() {
		if l.running {
			l.stop()
		}
		return nil
	}
	if p.isGuest() || r == nil || l.running || p.removalDone() || l.err != nil {
		return nil
	}
	switch {
	case l.asked || l.due:
		return p.nextStage()
	case p.startsByItself() && !l.waiting:
		l.waiting = true
		return tea.Tick(l.delay, func(time.Time) tea.Msg { return removalDueMsg{key} })
	}
	return nil
}

// takeRemovalDue takes the end of a delay. If it was for another user, the next delay begins.
func (p *Screen) takeRemovalDue(m removalDueMsg) {
	p.removal.waiting = false
	p.removal.due = p.removal.due || m.key == p.removal.key
}

// stages returns the number of stages.
func (p *Screen) stages() int {
	if p.removal.method == session.ReferenceMethod || !p.comparing {
		return stageReferenceFull
	}
	return allStages
}

// removalDone reports whether all stages are done.
func (p *Screen) removalDone() bool { return p.removal.stage >= p.stages() }

// requestRemoval starts the removal now, or again after an error.
func (p *Screen) requestRemoval() tea.Cmd {
	l := &p.removal
	switch {
	case p.isGuest():
		p.Say("no effect on others: the model was trained without you")
	case p.removalRun() == nil:
		p.Say("no finished run yet: the removal needs one")
	case p.OnlyReleases():
		p.Say("only releases are shown, and this effect is not one")
	case p.removalDone():
		p.Say("done: the panel shows the effect")
	case p.isTraining():
		l.asked = true
		p.Say("starts when training finishes")
	default:
		l.asked, l.err = true, nil
	}
	l.version++
	p.FocusOn(panelRemoval)
	return nil
}

// nextStage returns the command of the next stage. A model trained on all users serves for the removal of any user.
func (p *Screen) nextStage() tea.Cmd {
	l, r := &p.removal, p.removalRun()
	if l.stage == stageFull && (l.fullRun == r.Number && l.full != nil) {
		l.stage = stageWithout
	}
	if l.stage == stageReferenceFull && l.referenceFull != nil {
		l.stage = stageReferenceWithout
	}
	ctx, cancel := context.WithCancel(p.Ctx)
	l.cancel, l.running = cancel, true
	l.ticket++
	l.version++
	seed := uint64(1)
	c := r.Config
	if l.stage >= stageReferenceFull {
		c = engine.Config{Method: session.ReferenceMethod}
	}
	c.Seed, c.Threads, c.Ledger, c.Keep = &seed, 1, nil, nil
	train, problem, ticket, user := l.train, p.Problem, l.ticket, p.person.User
	if l.stage == stageFull || l.stage == stageReferenceFull {
		return runStage(ticket, func() (m stageMsg) {
			m.full, m.err = train(ctx, problem, c)
			return m
		})
	}
	full := l.full
	if l.stage == stageReferenceWithout {
		full = l.referenceFull
	}
	return runStage(ticket, func() (m stageMsg) {
		m.effect, m.err = full.Remove(ctx, user, people.DefaultSample)
		return m
	})
}

// runStage returns the command that runs a stage.
func runStage(ticket int, work func() stageMsg) tea.Cmd {
	return func() (msg tea.Msg) {
		defer func() {
			if v := recover(); v != nil {
				msg = stageMsg{ticket: ticket, err: session.PanicError("training without the user", v)}
			}
		}()
		m := work()
		m.ticket = ticket
		return m
	}
}

// takeStage takes the end of a stage.
func (p *Screen) takeStage(m stageMsg) {
	l := &p.removal
	if m.ticket != l.ticket || !l.running {
		return
	}
	l.cancel()
	l.cancel, l.running = nil, false
	l.version++
	if l.err = m.err; m.err != nil {
		return
	}
	switch l.stage {
	case stageFull:
		l.full, l.fullRun = m.full, l.key.run
	case stageWithout:
		l.effect = &m.effect
	case stageReferenceFull:
		l.referenceFull = m.full
	case stageReferenceWithout:
		l.referenceEffect = &m.effect
	}
	l.stage++
}
