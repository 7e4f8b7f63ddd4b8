package audit

import (
	"errors"
	"fmt"
	"slices"
)

// Kind says what is wrong.
type Kind string

// Kinds of findings, by what they are about.
const (
	// A run: what one user can change.
	Moved     Kind = "moved"     // a release moves further than it claims
	Failed    Kind = "failed"    // a run failed, or the meter refused it
	Form      Kind = "form"      // which releases, blocks or reports there are depends on a user
	Leaked    Kind = "leaked"    // what others see differs although all releases are the same
	Forged    Kind = "forged"    // a local report depends on another user's ratings
	Unsettled Kind = "unsettled" // a run comes out otherwise when repeated, or on other threads

	// The noise.
	Fitted     Kind = "fitted"      // the measured noise makes another μ
	Mean       Kind = "mean"        // of the noise is not 0
	Variance   Kind = "variance"    // is not the claimed one
	Law        Kind = "law"         // is not the claimed one
	Repeated   Kind = "repeated"    // coordinates of a run have the same noise
	Dependent  Kind = "dependent"   // noise that should be independent is not
	StaleKey   Kind = "stale key"   // runs repeat each other's noise
	SharedKey  Kind = "shared key"  // two blocks of a run have one stream
	Distinct   Kind = "distinct"    // a canary is told apart better than claimed
	Guessed    Kind = "guessed"     // more guesses are right than the claim allows
	Published  Kind = "published"   // what is written differs between neighbouring data sets
	NotAllowed Kind = "not allowed" // something is written that is not on the list of what may be
	Selected   Kind = "selected"    // the choice of a selection depends on more than scores and coins
)

// Finding is something that is wrong. Which of the figures it has depends on its kind.
type Finding struct {
	Kind              Kind
	Release           string  // name of the release, or of the file or field; "" where it is about none
	Measured, Claimed float64 // what was found beside what it should be at most, or should be
	P                 float64 // of the test that found it; 0 where none did
	Says              string  // a sentence
}

func (f Finding) String() string { return f.Says }

// wrong is a finding as an error.
type wrong Finding

func (w *wrong) Error() string { return w.Says }

// fault is the finding that an error carries. Any other error is that of a run that failed.
func fault(err error) Finding {
	var w *wrong
	if errors.As(err, &w) {
		return Finding(*w)
	}
	return Finding{Kind: Failed, Says: err.Error()}
}

// wrongf is a finding about a release as an error.
func wrongf(k Kind, release, format string, args ...any) error {
	return &wrong{Kind: k, Release: release, Says: fmt.Sprintf(format, args...)}
}

// Part is the verdict of one part of an audit.
type Part struct {
	Name     string
	Findings []Finding // none: passed
	Skipped  string    // why the part had nothing to do; "" where it ran
}

// Passed reports whether nothing wrong was found.
func (p Part) Passed() bool { return len(p.Findings) == 0 }

// find notes a finding, once. Its sentence is formatted.
func (p *Part) find(f Finding, format string, args ...any) {
	f.Says = fmt.Sprintf(format, args...)
	if !slices.Contains(p.Findings, f) {
		p.Findings = append(p.Findings, f)
	}
}

// blame notes the finding of an error.
func (p *Part) blame(err error) { p.Findings = append(p.Findings, fault(err)) }
