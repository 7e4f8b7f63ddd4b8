package audit

import (
	"context"
	"fmt"
	"math"

	"dpals/engine/method"
)

// Target is the configuration that is audited.
type Target struct {
	Epsilon, Delta float64
	Settings       method.Settings // held as given; a parameter left out is the attack's to choose
	Seed           uint64          // of everything random: the same seed gives the same report
	Runs           int             // with the canary, and as many without; 0: enough to know the noise to 0.4 %

	// PrivateMetrics is the fraction of μ² in [0, 1) that releases the validation errors, as in a run.
	PrivateMetrics float64
}

// Audit is an attack on one method under one target.
type Audit struct {
	// Progress, if not nil, is called with the fraction of a part that is done, from any goroutine.
	Progress func(part string, done float64)

	name       string
	parameters []method.Parameter
	mechanism  mechanism
	target     Target
	asked      *claim // under the target's own settings

	effort
}

// effort is how much an audit tries; its tests try less.
type effort struct {
	generations int // of the search
	wideRuns    []wideRun
	canaries    int // in one run
	far         int // blocks of the releases whose streams are compared
	published   []occasion
	selected    int // selections of each kind
	scoped      int // pairs of runs that release their scope
}

var usual = effort{generations: 6, wideRuns: wideRuns, canaries: 240, far: farBlocks, published: published, selected: 6, scoped: 36}

// New prepares an audit. It is an error if the method is not private or its configuration is wrong.
func New(m *method.Method, t Target) (*Audit, error) {
	switch {
	case !m.Private():
		return nil, fmt.Errorf("--method %s: the method is not private, so it has no guarantee to audit: choose a private method", m.Name)
	case !(t.Epsilon > 0) || math.IsInf(t.Epsilon, 0):
		return nil, fmt.Errorf("--epsilon %g: choose a positive number", t.Epsilon)
	case !(t.Delta > 0 && t.Delta < 1):
		return nil, fmt.Errorf("--delta %g: choose a number between 0 and 1", t.Delta)
	case !(t.PrivateMetrics >= 0 && t.PrivateMetrics < 1):
		return nil, fmt.Errorf("--private-metrics %g: choose a fraction between 0 and 1", t.PrivateMetrics)
	case t.Runs < 0 || t.Runs > 0 && t.Runs < fewestRuns:
		return nil, fmt.Errorf("--runs %d: choose at least %d", t.Runs, fewestRuns)
	}
	return newAudit(m.Name, m.Parameters, mechanismOf(m), t)
}

func newAudit(name string, parameters []method.Parameter, mech mechanism, t Target) (*Audit, error) {
	a := &Audit{name: name, parameters: parameters, mechanism: mech, target: t, effort: usual}
	var err error
	a.asked, err = a.claim(a.public(catalogue, t.Epsilon), t.Settings)
	return a, err
}

// claim sets the mechanism up for given settings.
func (a *Audit) claim(public method.Public, s method.Settings) (*claim, error) {
	return a.mechanism(public, s, a.target.PrivateMetrics)
}

func (a *Audit) public(items int, epsilon float64) method.Public {
	return method.Public{Items: items, Low: low, High: high, Epsilon: epsilon, Delta: a.target.Delta}
}

// fewestRuns leave half for choosing a threshold and half for a bound that can be positive.
const fewestRuns = 40

// Names of the parts of a report.
const (
	PartSensitivity = "sensitivity"
	PartNoise       = "noise"
	PartCanary      = "canary"
	PartOneRun      = "one run"
	PartPublished   = "published"
)

// Report is what an audit found beside what the method claims.
type Report struct {
	Method         string
	Epsilon, Delta float64 // claimed; both and Mu are 0 where nothing is released
	Mu             float64
	Local          bool // the claim is of local reports: Epsilon is pure, Delta 0
	Seed           uint64

	Sensitivity Sensitivity
	Noise       Noise
	Canary      Canary
	OneRun      OneRun
	Published   Publication
}

// Parts returns the verdicts in order.
func (r *Report) Parts() []Part {
	return []Part{r.Sensitivity.Part, r.Noise.Part, r.Canary.Part, r.OneRun.Part, r.Published.Part}
}

// Passed reports whether every part passed.
func (r *Report) Passed() bool {
	for _, p := range r.Parts() {
		if !p.Passed() {
			return false
		}
	}
	return true
}

// Run carries the audit out. Its error is the context's; findings about the method are in the report.
func (a *Audit) Run(ctx context.Context) (*Report, error) {
	r := &Report{Method: a.name, Seed: a.target.Seed}
	if p := a.asked.plan; p != nil {
		r.Epsilon, r.Delta, r.Mu, r.Local = p.Epsilon, p.EffectiveDelta(), p.Mu, p.Pure
	}
	best, err := a.search(ctx, &r.Sensitivity)
	if err != nil {
		return nil, err
	}
	r.Noise.Part.Name, r.Canary.Part.Name, r.OneRun.Part.Name = PartNoise, PartCanary, PartOneRun
	r.Published.Part.Name = PartPublished
	if why := r.Sensitivity.skipReason; why != "" {
		r.Noise.Skipped, r.Canary.Skipped, r.OneRun.Skipped = why, why, why
	} else {
		distinguish, oneRun := a.distinguish, a.oneRun
		if r.Local {
			distinguish, oneRun = a.distinguishLocal, a.oneRunLocal
		}
		if err := distinguish(ctx, best, &r.Noise, &r.Canary); err != nil {
			return nil, err
		}
		r.Noise.judgeWide(r.Sensitivity.samples)
		if err := oneRun(ctx, best, &r.OneRun); err != nil {
			return nil, err
		}
	}
	return r, a.publish(ctx, &r.Published)
}

func (a *Audit) reportProgress(part string, done float64) {
	if a.Progress != nil {
		a.Progress(part, done)
	}
}
