package tui_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/internal/tuitest"
	"dpals/internal/tuitest/driver"
	"dpals/themes"
	"dpals/tui"
	"dpals/tui/data"
	"dpals/tui/session"
	"dpals/tui/ui"
)

func TestEveryFrameIsExact(t *testing.T) {
	var keys []string
	for _, k := range tui.AllKeys() {
		for _, name := range k.Keys {
			if _, named := tuitest.Keys[name]; named || len(name) == 1 {
				keys = append(keys, name)
			}
		}
	}
	keys = append(keys, "x", "ä", "'")
	rapid.Check(t, func(rt *rapid.T) {
		o := driver.Options()
		o.ASCII = rapid.Bool().Draw(rt, "ascii")
		o.NoColor = rapid.Bool().Draw(rt, "no colour")
		if rapid.Bool().Draw(rt, "ledger") {
			driver.WithLedger(&o)
		}
		if rapid.Bool().Draw(rt, "errors released") {
			driver.Released(&o)
		}
		o.Problem = driver.Problem(1000)
		o.Problem.Name = rapid.SampledFrom([]string{"ml-1m", "", "日本語のデータ", "a\x1b[31mb\nc"}).Draw(rt, "name")
		b := driver.New(t, 0, 0, o)
		b.Compared()
		w, h := 0, 0
		rt.Repeat(map[string]func(*rapid.T){
			"resize": func(rt *rapid.T) {
				w, h = rapid.IntRange(1, 300).Draw(rt, "w"), rapid.IntRange(1, 100).Draw(rt, "h")
				b.Send(tea.WindowSizeMsg{Width: w, Height: h})
			},
			"key": func(rt *rapid.T) { b.Press(rapid.SampledFrom(keys).Draw(rt, "key")) },
			"mouse": func(rt *rapid.T) {
				at := tea.Mouse{X: rapid.IntRange(-1, 300).Draw(rt, "x"), Y: rapid.IntRange(-1, 100).Draw(rt, "y"), Button: tea.MouseLeft}
				b.Send(rapid.SampledFrom([]tea.Msg{tea.MouseClickMsg(at), tea.MouseMotionMsg(at), tea.MouseReleaseMsg(at),
					tea.MouseWheelMsg{X: at.X, Y: at.Y, Button: tea.MouseWheelDown}}).Draw(rt, "event"))
			},
			"knobs settle": func(*rapid.T) {
				b.Preview()
				b.Send(session.SettledMsg{Generation: b.Session.Knobs.Generation})
			},
			"ledger": func(rt *rapid.T) {
				s, err := ledger.Status{
					SpentEpsilon: epsilons.Draw(rt, "spent"), LargestEpsilon: epsilons.Draw(rt, "left"), LeftMu: epsilons.Draw(rt, "left μ"), Delta: 1e-5,
				}, error(nil)
				if rapid.Bool().Draw(rt, "limited") {
					s.Limit = &ledger.Limit{Epsilon: rapid.Float64Range(0, 1e6).Draw(rt, "limit"), Delta: 1e-5}
				}
				if rapid.Bool().Draw(rt, "broken") {
					err = driver.ErrSample
				}
				b.Send(b.Session.Ledger.Finished(b.Session.Problem.Fingerprint, s, err))
			},
			"error released": func(rt *rapid.T) {
				if r := b.Session.Runs.Current; r.Training() && r.Read > 0 {
					b.ReleaseTo(r, 1, 3, rapid.Float64Range(0, 5).Draw(rt, "rmse"), epsilons.Draw(rt, "deviation"))
				}
			},
			"refuse": func(rt *rapid.T) {
				if r := b.Session.Runs.Current; r.Training() && r.Read > 0 {
					b.Report(r, engine.Ended{Outcome: engine.Refused, Err: driver.Refusal})
				}
			},
			"ratings are counted": func(*rapid.T) { countRatingsOf(b) },
			"consequences fail": func(*rapid.T) {
				b.SendPreview(nil, driver.ErrSample)
			},
			"train": func(rt *rapid.T) {
				r := b.Session.Runs.Current
				if !r.Training() || r.Read > 0 {
					return
				}
				switch rapid.IntRange(0, 4).Draw(rt, "fate") {
				case 0:
					b.Send(session.StartedMsg{Run: r.Number, Err: driver.ErrSample})
				case 1:
					b.Send(session.StartedMsg{Run: r.Number, History: driver.NewRun()})
					b.Report(r, engine.Started{}, engine.Ended{Outcome: engine.Failed, Err: driver.ErrSample})
				case 2:
					b.Send(session.StartedMsg{Run: r.Number, History: driver.NewRun()})
					b.IterateTo(r, 1, 3, math.NaN(), math.Inf(1))
				default:
					if _, err := driver.Foresee(b.Session.Problem, r.Config); err != nil {
						rt.Fatalf("the knobs reached what the engine refuses: %v", err)
					}
					b.Whole(rapid.Float64Range(-1e9, 1e9).Draw(rt, "rmse"))
				}
			},
			"": func(rt *rapid.T) {
				b.Model.Left = false
				if w > 0 {
					content := b.Content()
					tuitest.Exactly(rt, content, w, h)
					for _, s := range b.Model.Screens {
						s.(ui.PanelScreen).Panels().Forget()
					}
					if b.Content() != content {
						rt.Fatalf("a panel was not drawn again:\n%s", tuitest.Plain(content))
					}
					if o.ASCII && strings.IndexFunc(content, func(r rune) bool { return r > 0x7e }) >= 0 {
						rt.Fatalf("not 7-bit: %q", content)
					}
				}
			},
		})
	})
}

// Every screen fills exactly its cells at 500 sizes, with names of wide and joined characters and escape sequences, and with
// curves of any shape.
func TestEverySizeIsExact(t *testing.T) {
	names := []string{"ml-1m", "", "日本語のデータ", "👩‍💻 データ", "a\x1b[31mb\nc", "\u202eevil", "/srv/\x1b]0;x\a.csv"}
	dice := rand.New(rand.NewPCG(7, 7))
	var b *driver.Dashboard
	for i := range 500 {
		if i%20 == 0 {
			o := driver.Options()
			o.ASCII, o.NoColor = dice.IntN(3) == 0, dice.IntN(3) == 0
			o.Theme = themes.Names()[dice.IntN(len(themes.Names()))]
			o.Problem = driver.Problem(1000)
			o.Problem.Name = names[i/20%len(names)]
			b = driver.New(t, 80, 24, o)
			b.Compared()
			countRatingsOf(b)
		}
		b.GoTo("Tune")
		b.Press("enter")
		b.Whole(math.Exp(dice.NormFloat64() * 20))
		w, h := 1+dice.IntN(300), 1+dice.IntN(100)
		b.Send(tea.WindowSizeMsg{Width: w, Height: h})
		for _, s := range b.Model.Screens {
			b.GoTo(s.Name())
			for range dice.IntN(3) {
				b.Press([]string{"f", "z", "c", "+", "o", ":", "?", "esc"}[dice.IntN(8)])
			}
			content := b.Content()
			tuitest.Exactly(t, content, w, h)
			if strings.Contains(tuitest.Plain(content), "\x1b") || strings.Contains(content, "\u202e") {
				t.Fatalf("%s lets an escape sequence through:\n%q", s.Name(), content)
			}
			b.Press("esc", "esc")
		}
	}
}

// epsilons generates every value that a cost can have.
var epsilons = rapid.OneOf(rapid.Float64Range(0, 100), rapid.SampledFrom([]float64{0, 1e-9, 1e9, math.Inf(1)}))

// countRatingsOf makes the Data screen count the ratings and sends the result.
func countRatingsOf(b *driver.Dashboard) {
	d := b.GoTo("Data").(*data.Screen)
	b.Carry(d.Update(session.LoadedMsg{})) // anew: the command of a count before may have been dropped
}
