package driver

import (
	"context"
	"fmt"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"dpals/engine"
	"dpals/internal/tuitest"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// State is what a person may see, with what brings it about.
type State struct {
	Name    string
	Options func(*session.Options) // nil for fakeOptions as they are
	Act     func(*Dashboard)       // nil for what is seen first
}

// RequireGolden compares a screen in its states with files that hold what a person sees.
func RequireGolden(t *testing.T, screen string, states []State, sizes [][2]int) {
	for i, s := range states {
		for _, size := range sizes {
			if size[0] < ui.MinWidth && i > 0 {
				continue // nothing but the size is said there
			}
			t.Run(fmt.Sprintf("%s/%dx%d", s.Name, size[0], size[1]), func(t *testing.T) {
				o := Options()
				if s.Options != nil {
					s.Options(&o)
				}
				b := New(t, size[0], size[1], o)
				b.GoTo(screen)
				if s.Act != nil {
					s.Act(b)
				}
				content := b.Content()
				tuitest.Exactly(t, content, size[0], size[1])
				golden.RequireEqual(t, content)
			})
		}
	}
}

// UsualSizes are too small, narrow, wide and very wide.
var UsualSizes = [][2]int{{59, 20}, {80, 24}, {120, 36}, {200, 50}}

func Unloaded(o *session.Options) {
	o.Problem = engine.Problem{Name: "ml-1m"}
	o.Load = func(context.Context) (engine.Problem, error) { return Problem(1), nil }
}

// Released spends a share of the budget on the errors.
func Released(o *session.Options) { o.Config.PrivateMetrics = 0.1 }

var ErrSample = fmt.Errorf("the trainer crashed: %s\n\ngoroutine 1", "runtime error: index out of range [5] with length 3 \x1b[2J")

// Sizes are those at which every screen has to say what matters.
var Sizes = [][2]int{{80, 24}, {120, 36}, {200, 50}}
