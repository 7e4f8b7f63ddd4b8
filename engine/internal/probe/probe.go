// Package probe lets the audit watch what an ordinary run does from its start to what is exported and stored. A probe
// travels in the context of the run. The package is internal to the engine, and its importers are listed in a test, so
// that no flag, no screen and no other caller can reach it: a run with a probe protects nobody.
package probe

import (
	"context"

	"dpals/accounting"
)

// Probe makes runs repeatable and shows their releases.
type Probe struct {
	// Key is called at the start of a run. The run's noise, initial factors and sampling follow from what it returns.
	Key func() uint64

	Witness  accounting.ReleaseObserver // of Gaussian releases; may be nil
	Listener accounting.ReportObserver  // of local reports; may be nil

	// Words are what a selection draws from. It needs them.
	Words accounting.Words
}

type key struct{}

// With returns a context whose runs have the probe.
func With(ctx context.Context, p *Probe) context.Context { return context.WithValue(ctx, key{}, p) }

// Of returns the probe of a context; nil where there is none, as in every run but an audit's.
func Of(ctx context.Context) *Probe {
	p, _ := ctx.Value(key{}).(*Probe)
	return p
}
