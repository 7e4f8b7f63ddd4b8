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
	favourites     = 10                     // how many are shown
	adviceInterval = 200 * time.Millisecond // between two looks at a model that is being trained
)

// modelled is a run of which the model can be looked at, as it is after the last step.
type modelled interface{ Model() method.Model }

var _ modelled = (*engine.History)(nil)

// moment is a run after some of its steps; the zero moment is none.
type moment struct {
	run, steps int
	ended      bool
}

// advice is what two models say to the person on the screen: the one of the run and, on request, the one that is not
// private.
type advice struct {
	session.Task[adviceKey, verdicts]
	last time.Time // when the models were asked
}

// verdicts are what the models say; nil where there is no such model yet. They are read only.
type verdicts struct{ mine, plain *verdict }

type adviceKey struct {
	Person      int // version of the person
	mine, plain moment
}

// verdict is what one model says. It is read only.
type verdict struct {
	at       moment
	name     string // of the method, and its ε
	private  bool
	list     people.Recommendations
	foretold []float64 // of the person's ratings, from the others
}

// expected is what the model of the run expects of the person's ratings; nil where that is not known.
func (a *advice) expected(person int) []float64 {
	if a.Value().mine == nil || a.Key().Person != person {
		return nil
	}
	return a.Value().mine.foretold
}

// advising is the run whose model is asked: the current one, or until that has a model the one before.
func (p *Screen) advising() *session.Run {
	for _, r := range []*session.Run{p.Runs.Current, p.Runs.Last} {
		if r != nil && len(r.Steps) > 0 {
			if _, ok := r.History.(modelled); ok {
				return r
			}
		}
	}
	return nil
}

// momentOf is where a run stands; the zero moment where it has no model.
func momentOf(r *session.Run) moment {
	if r == nil || len(r.Steps) == 0 {
		return moment{}
	}
	if _, ok := r.History.(modelled); !ok {
		return moment{}
	}
	return moment{r.Number, len(r.Steps), r.End != nil}
}

// advise is the command that asks the models, if they or the person are others than before. One is under way at a time;
// of a model that is trained on it looks a few times a second.
func (p *Screen) advise() tea.Cmd {
	a, mine, plain := &p.advice, p.advising(), (*session.Run)(nil)
	if p.comparing {
		plain = p.Runs.Reference
	}
	key := adviceKey{p.version, momentOf(mine), momentOf(plain)}
	if a.Running() || key == a.Key() || key.mine == (moment{}) && key.plain == (moment{}) {
		return nil
	}
	ask := func(r *session.Run, at moment, old *verdict) func(people.Person) *verdict {
		if at == (moment{}) || a.Key().Person == key.Person && old != nil && old.at == at {
			return func(people.Person) *verdict { return old }
		}
		train, source, name, private := p.Problem.Split.Train, r.History.(modelled), runName(r), r.Method.Private()
		return func(who people.Person) *verdict {
			m := source.Model()
			return &verdict{at, name, private, people.Recommend(m, who, train, favourites), people.PredictOwn(m, who, train)}
		}
	}
	var askMine, askPlain = ask(mine, key.mine, a.Value().mine), ask(plain, key.plain, p.plain())
	who, wait := p.who, time.Duration(0)
	if a.Key().Person == key.Person {
		wait = adviceInterval - time.Since(a.last)
	}
	return a.Request(p.Ctx, key, func(ctx context.Context) (verdicts, error) {
		pause(ctx, wait)
		return verdicts{mine: askMine(who), plain: askPlain(who)}, ctx.Err()
	})
}

// pause waits, unless the dashboard is left.
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

// advised lists what the models say.
func (p *Screen) advised() {
	p.advice.last = time.Now()
	p.listRatings()
	p.listPicks()
}

// plain is what the model without privacy says, while it is compared; nil else.
func (p *Screen) plain() *verdict {
	if !p.comparing {
		return nil
	}
	return p.advice.Value().plain
}

// runName is what a run is called beside another: its method and its ε.
func runName(r *session.Run) string {
	if e := r.Epsilon(); e != "" {
		return r.Method.Name + " ε " + e
	}
	return r.Method.Name
}
