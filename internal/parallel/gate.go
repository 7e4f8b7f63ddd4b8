package parallel

import (
	"context"
	"sync"
)

// Gate pauses work between its pieces while it is shut, so that more urgent work has the processors. Paused work uses no
// processor and continues where it was. Code that opens the gate must not first wait for a lock that is held across
// Each: that is a deadlock. The zero Gate is open. Safe for concurrent use.
type Gate struct {
	mu     sync.Mutex
	opened chan struct{} // closed when it opens; nil while it is open
}

type gateKey struct{}

// WithGate returns a context whose work, and that of all contexts derived from it, waits at the gate before every piece.
func WithGate(ctx context.Context, g *Gate) context.Context {
	return context.WithValue(ctx, gateKey{}, g)
}

// gateOf returns the gate of a context, or nil where its work is never paused.
func gateOf(ctx context.Context) *Gate {
	g, _ := ctx.Value(gateKey{}).(*Gate)
	return g
}

// Shut pauses all work before its next piece.
func (g *Gate) Shut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.opened == nil {
		g.opened = make(chan struct{})
	}
}

// Open lets paused work continue.
func (g *Gate) Open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.opened != nil {
		close(g.opened)
		g.opened = nil
	}
}

// pass waits until the gate is open or the context ends, and returns the error of the context. A nil Gate is open.
func (g *Gate) pass(ctx context.Context) error {
	if g == nil {
		return ctx.Err()
	}
	g.mu.Lock()
	opened := g.opened
	g.mu.Unlock()
	if opened != nil {
		select {
		case <-opened:
		case <-ctx.Done():
		}
	}
	return ctx.Err()
}
