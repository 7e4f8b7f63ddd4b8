package tui

import (
	"context"
	"fmt"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"dpals/engine"
	"dpals/internal/tuitest"
)

// state is what a person may see, with what brings it about.
type state struct {
	name    string
	options func(*Options) // nil for fakeOptions as they are
	act     func(*bed)     // nil for what is seen first
}

// requireGolden compares a screen in its states with files that hold what a person sees.
func requireGolden(t *testing.T, screen string, states []state, sizes [][2]int) {
	for i, s := range states {
		for _, size := range sizes {
			if size[0] < minWidth && i > 0 {
				continue // nothing but the size is said there
			}
			t.Run(fmt.Sprintf("%s/%dx%d", s.name, size[0], size[1]), func(t *testing.T) {
				o := fakeOptions()
				if s.options != nil {
					s.options(&o)
				}
				b := newBed(t, size[0], size[1], o)
				b.goTo(screen)
				if s.act != nil {
					s.act(b)
				}
				content := b.content()
				tuitest.Exactly(t, content, size[0], size[1])
				golden.RequireEqual(t, content)
			})
		}
	}
}

// usualSizes are too small, narrow, wide and very wide.
var usualSizes = [][2]int{{59, 20}, {80, 24}, {120, 36}, {200, 50}}

func unloaded(o *Options) {
	o.Problem = engine.Problem{Name: "ml-1m"}
	o.Load = func(context.Context) (engine.Problem, error) { return fakeProblem(1), nil }
}

// released spends a share of the budget on the errors.
func released(o *Options) { o.Config.PrivateMetrics = 0.1 }

var errSample = fmt.Errorf("the trainer crashed: %s\n\ngoroutine 1", "runtime error: index out of range [5] with length 3 \x1b[2J")

// sizes are those at which every screen has to say what matters.
var sizes = [][2]int{{80, 24}, {120, 36}, {200, 50}}
