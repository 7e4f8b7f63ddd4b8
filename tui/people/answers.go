package people

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/people"
	"dpals/tui/session"
)

const (
	listLength  = 10                     // recommendations in a list
	askInterval = 200 * time.Millisecond // between two reads of a model that is being trained
)

// modelSource is a run that gives its model, as it is after the latest iteration.
type modelSource interface{ Model() method.Model }

var _ modelSource = (*engine.History)(nil)

// runState is a run after some of its iterations; the zero value is no run.
type runState struct {
	number, iterations int
	ended              bool
}

// answers is what two models answer for the person on the screen: that of the run and, on request, that of the non-private
// reference.
type answers struct {
	session.Task[answersKey, modelAnswers]
	last time.Time // when the models were asked
}

// modelAnswers are what the models answer; nil where there is no such model yet. They are read only.
type modelAnswers struct{ run, reference *modelAnswer }

type answersKey struct {
	person         int // Screen.version
	run, reference runState
}

// modelAnswer is what one model answers. It is read only.
type modelAnswer struct {
	at        runState
	name      string // the method, and its ε
	private   bool
	list      people.Recommendations
	predicted []float64 // the person's ratings, each from the others
}

// predicted returns the run's predictions of the person's ratings; nil where they are not known. person is Screen.version.
func (a *answers) predicted(person int) []float64 {
	if a.Value().run == nil || a.Key().person != person {
		return nil
	}
	return a.Value().run.predicted
}

// answeringRun returns the run whose model is asked: the current one, or the one before until that has a model.
func (p *Screen) answeringRun() *session.Run {
	for _, r := range []*session.Run{p.Runs.Current, p.Runs.Last} {
		if r != nil && len(r.Iterations) > 0 {
			if _, ok := r.History.(modelSource); ok {
				return r
			}
		}
	}
	return nil
}

// stateOf returns the state of a run; the zero value where it has no model.
func stateOf(r *session.Run) runState {
	if r == nil || len(r.Iterations) == 0 {
		return runState{}
	}
	if _, ok := r.History.(modelSource); !ok {
		return runState{}
	}
	return runState{r.Number, len(r.Iterations), r.End != nil}
}

// askModels is the command that asks the models, if they or the person have changed. One runs at a time; a model that is
// being trained is asked a few times a second.
func (p *Screen) askModels() tea.Cmd {
	a, run, reference := &p.answers, p.answeringRun(), (*session.Run)(nil)
	if p.comparing {
		reference = p.Runs.Reference
	}
	key := answersKey{p.version, stateOf(run), stateOf(reference)}
	if a.Running() || key == a.Key() || key.run == (runState{}) && key.reference == (runState{}) {
		return nil
	}
	ask := func(r *session.Run, at runState, old *modelAnswer) func(people.Person) *modelAnswer {
		if at == (runState{}) || a.Key().person == key.person && old != nil && old.at == at {
			return func(people.Person) *modelAnswer { return old }
		}
		train, source, name, private := p.Problem.Split.Train, r.History.(modelSource), runName(r), r.Method.Private()
		return func(person people.Person) *modelAnswer {
			m := source.Model()
			return &modelAnswer{at, name, private, people.Recommend(m, person, train, listLength), people.PredictOwn(m, person, train)}
		}
	}
	var askRun, askReference = ask(run, key.run, a.Value().run), ask(reference, key.reference, p.referenceAnswer())
	person, wait := p.person, time.Duration(0)
	if a.Key().person == key.person {
		wait = askInterval - time.Since(a.last)
	}
	return a.Request(p.Ctx, key, func(ctx context.Context) (modelAnswers, error) {
		pause(ctx, wait)
		return modelAnswers{run: askRun(person), reference: askReference(person)}, ctx.Err()
	})
}

// pause waits, until ctx ends at the latest.
func pause(ctx context.Context, wait time.Duration) {
	if wait <= 0 {
		return
	}
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

// takeAnswers lists what the models answer.
func (p *Screen) takeAnswers() {
	p.answers.last = time.Now()
	p.listRatings()
	p.listRecommendations()
}

// referenceAnswer returns what the non-private reference answers, while it is compared; nil else.
func (p *Screen) referenceAnswer() *modelAnswer {
	if !p.comparing {
		return nil
	}
	return p.answers.Value().reference
}

// runName returns the name of a run beside another: its method and its ε.
func runName(r *session.Run) string {
	if e := r.Epsilon(); e != "" {
		return r.Method.Name + " ε " + e
	}
	return r.Method.Name
}
