package session

import (
	"context"
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dpals/engine"
	"dpals/tui/canvas"
)

// Load returns the command that reads the ratings or, where they cannot be read, their replacement: see Options.Instead.
func (s *Session) Load() tea.Cmd {
	load, instead, name := s.Options.Load, s.Options.Instead, s.Options.Problem.Name
	return s.read(name, func(ctx context.Context) LoadedMsg {
		p, err := read(ctx, load)
		if err == nil || instead == nil || ctx.Err() != nil {
			return LoadedMsg{Problem: p, Err: err}
		}
		stand, failed := read(ctx, instead)
		if failed != nil {
			return LoadedMsg{Err: err}
		}
		return LoadedMsg{Problem: stand, note: fmt.Sprintf("cannot read %s, opened %s instead: %s", canvas.Text(name), canvas.Text(stand.Name), FirstLine(err))}
	})
}

// Open returns the command that reads another source. Its ratings replace the present ones once they are read.
func (s *Session) Open(source string) tea.Cmd {
	if s.Options.Open == nil || s.Loading {
		return nil
	}
	open := s.Options.Open
	return s.read(source, func(ctx context.Context) LoadedMsg {
		p, err := read(ctx, func(ctx context.Context) (engine.Problem, error) { return open(ctx, source) })
		return LoadedMsg{Problem: p, Err: err, Replaces: true}
	})
}

// read returns the command that calls a loader. name is shown meanwhile.
func (s *Session) read(name string, load func(context.Context) LoadedMsg) tea.Cmd {
	s.Loading, s.Reading = true, name
	ctx := s.Ctx
	return func() tea.Msg {
		m, err := Try("reading the ratings", func() (LoadedMsg, error) { return load(ctx), nil })
		if err != nil {
			m.Err = err
		}
		return m
	}
}

func read(ctx context.Context, load func(context.Context) (engine.Problem, error)) (engine.Problem, error) {
	p, err := load(ctx)
	if err == nil && p.Split == nil {
		err = errors.New("no ratings were read")
	}
	return p, err
}

// TakeLoaded takes ratings that were read, and reports whether they replace the ones before. Runs on those stop and are
// forgotten.
func (s *Session) TakeLoaded(m LoadedMsg) bool {
	s.Loading = false
	if m.Replaces && m.Err != nil {
		s.Complain("ratings unchanged: %s", FirstLine(m.Err))
		return false
	}
	if m.Replaces || m.note != "" {
		s.Options.Source = nil
		s.Runs.clear()
		s.Ledger.Reset()
	}
	s.Problem, s.LoadError = m.Problem, m.Err
	if m.Problem.Name == "" {
		s.Problem.Name = s.Options.Problem.Name
	}
	if m.note != "" {
		s.Complain("%s", m.note)
	}
	return true
}
