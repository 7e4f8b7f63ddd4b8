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

	work session.Task[removalStage, stageResult] // the stage that trains
	removalState
}

// removalState is how far a removal has come. The zero value has not begun.
type removalState struct {
	key             removalKey // what it is about
	method          string     // of that run
	asked           bool       // by a key
	due             bool       // the delay has passed for the user on the screen
	waiting         bool       // the delay has begun
	stage           int        // the next one, or the one that trains
	effect          *people.RemovalEffect
	referenceEffect *people.RemovalEffect
	err             error
	full            fullModel // trained by the method of the run fullRun
	fullRun         int
	referenceFull   fullModel
}

// removalStage is one stage of the removal of a user.
type removalStage struct {
	key   removalKey
	stage int
}

// stageResult is what a stage brings: a model trained on all users, or the effect of the removal.
type stageResult struct {
	full   fullModel
	effect people.RemovalEffect
}

// removalKey is the user who is removed, and the number of the run they are removed from.
type removalKey struct{ user, run int }

// removalDueMsg comes when a user has been on the screen for the delay.
type removalDueMsg struct{ key removalKey }

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
	l.work.Stop()
}

// isTraining reports whether a run or a sweep trains. Both have priority.
func (p *Screen) isTraining() bool { return len(p.Runs.Live) > 0 || p.Sweeping() }

// reset returns to before the first stage, and forgets the full models.
func (l *removal) reset() {
	l.work.Reset()
	l.removalState = removalState{}
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
	}
	if p.isTraining() {
		l.stop()
		return nil
	}
	if p.isGuest() || r == nil || l.work.Running() || p.removalDone() || l.err != nil {
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
	seed := uint64(1)
	c := r.Config
	if l.stage >= stageReferenceFull {
		c = engine.Config{Method: session.ReferenceMethod}
	}
	c.Seed, c.Threads, c.Ledger, c.Keep = &seed, 1, nil, nil
	train, problem, user := l.train, p.Problem, l.key.user
	full := l.full
	if l.stage >= stageReferenceFull {
		full = l.referenceFull
	}
	trainsFull := l.stage == stageFull || l.stage == stageReferenceFull
	return l.work.Refresh(p.Ctx, removalStage{l.key, l.stage}, func(ctx context.Context) (result stageResult, err error) {
		if trainsFull {
			result.full, err = train(ctx, problem, c)
		} else {
			result.effect, err = full.Remove(ctx, user, people.DefaultSample)
		}
		return result, err
	})
}

// takeStage takes the result of a stage.
func (p *Screen) takeStage() {
	l := &p.removal
	m := l.work.Value()
	if l.err = l.work.Err(); l.err != nil {
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
