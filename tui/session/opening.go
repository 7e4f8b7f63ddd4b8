package session

import (
	"context"
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dpals/engine"
	"dpals/tui/canvas"
)

// Load is the command that fetches the problem, or where it is gone the one that stands in for it.
func (b *Session) Load() tea.Cmd {
	load, instead, name := b.Options.Load, b.Options.Instead, b.Options.Problem.Name
	return b.read(name, func(ctx context.Context) LoadedMsg {
		p, err := read(ctx, load)
		if err == nil || instead == nil || ctx.Err() != nil {
			return LoadedMsg{Problem: p, Err: err}
		}
		stand, failed := read(ctx, instead)
		if failed != nil {
			return LoadedMsg{Err: err}
		}
		return LoadedMsg{Problem: stand, note: fmt.Sprintf("%s cannot be read any more, so here is %s: %s", canvas.Text(name), canvas.Text(stand.Name), FirstLine(err))}
	})
}

// Open is the command that reads the ratings of another source; they replace those at hand once they are read.
func (b *Session) Open(source string) tea.Cmd {
	if b.Options.Open == nil || b.Loading {
		return nil
	}
	open := b.Options.Open
	return b.read(source, func(ctx context.Context) LoadedMsg {
		p, err := read(ctx, func(ctx context.Context) (engine.Problem, error) { return open(ctx, source) })
		return LoadedMsg{Problem: p, Err: err, Replaces: true}
	})
}

// read is the command that brings what a loader finds under a name.
func (b *Session) read(name string, load func(context.Context) LoadedMsg) tea.Cmd {
	b.Loading, b.Reading = true, name
	ctx := b.Ctx
	return func() (msg tea.Msg) {
		defer func() {
			if v := recover(); v != nil {
				msg = LoadedMsg{Err: PanicError("reading the ratings", v)}
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

// TakeLoaded takes ratings that have been read, and reports whether there are others at hand than before. Runs on the
// ones before stop; they are not compared with what follows.
func (b *Session) TakeLoaded(m LoadedMsg) bool {
	b.Loading = false
	if m.Replaces && m.Err != nil {
		b.Complain("the ratings stay: %s", FirstLine(m.Err))
		return false
	}
	if m.Replaces || m.note != "" {
		b.Options.Source = nil
		b.Runs.clear()
		b.Ledger = LedgerView{Version: b.Ledger.Version + 1}
	}
	b.Problem, b.LoadError = m.Problem, m.Err
	if m.Problem.Name == "" {
		b.Problem.Name = b.Options.Problem.Name
	}
	if m.note != "" {
		b.Complain("%s", m.note)
	}
	return true
}
