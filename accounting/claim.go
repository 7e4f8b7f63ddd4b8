package accounting

import "fmt"

// Claim says what is proved about one user's contribution to a release. The bound itself is the request's Sensitivity,
// or the pure ε of local reports.
type Claim struct {
	Proof      string     // file of the proof: "docs/privacy/counts.md"
	Domain     Domain     // data that one user may hold
	Neighbours Neighbours // how neighbouring data sets differ
	Norm       Norm       // in which the difference between neighbouring data sets is bounded
}

// Domain is the set of data that one user may hold. The bound is proved for all of it, and for nothing else.
type Domain string

// Domains of a user's data. Items belong to the catalogue; a user may hold any number of them.
const (
	AnyItems     Domain = "any distinct items, of the catalogue or not"
	RatedItems   Domain = "any distinct items"
	Ratings      Domain = "any distinct items, each with any finite rating"
	SplitRatings Domain = "any distinct items, each with any finite rating, any of them held out"
)

// Neighbours says how two neighbouring data sets differ.
type Neighbours string

// The kinds of neighbours.
const (
	OneUser        Neighbours = "one user added or removed"
	OneUserRatings Neighbours = "one user's ratings exchanged for any others or for none"
)

// Norm measures the difference that one user makes.
type Norm string

// The norms.
const (
	L2        Norm = "L2"
	Frobenius Norm = "Frobenius"             // of symmetric matrices, released as packed triangles
	LogRatio  Norm = "log probability ratio" // of a report; its bound is a pure ε
	TradeOff  Norm = "trade-off curve"       // no less private than N(0, 1) against N(μ, 1); its bound is μ
)

// UserSum returns the claim of a sum over users, released with Gaussian noise.
func UserSum(proof string, d Domain, n Norm) Claim {
	return Claim{Proof: proof, Domain: d, Neighbours: OneUser, Norm: n}
}

// UserReport returns the claim of a round of local reports.
func UserReport(proof string) Claim {
	return Claim{Proof: proof, Domain: Ratings, Neighbours: OneUserRatings, Norm: LogRatio}
}

// check returns an error if a part of the claim is missing, or if its norm is not the norm that the noise is for.
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
		return fmt.Errorf("release %q: its claim names no proof", name)
	case c.Domain == "":
		return fmt.Errorf("release %q: its claim has no domain", name)
	case c.Neighbours == "":
		return fmt.Errorf("release %q: its claim has no neighbours", name)
	case c.Norm != norm:
		return fmt.Errorf("release %q: its claim bounds norm %q, but its noise is for norm %q", name, c.Norm, norm)
	}
	return nil
}
