package privacy_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"dpals/accounting"
	"dpals/accounting/ledger"
	"dpals/internal/tuitest"
	"dpals/internal/tuitest/driver"
	"dpals/tui/privacy"
	"dpals/tui/ui"
)

// For any ledger, keys and size every frame has its exact size and no escape sequence of the data.
func TestPrivacyFramesAreExactForAnyLedger(t *testing.T) {
	texts := rapid.SampledFrom([]string{"dpals", "", "日本語の方法", "👨‍👩‍👧", "\x1b[2Jdone", "a\nb", "\u202eflip", strings.Repeat("long ", 40)})
	rapid.Check(t, func(rt *rapid.T) {
		o := driver.Options()
		o.Problem = driver.Problem(1000)
		o.ASCII = rapid.Bool().Draw(rt, "ascii")
		if rapid.Bool().Draw(rt, "local") {
			local(&o)
		}
		var past []ledger.HistoryEntry
		for i := range rapid.IntRange(0, 8).Draw(rt, "runs") {
			past = append(past, ledger.HistoryEntry{Entry: ledger.Entry{ID: int64(i + 1), Method: texts.Draw(rt, "method"), Outcome: texts.Draw(rt, "outcome"),
				Epsilon: costs.Draw(rt, "ε"), PureEpsilon: costs.Draw(rt, "pure ε"), Delta: 1e-5, Mu: costs.Draw(rt, "μ"), SpentMu: costs.Draw(rt, "spent")},
				Total: accounting.TotalCost{Mu: costs.Draw(rt, "total μ"), GaussianMu: costs.Draw(rt, "Gaussian μ"), PureEpsilon: rapid.Float64Range(0, 1e4).Draw(rt, "total ε")}})
		}
		o.Status = func(string) (ledger.Status, error) {
			s := ledger.Status{Delta: 1e-5, Runs: len(past), SpentEpsilon: 1}
			if len(past) > 0 {
				s.Total = past[len(past)-1].Total
			}
			return s, nil
		}
		o.History = func(string) ([]ledger.HistoryEntry, error) { return past, nil }
		o.Charged = func(int64) ([]ledger.Release, error) {
			return []ledger.Release{{Release: accounting.Release{Request: accounting.Request{Name: texts.Draw(rt, "release"), Kind: "?", Claim: accounting.Claim{Proof: texts.Draw(rt, "proof")}}, Mu: costs.Draw(rt, "cost")}}}, nil
		}
		b := driver.New(t, 120, 36, o)
		w, h := 120, 36
		if rapid.Bool().Draw(rt, "runs") {
			b.Whole(0.9)
		}
		p := settled(b)
		for range rapid.IntRange(1, 12).Draw(rt, "acts") {
			switch rapid.IntRange(0, 3).Draw(rt, "act") {
			case 0:
				w, h = rapid.IntRange(ui.MinWidth, 300).Draw(rt, "w"), rapid.IntRange(ui.MinHeight, 100).Draw(rt, "h")
				b.Send(tea.WindowSizeMsg{Width: w, Height: h})
			case 1:
				p.FocusOn(rapid.IntRange(0, privacy.PanelCount-1).Draw(rt, "panel"))
			case 2:
				key := rapid.SampledFrom([]string{"up", "down", "left", "right", "z", "c", "+", "-", "o", "O", "esc", "pgdown", "/", "x"}).Draw(rt, "key")
				b.Press(key)
			default:
				if cmd := p.OpenEntry(); cmd != nil {
					b.Send(cmd())
				}
			}
			content := b.Content()
			tuitest.Exactly(rt, content, w, h)
			if strings.Contains(tuitest.Plain(content), "\x1b") || strings.Contains(content, "\u202e") {
				rt.Fatalf("the frame has an escape sequence of the data:\n%q", content)
			}
		}
	})
}

func BenchmarkPrivacyFrame(b *testing.B) {
	for _, size := range [][2]int{{120, 36}, {240, 70}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			o := driver.Options()
			withHistory(b)(&o)
			d := driver.New(b, size[0], size[1], o)
			driver.Running(d)
			p := settled(d)
			for b.Loop() {
				p.Forget()
				d.Content()
			}
		})
	}
}

// BenchmarkCostCurves measures the curves of a plan, which a command computes.
func BenchmarkCostCurves(b *testing.B) {
	plan := settled(driver.New(b, 120, 36, driver.Options())).Plan()
	for b.Loop() {
		privacy.NewCostCurves(privacy.KeyOf(plan))
	}
}

// costs are all kinds of cost, infinite ones too.
var costs = rapid.OneOf(rapid.Float64Range(0, 100), rapid.SampledFrom([]float64{0, 1e-9, 1e9, math.Inf(1)}))
