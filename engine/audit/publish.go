package audit

import "context"

// Publication is stub
type Publication struct {
	Part
	Pairs, Files, Selections int
}

func (a *Audit) publish(ctx context.Context, p *Publication) error { return nil }
