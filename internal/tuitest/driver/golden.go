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

// State is a state of a screen that is compared with golden files.
type State struct {
	Name    string
	Options func(*session.Options) // changes Options; nil for no change
	Act     func(*Dashboard)       // brings the state about; nil for the first state
}

// RequireGolden compares a screen in every state and size with its golden file.
func RequireGolden(t *testing.T, screen string, states []State, sizes [][2]int) {
	for i, s := range states {
		for _, size := range sizes {
			if size[0] < ui.MinWidth && i > 0 {
				continue // every state shows the same message
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

// UsualSizes are a terminal that is too small, a narrow, a wide and a very wide one.
var UsualSizes = [][2]int{{59, 20}, {80, 24}, {120, 36}, {200, 50}}

// Unloaded leaves the ratings to be loaded.
func Unloaded(o *session.Options) {
	o.Problem = engine.Problem{Name: "ml-1m"}
	o.Load = func(context.Context) (engine.Problem, error) { return Problem(1), nil }
}

// Released spends a tenth of the budget on released errors.
func Released(o *session.Options) { o.Config.PrivateMetrics = 0.1 }

// ErrSample is the error of a crash: several lines, one with an escape sequence.
var ErrSample = fmt.Errorf("the trainer crashed: %s\n\ngoroutine 1", "runtime error: index out of range [5] with length 3 \x1b[2J")

// Sizes are the sizes at which every screen must show its important texts.
var Sizes = [][2]int{{80, 24}, {120, 36}, {200, 50}}
