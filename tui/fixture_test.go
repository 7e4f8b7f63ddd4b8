package tui

import (
	"context"
	"errors"
	"fmt"

	"math"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/loaders"
)

// Methods with fixed numbers stand in for the registry's, so that what the screen shows depends on the screen alone.
var (
	fakePrivate = &method.Method{
		Name: "dpals", Summary: "private alternating least squares", Trust: method.TrustJoint, Iterative: true,
		Parameters: []method.Parameter{
			{Name: "k", Symbol: "k", Meaning: "ratings per user that train the items", Low: 1, High: 1000, Step: 1.5, Log: true, Integer: true, Zero: "all", Main: true},
			{Name: "iterations", Symbol: "T", Meaning: "alternations of a user step and an item step", Low: 1, High: 20, Default: method.Auto, Step: 1, Integer: true, Auto: true, Main: true},
			{Name: "beta", Symbol: "β", Meaning: "share of the items that is trained, the most rated first", Low: 0.01, High: 1, Default: 1, Step: 0.05, Main: true},
			{Name: "rank", Symbol: "r", Meaning: "length of the user and item factors", Low: 1, High: 512, Default: 8, Step: 2, Log: true, Integer: true},
			{Name: "sampling", Meaning: "which ratings train the items", Choices: []string{"weights", "uniform", "adaptive"}},
			{Name: "weight-exponent", Symbol: "p", Meaning: "a rating's weight grows with its item's count to this power", Low: -1, High: 0, Default: -0.25, Step: 0.05,
				Disabled: func(s method.Settings) string {
					if s["sampling"] != 0 {
						return "only for sampling by weights"
					}
					return ""
				}},
			{Name: "clip-rating", Symbol: "Γ_M", Meaning: "largest centred rating in the item step", Low: 0.01, High: 100, Default: 1, Step: 1.25, Log: true},
		},
		Resolve: func(_ method.Public, s method.Settings) method.Settings {
			out := method.Settings{}
			for name, v := range s {
				out[name] = v
			}
			if out["iterations"] == method.Auto {
				out["iterations"] = 3
			}
			return out
		},
		Plan: func(_ method.Public, s method.Settings) ([]accounting.Request, error) {
			requests := []accounting.Request{{Name: "counts", Kind: "counts", Claim: accounting.UserSum("docs/privacy/counts.md", accounting.RatedItems, accounting.L2), Sensitivity: 1, Weight: 0.1, Dimension: 1}}
			for t := 1; t <= int(s["iterations"]); t++ {
				requests = append(requests,
					accounting.Request{Name: fmt.Sprintf("gram %d", t), Kind: "gram", Claim: accounting.UserSum("docs/privacy/gram.md", accounting.Ratings, accounting.L2), Sensitivity: 1, Weight: 0.2, Dimension: 1},
					accounting.Request{Name: fmt.Sprintf("rhs %d", t), Kind: "rhs", Claim: accounting.UserSum("docs/privacy/rhs.md", accounting.Ratings, accounting.L2), Sensitivity: 1.5, Weight: 0.8, Dimension: 1})
			}
			return requests, nil
		},
		Forecast: func(*loaders.Ratings, method.Settings, *accounting.Plan) method.Forecast {
			return method.Forecast{NoiseMedian: 0.31, NoiseRarest: 4.8, RatingsFraction: 1, ItemsFraction: 1}
		},
		Published: func(method.Settings, *accounting.Plan, float64) float64 { return 1.23 },
	}
	fakeCeiling = &method.Method{Name: "als", Summary: "alternating least squares", Trust: method.TrustNone, Iterative: true,
		Parameters: []method.Parameter{
			{Name: "iterations", Symbol: "T", Meaning: "alternations of a user step and an item step", Low: 1, High: 20, Default: 10, Step: 1, Integer: true, Main: true},
		}}
	fakeFloor = &method.Method{Name: "user-mean", Summary: "each user's own mean", Trust: method.TrustJoint}
)

// fakeForesee is engine.Foresee for the methods above.
func fakeForesee(p engine.Problem, c engine.Config) (*engine.Preview, error) {
	for _, m := range []*method.Method{fakePrivate, fakeCeiling, fakeFloor} {
		if m.Name != c.Method {
			continue
		}
		settings, err := m.Settle(c.Settings)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", engine.ErrConfig, err)
		}
		v := &engine.Preview{Method: m, Config: c, Settings: settings}
		plan := m.Plan
		if c.PrivateMetrics != 0 {
			plan = engine.PrivateMetrics(m, c.PrivateMetrics, nil, nil).Plan
		}
		if plan == nil {
			return v, nil
		}
		if m.Resolve != nil {
			v.Settings = m.Resolve(method.Public{}, settings)
		}
		requests, err := plan(method.Public{}, v.Settings)
		if err != nil {
			return nil, err
		}
		acc, err := accounting.AccountantNamed(c.Accountant)
		if err != nil {
			return nil, err
		}
		if v.Plan, err = accounting.NewPlan(acc, c.Epsilon, c.Delta, requests); err != nil {
			return nil, err
		}
		if m.Published != nil {
			v.Published = m.Published(v.Settings, v.Plan, c.Delta)
			v.Forecast = m.Forecast(p.Split.Train, v.Settings, v.Plan)
		}
		return v, nil
	}
	return nil, errors.New("no such method")
}

// fakeProblem has the size of ML-1M and no ratings worth training on.
func fakeProblem(ratings int) engine.Problem {
	part := func(n int) *loaders.Ratings {
		return &loaders.Ratings{
			Users: 6040, Items: 3706, Ptr: make([]int64, 6041), Item: make([]uint32, n), Value: make([]float32, n),
			Low: 1, High: 5, Origin: loaders.Origin{Source: "ml-1m"},
		}
	}
	return engine.Problem{Name: "ml-1m", Split: &loaders.Split{
		Train: part(ratings), Valid: part(ratings / 8), Test: part(ratings / 8), Protocol: loaders.DefaultProtocol,
	}}
}

// fakeRun is a follower that the test writes.
type fakeRun struct {
	events    []engine.Event
	progress  engine.Progress
	nudge     chan struct{}
	done      chan struct{}
	cancelled bool
}

func newFakeRun() *fakeRun {
	return &fakeRun{nudge: make(chan struct{}, 1), done: make(chan struct{})}
}

func (f *fakeRun) Events(from int) []engine.Event       { return f.events[min(from, len(f.events)):] }
func (f *fakeRun) Progress() engine.Progress            { return f.progress }
func (f *fakeRun) Subscribe() (<-chan struct{}, func()) { return f.nudge, func() {} }
func (f *fakeRun) Done() <-chan struct{}                { return f.done }
func (f *fakeRun) Cancel()                              { f.cancelled = true }

// bed is a dashboard driven by messages; commands are dropped, their messages are written by the test.
type bed struct {
	t testing.TB
	m *model
}

func fakeOptions() Options {
	return Options{
		Problem: fakeProblem(800_167), Config: engine.Config{Threads: 2}, Theme: "dark", Mouse: true,
		methods: []*method.Method{fakePrivate, fakeCeiling, fakeFloor},
		foresee: fakeForesee,
		launch: func(context.Context, engine.Problem, engine.Config) (follower, error) {
			return newFakeRun(), nil
		},
	}
}

func newBed(t testing.TB, w, h int, o Options) *bed {
	t.Helper()
	m, err := newModel(t.Context(), o.fill())
	if err != nil {
		t.Fatal(err)
	}
	b := &bed{t: t, m: m}
	m.Init()
	b.send(tea.WindowSizeMsg{Width: w, Height: h})
	b.foresee()
	b.consult()
	return b
}

func (b *bed) send(messages ...tea.Msg) (last tea.Cmd) {
	for _, msg := range messages {
		_, last = b.m.Update(msg)
	}
	return last
}

func (b *bed) tune() *tune { return b.m.screens[0].(*tune) }

// goTo brings a screen to the front and returns it.
func (b *bed) goTo(name string) screen {
	b.t.Helper()
	for i, s := range b.m.screens {
		if s.name() == name {
			b.m.goTo(i)
			return s
		}
	}
	b.t.Fatalf("there is no screen %q", name)
	return nil
}

// foresee brings the consequences of the knobs as they stand.
func (b *bed) foresee() {
	t := b.tune()
	if !t.loaded() {
		return
	}
	v, err := t.options.foresee(t.problem, t.knobs.config())
	b.send(foreseenMsg{t.knobs.generation, v, err})
}

// consult brings what the ledger says, if there is one.
func (b *bed) consult() {
	if o := b.m.bench.options; o.status != nil && b.m.bench.loaded() {
		s, err := o.status(b.m.bench.problem.Fingerprint)
		b.send(accountMsg{s, err})
	}
}

var namedKeys = map[string]tea.Key{
	"left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight}, "up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown},
	"shift+left": {Code: tea.KeyLeft, Mod: tea.ModShift}, "shift+right": {Code: tea.KeyRight, Mod: tea.ModShift},
	"enter": {Code: tea.KeyEnter}, "esc": {Code: tea.KeyEscape}, "tab": {Code: tea.KeyTab},
	"shift+tab": {Code: tea.KeyTab, Mod: tea.ModShift}, "backspace": {Code: tea.KeyBackspace},
	"space": {Code: tea.KeySpace, Text: " "}, "ctrl+c": {Code: 'c', Mod: tea.ModCtrl},
	"pgup": {Code: tea.KeyPgUp}, "pgdown": {Code: tea.KeyPgDown}, "home": {Code: tea.KeyHome}, "end": {Code: tea.KeyEnd},
	"delete": {Code: tea.KeyDelete},
}

// press presses keys by the names of the key table.
func (b *bed) press(keys ...string) (last tea.Cmd) {
	for _, name := range keys {
		key, ok := namedKeys[name]
		if !ok {
			key = tea.Key{Code: []rune(name)[0], Text: name}
		}
		last = b.send(tea.KeyPressMsg(key))
	}
	return last
}

// begin lets a run of this number report what it plans.
func (b *bed) begin(r *run) *fakeRun {
	f := newFakeRun()
	b.send(startedMsg{run: r.number, history: f})
	v, err := b.tune().options.foresee(b.tune().problem, r.config)
	if err != nil {
		b.t.Fatal(err)
	}
	b.report(r, engine.Started{Method: r.method.Name, Plan: v.Plan})
	return f
}

// report brings a snapshot of a run with these events.
func (b *bed) report(r *run, events ...engine.Event) {
	b.send(snapshotMsg{run: r.number, from: r.read, events: events, progress: r.progress})
}

// charge pays the next n releases of a run's plan, as far as there are any.
func (b *bed) charge(r *run, n int) {
	total := 0.0
	for _, c := range r.charges {
		total += c.Mu * c.Mu
	}
	if r.plan == nil {
		return
	}
	for range min(n, len(r.plan.Releases)-len(r.charges)) {
		release := r.plan.Releases[len(r.charges)]
		total += release.Mu * release.Mu
		epsilon, err := r.plan.Accountant.Epsilon(math.Sqrt(total), r.plan.Delta)
		if err != nil {
			b.t.Fatal(err)
		}
		b.report(r, engine.Released{Charge: accounting.Charge{Release: release, SpentMu: math.Sqrt(total), SpentEpsilon: epsilon}})
	}
}

// stepTo brings the error after a step.
func (b *bed) stepTo(r *run, step, of int, train, valid float64) {
	_, epsilon := r.charged()
	b.report(r, engine.Iterated{T: step, Of: of, TrainRMSE: train, ValidRMSE: valid, Epsilon: epsilon, Elapsed: time.Duration(step) * 400 * time.Millisecond})
}

// releaseTo brings a step whose error is released.
func (b *bed) releaseTo(r *run, step, of int, valid, deviation float64) {
	_, epsilon := r.charged()
	b.report(r, engine.Iterated{T: step, Of: of, TrainRMSE: math.NaN(), ValidRMSE: valid, Private: true, Deviation: deviation,
		Epsilon: epsilon, Elapsed: time.Duration(step) * 400 * time.Millisecond})
}

// finish ends a run well.
func (b *bed) finish(r *run) {
	res := &engine.Result{Method: r.method.Name, Private: r.method.Private(), Iterations: len(r.steps), Elapsed: 1234 * time.Millisecond}
	if r.plan != nil {
		res.Epsilon, res.Mu, res.Delta = r.plan.Epsilon, r.plan.Mu, r.plan.Delta
	}
	b.report(r, engine.Ended{Outcome: engine.Done, Result: res})
}

// whole trains the current run to its end, along a curve that ends at valid.
func (b *bed) whole(valid float64) *run {
	r := b.m.bench.session.current
	b.begin(r)
	b.charge(r, 1)
	of := r.stepsOf()
	for step := 1; step <= of; step++ {
		b.charge(r, 2)
		if r.plan != nil && step == of {
			b.charge(r, len(r.plan.Releases))
		}
		b.stepTo(r, step, of, valid-0.05/float64(step), valid+0.06*float64(of-step))
	}
	b.finish(r)
	return r
}

// compared finishes the two lines of comparison.
func (b *bed) compared() {
	s := &b.m.bench.session
	for r, valid := range map[*run]float64{s.floor: 1.035, s.ceiling: 0.86} {
		if r == nil || !r.training() {
			continue
		}
		b.send(startedMsg{run: r.number, history: newFakeRun()})
		b.report(r, engine.Started{Method: r.method.Name})
		b.stepTo(r, 1, 1, valid-0.1, valid)
		b.finish(r)
	}
}

func (b *bed) content() string { return b.m.View().Content }

// plainText is a screen without its styles.
func plainText(s string) string { return ansi.Strip(s) }
