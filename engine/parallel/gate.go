package parallel

import (
	"context"
	"sync"
)

// Gate holds work back between its pieces while it is shut, so that what is urgent has the processors: what is held
// costs nothing and goes on where it was. Nobody who opens the gate may wait for a lock that is held across Each. The
// zero Gate is open. Safe for concurrent use.
type Gate struct {
	mu     sync.Mutex
	opened chan struct{} // closed when it opens; nil while it is open
}

type gateKey struct{}

// WithGate returns a context whose work, and that of all contexts made from it, passes the gate before every piece.
func WithGate(ctx context.Context, g *Gate) context.Context {
	return context.WithValue(ctx, gateKey{}, g)
}

// gateOf is the gate of a context; nil where its work is never held.
func gateOf(ctx context.Context) *Gate {
	g, _ := ctx.Value(gateKey{}).(*Gate)
	return g
}

// Shut holds back the next pieces.
func (g *Gate) Shut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.opened == nil {
		g.opened = make(chan struct{})
	}
}

// Open lets them go on.
func (g *Gate) Open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.opened != nil {
		close(g.opened)
		g.opened = nil
	}
}

// pass waits until the gate is open or the context ends. A nil Gate is open.
func (g *Gate) pass(ctx context.Context) {
	if g == nil {
		return
	}
	g.mu.Lock()
	opened := g.opened
	g.mu.Unlock()
	if opened == nil {
		return
	}
	select {
	case <-opened:
	case <-ctx.Done():
	}
}
