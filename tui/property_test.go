package tui

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
	"dpals/themes"
)

func TestEveryFrameIsExact(t *testing.T) {
	var keys []string
	for _, k := range Keys() {
		for _, name := range k.Keys {
			if _, named := tuitest.Keys[name]; named || len(name) == 1 {
				keys = append(keys, name)
			}
		}
	}
	keys = append(keys, "x", "ä", "'")
	rapid.Check(t, func(rt *rapid.T) {
		o := fakeOptions()
		o.ASCII = rapid.Bool().Draw(rt, "ascii")
		o.NoColor = rapid.Bool().Draw(rt, "no colour")
		if rapid.Bool().Draw(rt, "ledger") {
			withLedger(&o)
		}
		if rapid.Bool().Draw(rt, "errors released") {
			released(&o)
		}
		o.Problem = fakeProblem(1000)
		o.Problem.Name = rapid.SampledFrom([]string{"ml-1m", "", "日本語のデータ", "a\x1b[31mb\nc"}).Draw(rt, "name")
		b := newBed(t, 0, 0, o)
		b.compared()
		w, h := 0, 0
		rt.Repeat(map[string]func(*rapid.T){
			"resize": func(rt *rapid.T) {
				w, h = rapid.IntRange(1, 300).Draw(rt, "w"), rapid.IntRange(1, 100).Draw(rt, "h")
				b.send(tea.WindowSizeMsg{Width: w, Height: h})
			},
			"key": func(rt *rapid.T) { b.press(rapid.SampledFrom(keys).Draw(rt, "key")) },
			"mouse": func(rt *rapid.T) {
				at := tea.Mouse{X: rapid.IntRange(-1, 300).Draw(rt, "x"), Y: rapid.IntRange(-1, 100).Draw(rt, "y"), Button: tea.MouseLeft}
				b.send(rapid.SampledFrom([]tea.Msg{tea.MouseClickMsg(at), tea.MouseMotionMsg(at), tea.MouseReleaseMsg(at),
					tea.MouseWheelMsg{X: at.X, Y: at.Y, Button: tea.MouseWheelDown}}).Draw(rt, "event"))
			},
			"knobs settle": func(*rapid.T) {
				b.foresee()
				b.send(settledMsg{b.bench.knobs.generation})
			},
			"ledger": func(rt *rapid.T) {
				m := accountMsg{status: ledger.Status{
					SpentEpsilon: epsilons.Draw(rt, "spent"), LargestEpsilon: epsilons.Draw(rt, "left"), LeftMu: epsilons.Draw(rt, "left μ"), Delta: 1e-5,
				}}
				if rapid.Bool().Draw(rt, "limited") {
					m.status.Limit = &ledger.Limit{Epsilon: rapid.Float64Range(0, 1e6).Draw(rt, "limit"), Delta: 1e-5}
				}
				if rapid.Bool().Draw(rt, "broken") {
					m.err = errSample
				}
				b.send(m)
			},
			"error released": func(rt *rapid.T) {
				if r := b.bench.session.current; r.training() && r.read > 0 {
					b.releaseTo(r, 1, 3, rapid.Float64Range(0, 5).Draw(rt, "rmse"), epsilons.Draw(rt, "deviation"))
				}
			},
			"refuse": func(rt *rapid.T) {
				if r := b.bench.session.current; r.training() && r.read > 0 {
					b.report(r, engine.Ended{Outcome: engine.Refused, Err: refusal})
				}
			},
			"ratings are counted": func(*rapid.T) { countRatingsOf(b) },
			"consequences fail": func(*rapid.T) {
				b.send(foreseenMsg{b.bench.knobs.generation, nil, errSample})
			},
			"train": func(rt *rapid.T) {
				r := b.bench.session.current
				if !r.training() || r.read > 0 {
					return
				}
				switch rapid.IntRange(0, 4).Draw(rt, "fate") {
				case 0:
					b.send(startedMsg{run: r.number, err: errSample})
				case 1:
					b.send(startedMsg{run: r.number, history: newFakeRun()})
					b.report(r, engine.Started{}, engine.Ended{Outcome: engine.Failed, Err: errSample})
				case 2:
					b.send(startedMsg{run: r.number, history: newFakeRun()})
					b.stepTo(r, 1, 3, math.NaN(), math.Inf(1))
				default:
					if _, err := fakeForesee(b.bench.problem, r.config); err != nil {
						rt.Fatalf("the knobs reached what the engine refuses: %v", err)
					}
					b.whole(rapid.Float64Range(-1e9, 1e9).Draw(rt, "rmse"))
				}
			},
			"": func(rt *rapid.T) {
				b.m.left = false
				if w > 0 {
					content := b.content()
					tuitest.Exactly(rt, content, w, h)
					for _, s := range b.m.screens {
						s.(paneled).panels().forget()
					}
					if b.content() != content {
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

// Every screen fills exactly its cells at 500 sizes, with names that are wide, joined, or try to escape, and with curves
// of any shape.
func TestEverySizeIsExact(t *testing.T) {
	names := []string{"ml-1m", "", "日本語のデータ", "👩‍💻 データ", "a\x1b[31mb\nc", "\u202eevil", "/srv/\x1b]0;x\a.csv"}
	dice := rand.New(rand.NewPCG(7, 7))
	var b *bed
	for i := range 500 {
		if i%20 == 0 {
			o := fakeOptions()
			o.ASCII, o.NoColor = dice.IntN(3) == 0, dice.IntN(3) == 0
			o.Theme = themes.Names()[dice.IntN(len(themes.Names()))]
			o.Problem = fakeProblem(1000)
			o.Problem.Name = names[i/20%len(names)]
			b = newBed(t, 80, 24, o)
			b.compared()
			countRatingsOf(b)
		}
		b.goTo("Tune")
		b.press("enter")
		b.whole(math.Exp(dice.NormFloat64() * 20))
		w, h := 1+dice.IntN(300), 1+dice.IntN(100)
		b.send(tea.WindowSizeMsg{Width: w, Height: h})
		for _, s := range b.m.screens {
			b.goTo(s.name())
			for range dice.IntN(3) {
				b.press([]string{"f", "z", "c", "+", "o", ":", "?", "esc"}[dice.IntN(8)])
			}
			content := b.content()
			tuitest.Exactly(t, content, w, h)
			if strings.Contains(tuitest.Plain(content), "\x1b") || strings.Contains(content, "\u202e") {
				t.Fatalf("%s lets an escape sequence through:\n%q", s.name(), content)
			}
			b.press("esc", "esc")
		}
	}
}

// epsilons may be anything that a cost can be.
var epsilons = rapid.OneOf(rapid.Float64Range(0, 100), rapid.SampledFrom([]float64{0, 1e-9, 1e9, math.Inf(1)}))

// countRatingsOf lets the Data screen count the ratings and brings what it works out from them.
func countRatingsOf(b *bed) {
	d := b.goTo("Data").(*data)
	b.carry(b.send(d.count()()))
}
