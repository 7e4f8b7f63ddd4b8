package frontier_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/sweep"
	"dpals/internal/tuitest"
	"dpals/internal/tuitest/driver"
	"dpals/themes"
	"dpals/tui/frontier"
	"dpals/tui/ui"
)

// Every frame fits its size, with any results and keys.
func TestFrontierFitsEverySize(t *testing.T) {
	dice := rand.New(rand.NewPCG(11, 11))
	names := []string{"dpals", "日本語の方法", "👩‍💻", "a\x1b[2Jb", "\u202eevil", strings.Repeat("long ", 20)}
	values := []float64{0, 0.9, 1.2, -3, 1e300, -1e300, math.NaN(), math.Inf(1), math.Inf(-1), 1e-300}
	keys := []string{"f", "F", "z", "c", "+", "-", "0", "o", "O", "left", "right", "up", "down", "space", "=", "5", "/", "esc", "enter", "n", "X", "y", "Y", "?", "r", "a", "g", "G"}
	for i := range 60 {
		o := driver.Options()
		atSweepStart(&o)
		o.ASCII, o.NoColor = i%3 == 0, i%4 == 0
		o.Theme = themes.Names()[i%len(themes.Names())]
		b := driver.New(t, 120, 36, o)
		s := variedSweep()
		s.Status = []sweep.Status{sweep.Running, sweep.Paused, sweep.Done, sweep.Cancelled, sweep.Refused}[dice.IntN(5)]
		s.Err, s.Failed = driver.ErrSample, dice.IntN(3)
		for k := range s.Cells {
			c := &s.Cells[k]
			c.Method, c.Epsilon = names[dice.IntN(len(names))], math.Exp(dice.NormFloat64()*5)
			c.Mean, c.Deviation = values[dice.IntN(len(values))], values[dice.IntN(len(values))]
			c.N, c.Failed, c.Running = dice.IntN(4), dice.IntN(2), dice.IntN(2)
		}
		startSweep(b, s)
		reportProgress(b, s, i%2 == 0)
		b.Send(screenOf(b).Stored().Finished(b.Session.Problem.Fingerprint, frontier.NewStoredSweeps(frontier.NewStoredSweep(1, s.Spec, 1, 2, i%2 == 1)), nil))
		for range 10 {
			w, h := 1+dice.IntN(300), 1+dice.IntN(100)
			b.Send(tea.WindowSizeMsg{Width: w, Height: h})
			for range dice.IntN(5) {
				b.Press(keys[dice.IntN(len(keys))])
			}
			b.Model.Left = false
			b.Send(tea.MouseClickMsg{X: dice.IntN(w), Y: dice.IntN(h), Button: tea.MouseLeft})
			b.GoTo("Frontier")
			content := b.Content()
			tuitest.Exactly(t, content, w, h)
			if strings.Contains(tuitest.Plain(content), "\x1b") || strings.Contains(content, "\u202e") {
				t.Fatalf("an escape sequence is drawn:\n%q", content)
			}
			if o.ASCII && strings.IndexFunc(content, func(r rune) bool { return r > 0x7e }) >= 0 {
				t.Fatalf("not 7-bit: %q", content)
			}
			for _, s := range b.Model.Screens {
				s.(ui.PanelScreen).Panels().Forget()
			}
			if b.Content() != content {
				t.Fatalf("a panel was not redrawn:\n%s", tuitest.Plain(content))
			}
		}
	}
}
