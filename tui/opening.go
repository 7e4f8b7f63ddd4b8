package tui

import (
	"context"
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dpals/engine"
	"dpals/tui/canvas"
)

// load is the command that fetches the problem, or where it is gone the one that stands in for it.
func (b *bench) load() tea.Cmd {
	load, instead, name := b.options.Load, b.options.Instead, b.options.Problem.Name
	return b.read(name, func(ctx context.Context) loadedMsg {
		p, err := read(ctx, load)
		if err == nil || instead == nil || ctx.Err() != nil {
			return loadedMsg{problem: p, err: err}
		}
		stand, failed := read(ctx, instead)
		if failed != nil {
			return loadedMsg{err: err}
		}
		return loadedMsg{problem: stand, note: fmt.Sprintf("%s cannot be read any more, so here is %s: %s", canvas.Text(name), canvas.Text(stand.Name), firstLine(err))}
	})
}

// open is the command that reads the ratings of another source; they replace those at hand once they are read.
func (b *bench) open(source string) tea.Cmd {
	if b.options.Open == nil || b.loading {
		return nil
	}
	open := b.options.Open
	return b.read(source, func(ctx context.Context) loadedMsg {
		p, err := read(ctx, func(ctx context.Context) (engine.Problem, error) { return open(ctx, source) })
		return loadedMsg{problem: p, err: err, replaces: true}
	})
}

// read is the command that brings what a loader finds under a name.
func (b *bench) read(name string, load func(context.Context) loadedMsg) tea.Cmd {
	b.loading, b.reading = true, name
	ctx := b.ctx
	return func() (msg tea.Msg) {
		defer func() {
			if v := recover(); v != nil {
				msg = loadedMsg{err: panicError("reading the ratings", v)}
			}
		}()
		return load(ctx)
	}
}

func read(ctx context.Context, load func(context.Context) (engine.Problem, error)) (engine.Problem, error) {
	p, err := load(ctx)
	if err == nil && p.Split == nil {
		err = errors.New("no ratings were read")
	}
	return p, err
}

// loadedNow takes ratings that have been read, and reports whether there are others at hand than before. Runs on the
// ones before stop; they are not compared with what follows.
func (b *bench) loadedNow(m loadedMsg) bool {
	b.loading = false
	if m.replaces && m.err != nil {
		b.complain("the ratings stay: %s", firstLine(m.err))
		return false
	}
	if m.replaces || m.note != "" {
		b.options.Source = nil
		b.session.clear()
		b.account = account{version: b.account.version + 1}
	}
	b.problem, b.failure = m.problem, m.err
	if m.problem.Name == "" {
		b.problem.Name = b.options.Problem.Name
	}
	if m.note != "" {
		b.complain("%s", m.note)
	}
	return true
}
