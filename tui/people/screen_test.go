package people_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/method"
	"dpals/internal/tuitest"
	"dpals/internal/tuitest/driver"
)

// After any keys, clicks and runs, at any size, every frame has exactly its size, equals a frame drawn without the cache,
// and contains no escape sequence of a title.
func TestFramesAreExact(t *testing.T) {
	names := []string{"up", "down", "enter", "esc", "left", "right", "backspace", "pgdown", "tab", "space", "n", "x", "f", "z", "/", "o", "O",
		"d", "y", "Y", "c", "1", "3", "5", "a", "七", "G", "g"}
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			dice := rand.New(rand.NewPCG(seed, 1))
			o := driver.FilmOptions(t)
			o.ASCII, o.NoColor = dice.IntN(3) == 0, dice.IntN(3) == 0
			b := newTestScreen(t, 80, 24, o)
			b.open()
			w, h := 80, 24
			for range 120 {
				switch dice.IntN(8) {
				case 0:
					w, h = 1+dice.IntN(260), 1+dice.IntN(90)
					b.Send(tea.WindowSizeMsg{Width: w, Height: h})
				case 1:
					b.carry(b.p.Mouse(driver.RandomMouse(dice, w, h).(tea.MouseMsg)))
				case 2:
					b.trained([]method.Model{privateModel, biased(nil), referenceModel}[dice.IntN(3)], referenceModel)
					b.refresh()
				default:
					b.types(names[dice.IntN(len(names))])
				}
				b.GoTo("People")
				b.Model.Left = false
				content := b.Content()
				tuitest.Exactly(t, content, w, h)
				if strings.Contains(tuitest.Plain(content), "\x1b") || strings.Contains(content, "\u202e") {
					t.Fatalf("a title escapes:\n%q", content)
				}
				b.p.Forget()
				if b.Content() != content {
					t.Fatalf("a cached panel is out of date:\n%s\n%s", tuitest.Plain(content), tuitest.Plain(b.Content()))
				}
			}
		})
	}
}
