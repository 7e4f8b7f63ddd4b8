package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"dpals/accounting"
	"dpals/accounting/ledger"
)

// Whatever the ledger holds and whatever is pressed, at any size: every frame is exact and nothing escapes.
func TestPrivacyIsExactWhateverTheLedgerHolds(t *testing.T) {
	nasty := rapid.SampledFrom([]string{"dpals", "", "日本語の方法", "👨‍👩‍👧", "\x1b[2Jdone", "a\nb", "\u202eflip", strings.Repeat("long ", 40)})
	rapid.Check(t, func(rt *rapid.T) {
		o := fakeOptions()
		o.Problem = fakeProblem(1000)
		o.ASCII = rapid.Bool().Draw(rt, "ascii")
		if rapid.Bool().Draw(rt, "local") {
			local(&o)
		}
		var past []ledger.HistoryEntry
		for i := range rapid.IntRange(0, 8).Draw(rt, "runs") {
			past = append(past, ledger.HistoryEntry{Entry: ledger.Entry{ID: int64(i + 1), Method: nasty.Draw(rt, "method"), Outcome: nasty.Draw(rt, "outcome"),
				Epsilon: epsilons.Draw(rt, "ε"), PureEpsilon: epsilons.Draw(rt, "pure ε"), Delta: 1e-5, Mu: epsilons.Draw(rt, "μ"), SpentMu: epsilons.Draw(rt, "spent")},
				Total: accounting.TotalCost{Mu: epsilons.Draw(rt, "total μ"), GaussianMu: epsilons.Draw(rt, "Gaussian μ"), PureEpsilon: rapid.Float64Range(0, 1e4).Draw(rt, "total ε")}})
		}
		o.status = func(string) (ledger.Status, error) {
			s := ledger.Status{Delta: 1e-5, Runs: len(past), SpentEpsilon: 1}
			if len(past) > 0 {
				s.Total = past[len(past)-1].Total
			}
			return s, nil
		}
		o.history = func(string) ([]ledger.HistoryEntry, error) { return past, nil }
		o.charged = func(int64) ([]ledger.Release, error) {
			return []ledger.Release{{Release: accounting.Release{Request: accounting.Request{Name: nasty.Draw(rt, "release"), Kind: "?", Claim: accounting.Claim{Proof: nasty.Draw(rt, "proof")}}, Mu: epsilons.Draw(rt, "cost")}}}, nil
		}
		b := newBed(t, 120, 36, o)
		if rapid.Bool().Draw(rt, "runs") {
			b.whole(0.9)
		}
		p := b.settled()
		for range rapid.IntRange(1, 12).Draw(rt, "acts") {
			switch rapid.IntRange(0, 3).Draw(rt, "act") {
			case 0:
				b.send(tea.WindowSizeMsg{Width: rapid.IntRange(minWidth, 300).Draw(rt, "w"), Height: rapid.IntRange(minHeight, 100).Draw(rt, "h")})
			case 1:
				p.focusOn(rapid.IntRange(0, privacyPanels-1).Draw(rt, "panel"))
			case 2:
				key := rapid.SampledFrom([]string{"up", "down", "left", "right", "z", "c", "+", "-", "o", "O", "esc", "pgdown", "/", "x"}).Draw(rt, "key")
				b.press(key)
			default:
				if cmd := p.openPast(); cmd != nil {
					b.send(cmd())
				}
			}
			content := b.content()
			exactly(rt, content, b.m.frame.W, b.m.frame.H)
			if strings.Contains(plainText(content), "\x1b") || strings.Contains(content, "\u202e") {
				rt.Fatalf("an escape sequence gets through:\n%q", content)
			}
		}
	})
}

func BenchmarkPrivacyFrame(b *testing.B) {
	for _, size := range [][2]int{{120, 36}, {240, 70}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			o := fakeOptions()
			withHistory(b)(&o)
			d := newBed(b, size[0], size[1], o)
			running(d)
			p := d.settled()
			for b.Loop() {
				p.forget()
				d.content()
			}
		})
	}
}

// BenchmarkCostCurves is what a plan's curves take, outside of Update.
func BenchmarkCostCurves(b *testing.B) {
	plan := newBed(b, 120, 36, fakeOptions()).settled().budget()
	for b.Loop() {
		costCurves(keyOf(plan))
	}
}
