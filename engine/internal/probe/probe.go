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
