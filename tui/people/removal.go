package people

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/engine"
	"dpals/engine/people"
	"dpals/tui/session"
)

// community is a method trained on everybody, to be compared with the same without somebody.
type community interface {
	Remove(ctx context.Context, user int, s people.Sample) (people.RemovalEffect, error)
}

var _ community = (*people.FullModel)(nil)

func gather(ctx context.Context, p engine.Problem, c engine.Config) (community, error) {
	y, err := people.TrainFull(ctx, p, c)
	if err != nil {
		return nil, err
	}
	return y, nil
}

// The stages of the experiment: each is a training.
const (
	gatherMine = iota
	withoutMine
	gatherPlain
	withoutPlain
	departed
)

// leave is the experiment of what changes for others when a user leaves: the run's method and, where both are compared,
// the one that is not private, each trained with the user and without under the same known noise, on one thread and only
// while nothing else trains. It is owned by the Update goroutine.
type leave struct {
	gather func(context.Context, engine.Problem, engine.Config) (community, error)
	delay  time.Duration // before a user leaves without being asked to
	atOnce int           // ratings, up to which they do

	work session.Task[leaveStage, stageResult] // the stage under way
	experiment
}

// experiment is how far it has come. The zero experiment has not begun.
type experiment struct {
	key      leaveKey // what it is about
	method   string   // of that run
	asked    bool     // by a person
	due      bool     // the person on the screen has stayed for a while
	waiting  bool     // for that
	stage    int
	mine     *people.RemovalEffect
	plain    *people.RemovalEffect
	err      error
	all      community // trained by the method of the run allRun
	allRun   int
	allPlain community
}

// leaveStage is one training of an experiment.
type leaveStage struct {
	key   leaveKey
	stage int
}

// stageResult is what a stage brings: a method trained on everybody, or what changes without the user.
type stageResult struct {
	all    community
	change people.RemovalEffect
}

// leaveKey is who leaves which run.
type leaveKey struct{ user, run int }

// departMsg comes when a person has stayed on the screen for a while.
type departMsg struct{ key leaveKey }

// leaveDelay is how long a person stays on the screen before leaving without being asked to.
const leaveDelay = 600 * time.Millisecond

// leaving is the run that the user leaves: one that is done.
func (p *Screen) leaving() *session.Run {
	for _, r := range []*session.Run{p.Runs.Current, p.Runs.Last} {
		if r != nil && r.End != nil && r.End.Outcome == engine.Done {
			return r
		}
	}
	return nil
}

// halt stops the experiment; it begins again when there is time for it.
func (l *leave) halt() {
	l.work.Stop()
}

// occupied reports whether something trains, which comes first.
func (p *Screen) occupied() bool { return len(p.Runs.Live) > 0 || p.Sweeping() }

// reset is the experiment before anybody has left.
func (l *leave) reset() {
	l.work.Reset()
	l.experiment = experiment{}
}

// byItself reports whether users leave without being asked to: where ratings are few, and the screen shows what was
// measured on them anyway.
func (p *Screen) byItself() bool {
	return p.Session.Ratings() <= p.leave.atOnce && p.CanCompare()
}

// depart is the command that carries the experiment on, where it is due and nothing else trains.
func (p *Screen) depart() tea.Cmd {
	l, r := &p.leave, p.leaving()
	key := leaveKey{user: p.who.User}
	if r != nil {
		key.run, l.method = r.Number, r.Method.Name
	}
	if key != l.key {
		l.halt()
		l.asked = l.asked && key.user == l.key.user && !p.departed() // and waits for this very run
		l.key, l.stage, l.mine, l.plain, l.err, l.due = key, gatherMine, nil, nil, nil, false
	}
	if p.occupied() {
		l.halt()
		return nil
	}
	if p.guest() || r == nil || l.work.Running() || p.departed() || l.err != nil {
		return nil
	}
	switch {
	case l.asked || l.due:
		return p.nextStage()
	case p.byItself() && !l.waiting:
		l.waiting = true
		return tea.Tick(l.delay, func(time.Time) tea.Msg { return departMsg{key} })
	}
	return nil
}

// departs takes the end of a wait; if it was for somebody else, the next begins.
func (p *Screen) departs(m departMsg) {
	p.leave.waiting = false
	p.leave.due = p.leave.due || m.key == p.leave.key
}

// stages is how many trainings the experiment takes.
func (p *Screen) stages() int {
	if p.leave.method == session.ReferenceMethod || !p.comparing {
		return gatherPlain
	}
	return departed
}

// departed reports whether all of them are done.
func (p *Screen) departed() bool { return p.leave.stage >= p.stages() }

// askToLeave begins the experiment now, or again after an error.
func (p *Screen) askToLeave() tea.Cmd {
	l := &p.leave
	switch {
	case p.guest():
		p.Say("the model was trained without you, so for others nothing changes")
	case p.leaving() == nil:
		p.Say("this can be tried once a run is done")
	case p.OnlyReleases():
		p.Say("only releases are shown, and this is none")
	case p.departed():
		p.Say("this is what changes: trained again without the user")
	case p.occupied():
		l.asked = true
		p.Say("starts when the training under way has ended")
	default:
		l.asked, l.err = true, nil
	}
	p.FocusOn(panelRemoval)
	return nil
}

// nextStage is the command of the stage that the experiment is at. What was trained on everybody serves for any user.
func (p *Screen) nextStage() tea.Cmd {
	l, r := &p.leave, p.leaving()
	if l.stage == gatherMine && (l.allRun == r.Number && l.all != nil) {
		l.stage = withoutMine
	}
	if l.stage == gatherPlain && l.allPlain != nil {
		l.stage = withoutPlain
	}
	seed := uint64(1)
	c := r.Config
	if l.stage >= gatherPlain {
		c = engine.Config{Method: session.ReferenceMethod}
	}
	c.Seed, c.Threads, c.Ledger, c.Keep = &seed, 1, nil, nil
	gather, problem, user := l.gather, p.Problem, l.key.user
	all := l.all
	if l.stage >= gatherPlain {
		all = l.allPlain
	}
	gathers := l.stage == gatherMine || l.stage == gatherPlain
	return l.work.Refresh(p.Ctx, leaveStage{l.key, l.stage}, func(ctx context.Context) (m stageResult, err error) {
		if gathers {
			m.all, err = gather(ctx, problem, c)
		} else {
			m.change, err = all.Remove(ctx, user, people.DefaultSample)
		}
		return m, err
	})
}

// takeStage takes the end of a stage.
func (p *Screen) takeStage() {
	l := &p.leave
	m := l.work.Value()
	if l.err = l.work.Err(); l.err != nil {
		return
	}
	switch l.stage {
	case gatherMine:
		l.all, l.allRun = m.all, l.key.run
	case withoutMine:
		l.mine = &m.change
	case gatherPlain:
		l.allPlain = m.all
	case withoutPlain:
		l.plain = &m.change
	}
	l.stage++
}
