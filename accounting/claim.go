package accounting

import "fmt"

// Claim is what is proved of one user's part in a release. The number that goes with it is the request's Sensitivity,
// or the pure ε of local reports.
type Claim struct {
	Proof      string     // file of the proof: "docs/privacy/counts.md"
	Domain     Domain     // what one user may hold
	Neighbours Neighbours // how two data sets may differ
	Norm       Norm       // in which the difference between the two is bounded
}

// Domain is what one user may hold: the bound is proved for all of it, and for nothing else.
type Domain string

// Domains of a user's data. Items belong to the catalogue, and the number of them is free.
const (
	AnyItems     Domain = "any distinct items, of the catalogue or not"
	RatedItems   Domain = "any distinct items"
	Ratings      Domain = "any distinct items, each with any finite rating"
	SplitRatings Domain = "any distinct items, each with any finite rating, any of them held out"
)

// Neighbours says how two data sets that must not be told apart may differ.
type Neighbours string

// The kinds of neighbours.
const (
	OneUser        Neighbours = "one user added or removed"
	OneUserRatings Neighbours = "one user's ratings exchanged for any others or for none"
)

// Norm is how the difference that one user makes is measured.
type Norm string

// The norms.
const (
	L2        Norm = "L2"
	Frobenius Norm = "Frobenius"             // of symmetric matrices, released as packed triangles
	LogRatio  Norm = "log probability ratio" // of a report; its bound is a pure ε
	TradeOff  Norm = "trade-off curve"       // no less private than N(0, 1) against N(μ, 1); its bound is μ
)

// UserSum is the claim of a sum over users, released with Gaussian noise.
func UserSum(proof string, d Domain, n Norm) Claim {
	return Claim{Proof: proof, Domain: d, Neighbours: OneUser, Norm: n}
}

// UserReport is the claim of a round of local reports.
func UserReport(proof string) Claim {
	return Claim{Proof: proof, Domain: Ratings, Neighbours: OneUserRatings, Norm: LogRatio}
}

// check refuses a claim that leaves anything open, or whose norm is not the one that the noise is made for.
func (c Claim) check(name string, symmetric, local bool) error {
	norm := L2
	switch {
	case local:
		norm = LogRatio
	case symmetric:
		norm = Frobenius
	}
	switch {
	case c.Proof == "":
		return fmt.Errorf("release %q: no file proves its bound", name)
	case c.Domain == "":
		return fmt.Errorf("release %q: no domain says what one user may hold", name)
	case c.Neighbours == "":
		return fmt.Errorf("release %q: no neighbours say how two data sets may differ", name)
	case c.Norm != norm:
		return fmt.Errorf("release %q: its bound is claimed in norm %q, its noise is made for %q", name, c.Norm, norm)
	}
	return nil
}
