package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"dpals/engine"
)

// open is the command that reads the ratings of another source; they replace those at hand once they are read.
func (b *bench) open(source string) tea.Cmd {
	if b.options.Open == nil {
		return nil
	}
	b.opening = source
	read := b.options.Open
	return b.read(func(ctx context.Context) (engine.Problem, error) { return read(ctx, source) })
}
