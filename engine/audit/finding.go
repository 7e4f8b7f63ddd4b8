package audit

import (
	"errors"
	"fmt"
	"slices"
)

// Kind is what is wrong.
type Kind string

// Kinds of findings, by what they are about.
const (
	// A run: what one user can change.
	Moved     Kind = "moved"     // a release moves further than it claims
	Failed    Kind = "failed"    // a run failed, or the meter refused it
	Form      Kind = "form"      // which releases, blocks or reports there are depends on a user
	Leaked    Kind = "leaked"    // what others see differs although all releases are the same
	Forged    Kind = "forged"    // a local report depends on another user's ratings
	Unsettled Kind = "unsettled" // a run gives other results when repeated, or on other threads

	// The noise.
	Fitted     Kind = "fitted"      // the measured noise makes another μ
	Mean       Kind = "mean"        // of the noise is not 0
	Variance   Kind = "variance"    // is not the claimed one
	Law        Kind = "law"         // is not the claimed one
	Repeated   Kind = "repeated"    // coordinates of a run have the same noise
	Dependent  Kind = "dependent"   // noise that should be independent is not
	StaleKey   Kind = "stale key"   // runs repeat each other's noise
	SharedKey  Kind = "shared key"  // two blocks of a run have one stream
	Distinct   Kind = "distinct"    // runs with a canary are distinguished better than claimed
	Guessed    Kind = "guessed"     // more guesses are right than the claim allows
	Published  Kind = "published"   // what is written differs between neighbouring data sets
	NotAllowed Kind = "not allowed" // something is written that is not on the list of what may be
	Selected   Kind = "selected"    // the choice of a selection depends on more than scores and coins
)

// Finding is one thing that is wrong. Its kind decides which of the figures are set.
type Finding struct {
	Kind              Kind
	Release           string  // name of the release, the file or the field; "" if it is about none
	Measured, Claimed float64 // the measured value, and the claimed value or limit
	P                 float64 // p-value of the test that found it; 0 if no test did
	Text              string  // one sentence
}

func (f Finding) String() string { return f.Text }

// findingError is a finding as an error.
type findingError Finding

func (w *findingError) Error() string { return w.Text }

// findingOf returns the finding that an error carries. Any other error is that of a run that failed.
func findingOf(err error) Finding {
	var w *findingError
	if errors.As(err, &w) {
		return Finding(*w)
	}
	return Finding{Kind: Failed, Text: err.Error()}
}

// findingf is a finding about a release as an error.
func findingf(k Kind, release, format string, args ...any) error {
	return &findingError{Kind: k, Release: release, Text: fmt.Sprintf(format, args...)}
}

// Part is the verdict of one part of an audit.
type Part struct {
	Name     string
	Findings []Finding // none: passed
	Skipped  string    // why the part had nothing to do; "" where it ran
}

// Passed reports whether nothing wrong was found.
func (p Part) Passed() bool { return len(p.Findings) == 0 }

// find adds a finding with a formatted sentence, unless it was added before.
func (p *Part) find(f Finding, format string, args ...any) {
	f.Text = fmt.Sprintf(format, args...)
	if !slices.Contains(p.Findings, f) {
		p.Findings = append(p.Findings, f)
	}
}

// addError adds the finding of an error.
func (p *Part) addError(err error) { p.Findings = append(p.Findings, findingOf(err)) }
