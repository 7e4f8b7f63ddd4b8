package export

import (
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/promise"
	"dpals/engine/scope"
	"dpals/internal/format"
)

// Statement is the privacy statement of a published model: what is guaranteed, and what is not.
type Statement struct {
	Method         string    `json:"method"`
	Data           string    `json:"data"` // base name of the source
	Private        bool      `json:"private"`
	Trust          string    `json:"trust"` // the model of trust: "joint"
	Simulation     bool      `json:"simulation"`
	Warning        string    `json:"warning,omitempty"`
	Headline       string    `json:"headline,omitempty"` // what is guaranteed, with its condition; "" if nothing is
	Provided       []string  `json:"provided_public"`    // what the guarantee takes for public although it was read off the ratings
	Mechanism      string    `json:"mechanism"`
	Unit           string    `json:"unit"`
	Adjacency      string    `json:"adjacency"`
	Epsilon        *float64  `json:"epsilon,omitempty"`
	Delta          *float64  `json:"delta,omitempty"`
	Mu             *float64  `json:"mu,omitempty"`
	Accountant     string    `json:"accountant,omitempty"`
	Releases       []Release `json:"releases"`
	ValidRMSE      *float64  `json:"valid_rmse,omitempty"` // only if it is a release
	MetricsPrivate bool      `json:"metrics_private"`
	IncludesUsers  bool      `json:"includes_users"`

	// What counts as public but was read off the ratings instead of being declared.
	CatalogueObserved bool `json:"catalogue_observed"`
	RangeObserved     bool `json:"range_observed"`

	// What the run released instead of taking it for public. Failure is the part of Delta that the catalogue may fail with.
	CatalogueReleased bool     `json:"catalogue_released"`
	RangeReleased     bool     `json:"range_released"`
	Failure           *float64 `json:"catalogue_failure,omitempty"`

	Parameters map[string]string `json:"parameters"`
	Versions   map[string]string `json:"versions"`
	NotCovered []string          `json:"not_covered"`
}

// Release is one charged release of the run.
type Release struct {
	Name        string  `json:"name"`
	Kind        string  `json:"kind"`
	Sensitivity float64 `json:"sensitivity"`
	Sigma       float64 `json:"sigma"`
	PureEpsilon float64 `json:"pure_epsilon,omitempty"` // of a round of local reports, which has neither sensitivity nor σ
	Mu          float64 `json:"mu"`
	Share       float64 `json:"share"`
	Domain      string  `json:"domain"`     // what one user may hold
	Neighbours  string  `json:"neighbours"` // how two data sets may differ
	Norm        string  `json:"norm"`       // of the sensitivity
	Proof       string  `json:"proof"`      // file that proves it
}

const (
	simulationWarning = "SIMULATION: the noise of this run follows from a known seed. It protects no user and must not be published as private."
	usersWarning      = "The users' own rows are computed from their ratings without noise. The guarantee covers what is shared between users, " +
		"not these rows: show each row to its own user only, and publish none of them."
	otherRuns = "other runs on the same ratings: what all runs reveal together is bounded only by a limit that was set on the ratings " +
		"before the first run; the same people in another file are not detected"
	notPrivateWarning = "This method is not private: its numbers were computed from the ratings without noise."
)

func stateOf(h *engine.History, p engine.Problem, r *engine.Result, o Options) Statement {
	origin := r.Scope.Origin(p.Split.Train.Origin)
	s := Statement{
		Method: r.Method, Data: filepath.Base(p.Name), Private: r.Private, Trust: string(r.Trust), Simulation: r.Simulation,
		Mechanism: "sums over users with Gaussian noise, calibrated together and charged one by one",
		Unit:      "one user with all their ratings", Adjacency: "adding or removing one user",
		Accountant: r.Accountant, MetricsPrivate: r.MetricsPrivate, IncludesUsers: o.IncludeUsers,
		Provided: promise.Observed(origin), CatalogueObserved: origin.CatalogueObserved, RangeObserved: origin.RangeObserved,
		Parameters: r.Settings, Versions: versions(), Releases: []Release{},
		NotCovered: []string{
			"errors measured on held-out ratings, unless they are among the releases",
			otherRuns,
			"timing, and readers of the memory of the machine that trained",
		},
	}
	if r.Private {
		s.Epsilon, s.Delta, s.Mu = &r.Epsilon, &r.Delta, &r.Mu
		s.Headline = fmt.Sprintf("The item side of this model was trained by `%s` on %s under (ε, δ)-differential privacy%s.", s.Method, s.Data, promise.Provided(origin))
	} else {
		s.Mechanism, s.Warning = "none", notPrivateWarning
	}
	if r.Trust == method.TrustLocal {
		s.Mechanism = "reports that every user's device randomises, each charged its pure ε"
		s.Unit, s.Adjacency = "one user with all their ratings", "exchanging one user's ratings for any others, or for none"
		s.NotCovered = append(s.NotCovered, "who takes part: the server knows who reports",
			"this program itself, which simulates every user's device and so holds all ratings")
	}
	if r.MetricsPrivate {
		s.ValidRMSE = &r.ValidRMSE
	}
	if r.Simulation {
		s.Warning = simulationWarning
	}
	s.RangeReleased, s.CatalogueReleased = r.Scope.Range, r.Scope.Catalogue
	s.Mechanism += releasedFirst(r.Scope)
	if r.Total.FailureProbability > 0 {
		s.Failure = &r.Total.FailureProbability
	}
	if taken := takenForPublic(r.Scope); taken != "" {
		s.NotCovered = append(s.NotCovered, taken)
	}
	if s.CatalogueObserved {
		s.NotCovered = append(s.NotCovered, "the item catalogue, which was read from the ratings: every listed item was rated by at least one user")
	}
	if s.RangeObserved {
		s.NotCovered = append(s.NotCovered, "the rating range, which was read from the ratings: at least one user gave a rating at each end")
	}
	if o.IncludeUsers {
		s.NotCovered = append(s.NotCovered, usersWarning)
	}
	for _, e := range h.Events(0) {
		if c, ok := e.(engine.Released); ok {
			share := c.Charge.Mu * c.Charge.Mu / (r.Mu * r.Mu)
			if c.Local {
				share = c.Charge.Epsilon / r.Epsilon
			}
			s.Releases = append(s.Releases, Release{Name: c.Name, Kind: c.Kind, Sensitivity: c.Sensitivity, Sigma: c.Sigma,
				PureEpsilon: c.Charge.Epsilon, Mu: c.Charge.Mu, Share: share,
				Domain: string(c.Domain), Neighbours: string(c.Neighbours), Norm: string(c.Norm), Proof: c.Proof})
		}
	}
	return s
}

func versions() map[string]string {
	v := map[string]string{"go": runtime.Version()}
	if info, ok := debug.ReadBuildInfo(); ok {
		v["dpals"] = info.Main.Version
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				v["revision"] = s.Value
			}
		}
	}
	return v
}

// Markdown returns the statement as one page.
func (s Statement) Markdown() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("# Privacy statement\n")
	if s.Warning != "" {
		line("**%s**\n", s.Warning)
	}
	if s.Private {
		line("%s\n", s.Headline)
		line("| | |\n|---|---|")
		line("| ε | %s |\n| δ | %g |", format.Cost(*s.Epsilon), *s.Delta)
		if s.Failure != nil {
			line("| chance of failure β, a part of δ | %s |\n| μ (Gaussian DP), unless the catalogue failed | %s |", format.Charge(*s.Failure), format.Cost(*s.Mu))
		} else {
			line("| μ (Gaussian DP) | %s |", format.Cost(*s.Mu))
		}
		line("| accountant | %s |", s.Accountant)
		line("| unit | %s |\n| neighbours | %s |\n| mechanism | %s |\n", s.Unit, s.Adjacency, s.Mechanism)
		if s.Trust == string(method.TrustLocal) {
			line("Any conclusion from this model, or from the reports that the server collected, would have been about as likely if")
			line("one user had rated otherwise or nothing: the probability of an outcome changes by at most a factor e^ε. This is")
			line("local differential privacy: users need to trust only their own device. Its ε is not comparable with the ε of")
			line("another model of trust.\n")
		} else {
			line("Any conclusion from this model would have been about as likely without one user: the probability of an outcome")
			line("changes by at most a factor e^ε, plus δ. This is joint differential privacy: a user's own row and their")
			line("recommendations are computed from these numbers and their own ratings, for that user only.\n")
		}
	}
	if s.ValidRMSE != nil {
		line("Validation RMSE %.4f: it is one of the releases.\n", *s.ValidRMSE)
	}
	if len(s.Releases) > 0 {
		line("## Releases\n\n| release | sensitivity | norm | σ | μ | budget weight | proof |\n|---|---|---|---|---|---|---|")
		for _, r := range s.Releases {
			if r.PureEpsilon > 0 {
				line("| %s | local reports | %s | pure ε %.6g | %.6g | %.1f %% | %s |", r.Name, r.Norm, r.PureEpsilon, r.Mu, 100*r.Share, r.Proof)
				continue
			}
			line("| %s | %.6g | %s | %.6g | %.6g | %.1f %% | %s |", r.Name, r.Sensitivity, r.Norm, r.Sigma, r.Mu, 100*r.Share, r.Proof)
		}
		line("")
	}
	line("## Not covered\n")
	for _, n := range s.NotCovered {
		line("- %s", n)
	}
	line("\n## Parameters\n")
	for _, k := range slices.Sorted(maps.Keys(s.Parameters)) {
		line("- %s = %s", k, s.Parameters[k])
	}
	line("\n## Versions\n")
	for _, k := range slices.Sorted(maps.Keys(s.Versions)) {
		line("- %s %s", k, s.Versions[k])
	}
	return b.String()
}

// takenForPublic returns what a run took for public without releasing it; "" if there is nothing.
func takenForPublic(private scope.Private) string {
	return map[scope.Private]string{
		{}:                "the item catalogue and the rating range, which count as public",
		{Catalogue: true}: "the rating range, which counts as public",
		{Range: true}:     "the item catalogue, which counts as public",
	}[private]
}

// releasedFirst returns what a run released before the sums of its method; "" if there is nothing.
func releasedFirst(private scope.Private) string {
	return map[scope.Private]string{
		{Range: true, Catalogue: true}: ", after noisy bounds of the ratings and the items whose noisy number of users reaches a threshold",
		{Range: true}:                  ", after noisy bounds of the ratings",
		{Catalogue: true}:              ", after the items whose noisy number of users reaches a threshold",
	}[private]
}
