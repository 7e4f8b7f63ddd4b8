package accounting

import (
	"fmt"
	"math"
	"strings"
)

// Accountant converts between the cost μ of a Gaussian mechanism, or of any adaptive composition of them, and
// (ε, δ). Arguments are finite or +Inf; NaN and negative ones are errors. Safe for concurrent use.
type Accountant interface {
	// Name returns the name used in flags and files: "exact".
	Name() string
	// Epsilon returns the least ε ≥ 0 that the accountant proves, rounded up: 0 for μ = 0 or δ ≥ 1, and +Inf
	// where there is none (δ = 0).
	Epsilon(mu, delta float64) (float64, error)
	// Mu returns the largest μ that the accountant proves to be (ε, δ)-DP, rounded down: +Inf for ε = ∞ or δ ≥ 1.
	Mu(epsilon, delta float64) (float64, error)
	// Delta returns the least δ that the accountant proves, rounded up: 0 for μ = 0 or ε = ∞, never above 1.
	Delta(mu, epsilon float64) (float64, error)
}

// The accountants.
var (
	// Exact is the privacy curve itself ([GDP] eq. 6; Balle, Wang 2018, Theorem 8).
	Exact Accountant = named{"exact", exact{}}
	// CKS converts from zero-concentrated DP optimally over α ([CKS] Corollary 13).
	CKS Accountant = named{"cks", cks{}}
	// Mironov is the plain conversion ε = ρ + 2√(ρ ln(1/δ)), ρ = μ²/2, of the [DPALS] figures.
	Mironov Accountant = named{"mironov", mironov{}}
)

// Accountants returns all accountants, the tightest first.
func Accountants() []Accountant { return []Accountant{Exact, CKS, Mironov} }

// AccountantNamed returns the accountant of that name.
func AccountantNamed(name string) (Accountant, error) {
	var names []string
	for _, a := range Accountants() {
		if strings.EqualFold(name, a.Name()) {
			return a, nil
		}
		names = append(names, a.Name())
	}
	return nil, fmt.Errorf("accountant %q: choose one of %s", name, strings.Join(names, ", "))
}

// curve is an accountant restricted to 0 < μ < ∞, 0 < δ < 1, 0 ≤ ε < ∞.
type curve interface {
	epsilon(mu, delta float64) float64
	mu(epsilon, delta float64) float64
	delta(mu, epsilon float64) float64
}

// named gives a curve its name, and handles the edge cases, which are the same for every curve.
type named struct {
	name string
	curve
}

func (n named) Name() string   { return n.name }
func (n named) String() string { return n.name }

func (n named) Epsilon(mu, delta float64) (float64, error) {
	switch err := check("μ", mu, "δ", delta); {
	case err != nil:
		return 0, err
	case mu == 0 || delta >= 1:
		return 0, nil
	case delta == 0 || math.IsInf(mu, 1):
		return math.Inf(1), nil
	}
	return n.epsilon(mu, delta), nil
}

func (n named) Mu(epsilon, delta float64) (float64, error) {
	switch err := check("ε", epsilon, "δ", delta); {
	case err != nil:
		return 0, err
	case math.IsInf(epsilon, 1) || delta >= 1:
		return math.Inf(1), nil
	case delta == 0:
		return 0, nil
	}
	return n.mu(epsilon, delta), nil
}

func (n named) Delta(mu, epsilon float64) (float64, error) {
	switch err := check("μ", mu, "ε", epsilon); {
	case err != nil:
		return 0, err
	case mu == 0 || math.IsInf(epsilon, 1):
		return 0, nil
	case math.IsInf(mu, 1):
		return 1, nil
	}
	return n.delta(mu, epsilon), nil
}

func check(nameA string, a float64, nameB string, b float64) error {
	for _, arg := range []struct {
		name  string
		value float64
	}{{nameA, a}, {nameB, b}} {
		if !(arg.value >= 0) {
			return fmt.Errorf("%s = %g: must be a number, 0 or more", arg.name, arg.value)
		}
	}
	return nil
}
