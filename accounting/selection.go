package accounting

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// MaxRuns is the largest mean number of runs of a selection.
const MaxRuns = 10_000

// Law is a family of distributions of K, the number of runs of a selection.
type Law string

// The laws, the cheapest first. At the same mean the cheaper law is the more uneven one.
const (
	// Logarithmic is P(K = k) ∝ (1 − γ)ᵏ/k, k ≥ 1: mostly a few runs, sometimes very many ([TUNE] with η = 0).
	Logarithmic Law = "logarithmic"
	// Geometric is P(K = k) = γ·(1 − γ)ᵏ⁻¹, k ≥ 1: after every run, stop with probability γ ([TUNE] with η = 1).
	Geometric Law = "geometric"
	// Poisson is P(K = k) = e⁻ᵐ·mᵏ/k!, k ≥ 0: close to its mean m, but where K is 0 nothing is published.
	Poisson Law = "poisson"
	// Fixed is K = m, a whole number.
	Fixed Law = "fixed"
)

// Laws returns all laws, the cheapest first.
func Laws() []Law { return []Law{Logarithmic, Geometric, Poisson, Fixed} }

// LawNamed returns the law of that name.
func LawNamed(name string) (Law, error) {
	for _, l := range Laws() {
		if strings.EqualFold(name, string(l)) {
			return l, nil
		}
	}
	names := make([]string, len(Laws()))
	for i, l := range Laws() {
		names[i] = string(l)
	}
	return "", fmt.Errorf("law %q: choose one of %s", name, strings.Join(names, ", "))
}

// Selection is the mechanism that makes K runs of one mechanism on the same ratings with independent noise, where K is
// random with a known law, and publishes only the run with the best score (docs/privacy/selection.md). A run may pick its
// settings at random from a public list. Its score must be part of what it releases, and ties must be broken independently
// of the ratings. K and the duration of the runs are not published.
//
// As an Accountant it converts between the cost μ of one run and the (ε, δ) of the whole selection: Mu calibrates one run
// to a target of the selection. Safe for concurrent use.
type Selection struct {
	Accountant
	law  Law
	mean float64
	runs runs
}

// NewSelection returns the selection whose number of runs has the given law and mean. The mean is positive for Poisson and
// at least 1 otherwise, a whole number for Fixed, and at most MaxRuns.
func NewSelection(law Law, mean float64) (*Selection, error) {
	s := &Selection{law: law, mean: mean}
	switch {
	case !slices.Contains(Laws(), law):
		_, err := LawNamed(string(law))
		return nil, err
	case !(mean > 0 && mean <= MaxRuns):
		return nil, fmt.Errorf("mean number of runs %g: choose a positive number up to %d", mean, MaxRuns)
	case law != Poisson && mean < 1:
		return nil, fmt.Errorf("mean number of runs %g: the %s law needs at least 1", mean, law)
	case law == Fixed && mean != math.Trunc(mean):
		return nil, fmt.Errorf("mean number of runs %g: the fixed law needs a whole number", mean)
	}
	switch law {
	case Logarithmic:
		s.runs = newLogarithmic(mean)
	case Geometric:
		s.runs = newGeometric(mean)
	case Poisson:
		s.runs = poisson{mean}
	case Fixed:
		s.runs = fixed{int(mean)}
	}
	s.Accountant = named{string(law), selected{mean, s.runs}}
	return s, nil
}

// Law returns the law of K.
func (s *Selection) Law() Law { return s.law }

// Mean returns E[K].
func (s *Selection) Mean() float64 { return s.mean }

// EmptyProbability returns the probability that nothing is published, P(K = 0).
func (s *Selection) EmptyProbability() float64 { return s.runs.mass(0) }

// Quantile returns the least k with P(K ≤ k) ≥ p, for 0 ≤ p < 1. In 99 of 100 selections K is at most Quantile(0.99).
func (s *Selection) Quantile(p float64) int {
	sum := 0.0
	for k := 0; ; k++ {
		mass := s.runs.mass(k)
		sum += mass
		// Past the mean, masses that do not change the sum any more can be left out.
		if sum >= p || float64(k) > s.mean && sum+mass == sum {
			return k
		}
	}
}

// Draw returns a random K from uniform random words. The words must come from a cryptographically secure generator keyed by
// the operating system, and K must stay secret: it is part of the mechanism.
func (s *Selection) Draw(words Words) int { return s.runs.draw(words) }
