package sweep

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	mathrand "math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/internal/probe"
	"dpals/engine/store"
)

// DefaultPrivateMetrics is the fraction of a run's budget that releases its validation errors, the last of which is its
// score, if the Spec sets none.
const DefaultPrivateMetrics = 0.1

// Selection publishes the best of a random number of runs on one data set, each with real noise and with a choice of
// the grid picked at random, scored by the validation error that it releases (docs/privacy/selection.md).
//
// The number of runs, the results of the others and their duration are never shown or kept.
type Selection struct {
	Spec    Spec
	Choices int // combinations of the grid that a run is drawn from

	Epsilon, Delta float64 // of the whole selection alone: the target, or less
	RunEpsilon     float64 // of one run, at Delta
	Cost           Cost    // what the ledger is charged: more than Epsilon, because it must compose with other runs

	law         *accounting.Selection
	mu          float64 // of a run, at most
	environment Environment
	problem     engine.Problem
	cells       []Cell
	configs     []engine.Config // by cell

	// train trains one run; tests replace it.
	train func(context.Context, engine.Problem, engine.Config) (*engine.Result, error)
}

// Best is what a selection publishes.
type Best struct {
	Cell
	Result engine.Result // its ε, δ and μ are those of the selection; its duration is left out
	Run    int64         // in the store; 0 if it is not kept
}

// PrepareSelection returns a selection with its cost. Spec.Epsilon is one value: the target of the whole selection.
// Repeats are ignored.
func PrepareSelection(ctx context.Context, spec Spec, law accounting.Law, mean float64, e Environment) (*Selection, error) {
	spec.Repeats = 1
	if spec.PrivateMetrics == 0 {
		spec.PrivateMetrics = DefaultPrivateMetrics
	}
	spec, err := spec.settled()
	if err != nil {
		return nil, err
	}
	switch {
	case spec.PrivateRange || spec.PrivateCatalogue:
		return nil, wrong(errors.New("--select best is charged by μ alone, which --range private and --catalogue private do not allow: declare the range and the items, or leave out --select"))
	case len(spec.Data) != 1 || len(spec.Epsilon) != 1:
		return nil, wrong(errors.New("--select best takes one --data and one --epsilon, the budget of all runs together"))
	case spec.Seed != nil:
		return nil, wrong(errors.New("--select best needs real noise: leave out --seed"))
	case spec.Accountant != accounting.Exact.Name():
		return nil, wrong(errors.New("--select best is accounted exactly: leave out --accountant"))
	}
	s := &Selection{environment: e, Delta: spec.Delta, train: trained}
	if s.law, err = accounting.NewSelection(law, mean); err != nil {
		return nil, wrong(fmt.Errorf("--runs-mean: %w", err))
	}
	mu, err := s.law.Mu(spec.Epsilon[0], spec.Delta)
	if err != nil {
		return nil, wrong(err)
	}
	if s.RunEpsilon, err = accounting.Exact.Epsilon(mu, spec.Delta); err != nil {
		return nil, err
	}
	if !(s.RunEpsilon > 0) || math.IsInf(s.RunEpsilon, 1) {
		return nil, wrong(fmt.Errorf("--epsilon %g is too small for a selection: choose a larger one, or fewer runs", spec.Epsilon[0]))
	}
	target := spec.Epsilon[0]
	spec.Epsilon = []float64{s.RunEpsilon}
	s.Spec = spec
	if err := s.list(ctx); err != nil {
		return nil, err
	}
	if s.Epsilon, err = s.law.Epsilon(s.mu, spec.Delta); err != nil {
		return nil, err
	}
	if s.Epsilon > target*(1+1e-9) {
		return nil, wrong(fmt.Errorf("the fixed noise costs more than --epsilon %g, ε %.4g together: choose more noise or a larger ε", target, s.Epsilon))
	}
	return s, s.price()
}

// list sets the configurations that a run is drawn from. The largest cost of one counts for all.
func (s *Selection) list(ctx context.Context) (err error) {
	if s.problem, err = s.environment.Load(ctx, s.Spec.Data[0]); err != nil {
		return err
	}
	grid := &Sweep{Spec: s.Spec, problems: []engine.Problem{s.problem}}
	if err := grid.expand(ctx); err != nil {
		return err
	}
	for _, p := range grid.points {
		if !(p.cost.Mu > 0) {
			return wrong(fmt.Errorf("%s is not private, so a selection cannot charge it: choose private methods", p.config.Method))
		}
		s.mu = max(s.mu, p.cost.Mu)
		s.cells, s.configs = append(s.cells, grid.cells[p.cell]), append(s.configs, p.config)
	}
	s.Choices = len(s.configs)
	return nil
}

// price sets what the ledger will be charged.
func (s *Selection) price() error {
	nu, err := s.law.EquivalentMu(s.mu)
	if err != nil {
		return err
	}
	if math.IsInf(nu, 1) {
		return wrong(errors.New("--runs-mean: the ledger cannot charge a selection of this many runs: choose fewer runs or a smaller ε"))
	}
	s.Cost = Cost{Data: s.Spec.Data[0], Runs: 1, Delta: s.Spec.Delta, Fits: true}
	return s.Cost.compare(accounting.TotalCost{Mu: nu, GaussianMu: nu}, s.environment.Ledger, s.problem.Fingerprint)
}

// Run charges the selection, trains its runs and returns the best of them; nil if the law drew none. The charge remains
// even if a run fails.
func (s *Selection) Run(ctx context.Context) (*Best, error) {
	began := time.Now()
	entry, err := s.charge()
	if err != nil {
		return nil, err
	}
	words := wordsOf(ctx)
	var best *candidate
	for range s.law.Draw(words) {
		one := candidate{choice: mathrand.New(words).IntN(s.Choices)}
		config := s.configs[one.choice]
		config.Threads = s.environment.Threads
		if one.result, err = s.train(ctx, s.problem, config); err != nil { // without a ledger: the selection is charged already
			return nil, err
		}
		one.score, one.coin = scoreOf(one.result), words.Uint64()
		if best == nil || one.beats(*best) {
			best = &one
		}
	}
	if best == nil {
		return nil, nil
	}
	b := &Best{Cell: s.cells[best.choice], Result: *best.result}
	b.Result.Epsilon, b.Result.Mu, b.Result.Elapsed = s.Epsilon, s.Cost.Mu, 0
	b.Cell.Epsilon = s.Epsilon
	// If it cannot be kept, the store has reported it.
	b.Run, _ = s.environment.Store.AddResult(s.problem, s.configs[best.choice], b.Result, entry, store.Origin{Command: "selection", Began: began})
	return b, nil
}

// selectionClaim is what is proved of a whole selection.
var selectionClaim = accounting.Claim{
	Proof: "docs/privacy/selection.md", Domain: accounting.SplitRatings, Neighbours: accounting.OneUser, Norm: accounting.TradeOff,
}

// candidate is one run of a selection.
type candidate struct {
	score  float64 // the released error: smaller is better
	coin   uint64  // of the run's own
	choice int     // of the grid
	result *engine.Result
}

// scoreOf returns the released error of a run. A run whose noise has left no error is the worst.
func scoreOf(r *engine.Result) float64 {
	if r.ValidRMSE > 0 {
		return r.ValidRMSE
	}
	return math.Inf(1)
}

// beats tells whether c is published rather than other. Coins break ties: the duration of a run would reveal something
// about the ratings.
func (c candidate) beats(other candidate) bool {
	return c.score < other.score || c.score == other.score && c.coin < other.coin
}

// charge writes the charge of the whole selection to the ledger before any noise is drawn, and ends the entry at once, so
// that the ledger does not reveal how long the selection took.
func (s *Selection) charge() (entry int64, err error) {
	if s.environment.Ledger == nil {
		return 0, nil
	}
	release := accounting.Release{
		Request: accounting.Request{Name: "selection", Kind: "selection", Claim: selectionClaim, Sensitivity: 1, Mu: s.Cost.Mu},
		Sigma:   1 / s.Cost.Mu, Mu: s.Cost.Mu,
	}
	mu := accounting.Compose(0, s.Cost.Mu)
	epsilon, err := accounting.Exact.Epsilon(mu, s.Delta)
	if err != nil {
		return 0, err
	}
	plan := &accounting.Plan{Accountant: accounting.Exact, Epsilon: epsilon, Delta: s.Delta, Mu: mu, Releases: []accounting.Release{release}}
	a, err := s.environment.Ledger.Begin(ledger.Run{Dataset: s.problem.Fingerprint, Name: s.problem.Name, Method: "selection", Plan: plan, Settings: s.terms()})
	if err != nil {
		return 0, err
	}
	if err := a.Charge(accounting.Charge{Release: release, SpentMu: mu, SpentEpsilon: epsilon}); err != nil {
		return 0, errors.Join(err, a.End("failed"))
	}
	return a.ID(), a.End("done")
}

// terms returns the public settings of a selection.
func (s *Selection) terms() map[string]string {
	t := map[string]string{"law": string(s.law.Law()), "runs-mean": strconv.FormatFloat(s.law.Mean(), 'g', -1, 64), "methods": strings.Join(s.Spec.Methods, ",")}
	for _, p := range s.Spec.Parameters {
		t[p.Name] = strings.Join(slices.Clone(p.Values), ",")
	}
	return t
}

// Law returns the law that the number of runs is drawn from.
func (s *Selection) Law() *accounting.Selection { return s.law }

// wordsOf returns the generator that a selection draws from.
func wordsOf(ctx context.Context) accounting.Words {
	if p := probe.Of(ctx); p != nil {
		return p.Words
	}
	return systemWords{}
}

// systemWords is the operating system's generator.
type systemWords struct{}

// Uint64 implements accounting.Words.
func (systemWords) Uint64() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails: it ends the program instead
	return binary.LittleEndian.Uint64(b[:])
}

// trained trains one run to its end.
func trained(ctx context.Context, p engine.Problem, c engine.Config) (*engine.Result, error) {
	h, err := engine.Run(ctx, p, c)
	if err != nil {
		return nil, err
	}
	return h.Wait()
}
