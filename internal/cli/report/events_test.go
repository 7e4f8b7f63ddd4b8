package report

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"dpals/accounting"
	"dpals/engine"
	"dpals/internal/parallel"
	"dpals/loaders"
)

// The last event says how the run ended, in whatever way.
func TestJSONEndsWithTheOutcome(t *testing.T) {
	for name, c := range map[string]struct {
		end  engine.Ended
		want string
	}{
		"failed":    {engine.Ended{Outcome: engine.Failed, Err: errors.New("the disk is full")}, `{"error":"the disk is full","event":"failed"}`},
		"crashed":   {engine.Ended{Outcome: engine.Failed, Err: &parallel.Panic{Value: "index", Stack: []byte("stack\n")}}, `{"error":"training crashed: index; the stack is in the log above","event":"failed"}`},
		"cancelled": {engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled}, `{"error":"interrupted","event":"cancelled"}`},
		"refused":   {engine.Ended{Outcome: engine.Refused, Err: engine.ErrRefused}, `"event":"refused"}`},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			if err := (&JSON{Out: &out}).Event(c.end); err != nil {
				t.Fatal(err)
			}
			if got := out.String(); !strings.HasSuffix(got, c.want+"\n") {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestSummarize(t *testing.T) {
	run := func(test float64) *engine.Result {
		return &engine.Result{Private: true, Epsilon: 4.4, Delta: 1e-5, Mu: 1, Total: accounting.TotalCost{Mu: 1, GaussianMu: 1}, TestRMSE: test, ValidRMSE: 9}
	}
	s, err := Summarize([]*engine.Result{run(1), run(2), run(3), run(2)})
	if err != nil || s.mean != 2 || math.Abs(s.deviation-math.Sqrt(2.0/3)) > 1e-15 || s.part != "test" {
		t.Errorf("%+v, %v", s, err)
	}
	// Four runs of μ = 1 are one of μ = 2.
	if math.Abs(s.together-9.997256146434) > 1e-9 || s.together < 9.997256146434-1e-12 {
		t.Errorf("together ε %v", s.together)
	}
	published := run(math.NaN())
	published.MetricsPrivate = true
	if s, err := Summarize([]*engine.Result{published}); err != nil || s.mean != 9 || s.partName() != "validation" {
		t.Errorf("%+v, %v", s, err)
	}
	if s, err := Summarize([]*engine.Result{{TestRMSE: 1}, {TestRMSE: 1}}); err != nil || s.together != 0 {
		t.Errorf("runs that are not private: %+v, %v", s, err)
	}
	if one, err := accounting.Exact.Epsilon(1, 1e-5); err != nil || s.together <= one {
		t.Errorf("four runs cost ε %v, one %v", s.together, one)
	}
}

// Any text in JSON reads back the same, and the line has no characters that a terminal would interpret.
func TestJSONHasNoControlCharacters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.RuneFrom([]rune("a\x1b\x07\n\u009b\u202e\u2028\u200b\ufeff\U000e0041\"\\<ε")))).Draw(t, "text")
		var out bytes.Buffer
		if err := WriteJSON(&out, Object{"name": text}); err != nil {
			t.Fatal(err)
		}
		line, whole := strings.CutSuffix(out.String(), "\n")
		for _, r := range line {
			if !whole || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
				t.Fatalf("%q holds %U", line, r)
			}
		}
		var back map[string]string
		if err := json.Unmarshal(out.Bytes(), &back); err != nil || back["name"] != text {
			t.Fatalf("%q reads back as %q, %v", text, back["name"], err)
		}
	})
}

// A run that ends before its plan is guaranteed the planned ε, whatever was charged when it ended.
func TestStoppedRunIsGuaranteedItsPlan(t *testing.T) {
	requests := []accounting.Request{{Name: "sum", Kind: "counts", Claim: accounting.UserSum("docs/privacy/counts.md", accounting.RatedItems, accounting.L2), Sensitivity: 1, Weight: 1, Dimension: 1}, {Name: "rest", Kind: "counts", Claim: accounting.UserSum("docs/privacy/counts.md", accounting.RatedItems, accounting.L2), Sensitivity: 1, Weight: 1, Dimension: 1}}
	plan, err := accounting.NewPlan(accounting.Exact, 1, 1e-5, requests)
	if err != nil {
		t.Fatal(err)
	}
	first := plan.Releases[0]
	half := engine.Released{Charge: accounting.Charge{Release: first, SpentMu: first.Mu, SpentEpsilon: 0.67}}
	p := engine.Problem{Split: &loaders.Split{Train: &loaders.Ratings{}}}
	for name, c := range map[string]struct {
		events     []engine.Event
		text, json string // "": no ε is written
		repeats    int
	}{
		"cancelled": {[]engine.Event{half, engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled}},
			"cancelled: charged ε 0.67 of the planned 1; guarantee: ε 1 at δ 1e-05\n", `"charged_epsilon":0.67,"error":"interrupted","event":"cancelled","guarantee":{"delta":0.00001,"epsilon":`, 1},
		"failed": {[]engine.Event{half, engine.Ended{Outcome: engine.Failed, Err: errors.New("x")}},
			"failed: charged ε 0.67 of the planned 1; guarantee: ε 1 at δ 1e-05\n", `"planned_epsilon":`, 1},
		"of several": {[]engine.Event{half, engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled}},
			"guarantee: ε 1 at δ 1e-05, and ε 2.155 for the 4 planned runs together\n", `"guarantee_together":{"delta":0.00001,"epsilon":2.15`, 4},
		"before the first release": {[]engine.Event{engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled}}, "", "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			var text, lines bytes.Buffer
			plain, machine := &Text{Out: &text, Err: &text, Problem: p, Repeats: c.repeats}, &JSON{Out: &lines, Problem: p, Repeats: c.repeats}
			for _, e := range append([]engine.Event{engine.Started{Method: "dpals", Plan: plan}}, c.events...) {
				if err := errors.Join(plain.Event(e), machine.Event(e)); err != nil {
					t.Fatal(err)
				}
			}
			if c.text == "" {
				if strings.Contains(text.String(), "guarantee") || strings.Contains(lines.String(), "guarantee") {
					t.Errorf("says\n%s%s", text.String(), lines.String())
				}
				return
			}
			if !strings.HasSuffix(text.String(), c.text) || !strings.Contains(lines.String(), c.json) {
				t.Errorf("says\n%s%s", text.String(), lines.String())
			}
		})
	}
}
