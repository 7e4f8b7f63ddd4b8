package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/parallel"
	"dpals/engine/scope"
	"dpals/loaders"
)

func TestFigure(t *testing.T) {
	for want, v := range map[string]float64{
		"0.8712": 0.87123, "0.0010": 0.001, "0.0009123": 0.00091234, "9999.1235": 9999.12346, "1.235e+04": 12346,
		"0.0000": 0, "–": math.NaN(), "2.5e-09": 2.5e-9, "1.0000": 1, "+Inf": math.Inf(1),
	} {
		if got := figure(v); got != want {
			t.Errorf("%v is shown as %s, want %s", v, got, want)
		}
	}
}

// A stream of events ends with how the run did, whatever way that is.
func TestJSONEndsWithTheOutcome(t *testing.T) {
	for name, c := range map[string]struct {
		end  engine.Ended
		want string
	}{
		"failed":    {engine.Ended{Outcome: engine.Failed, Err: errors.New("the disk is full")}, `{"error":"the disk is full","event":"failed"}`},
		"crashed":   {engine.Ended{Outcome: engine.Failed, Err: &parallel.Panic{Value: "index", Stack: []byte("stack\n")}}, `{"error":"the trainer crashed: index; its stack is in the log above","event":"failed"}`},
		"cancelled": {engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled}, `{"error":"interrupted","event":"cancelled"}`},
		"refused":   {engine.Ended{Outcome: engine.Refused, Err: engine.ErrRefused}, `"event":"refused"}`},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			if err := (&jsonReport{out: &out}).event(c.end); err != nil {
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
	s, err := summarize([]*engine.Result{run(1), run(2), run(3), run(2)})
	if err != nil || s.mean != 2 || math.Abs(s.deviation-math.Sqrt(2.0/3)) > 1e-15 || s.part != "test" {
		t.Errorf("%+v, %v", s, err)
	}
	// Four runs of μ = 1 are one of μ = 2: METHODS has its ε.
	if math.Abs(s.together-9.997256146434) > 1e-9 || s.together < 9.997256146434-1e-12 {
		t.Errorf("together ε %v", s.together)
	}
	published := run(math.NaN())
	published.MetricsPrivate = true
	if s, err := summarize([]*engine.Result{published}); err != nil || s.mean != 9 || s.name() != "validation" {
		t.Errorf("%+v, %v", s, err)
	}
	if s, err := summarize([]*engine.Result{{TestRMSE: 1}, {TestRMSE: 1}}); err != nil || s.together != 0 {
		t.Errorf("runs that are not private: %+v, %v", s, err)
	}
	if one, err := accounting.Exact.Epsilon(1, 1e-5); err != nil || s.together <= one {
		t.Errorf("four runs cost ε %v, one %v", s.together, one)
	}
}

// Whatever text is in JSON, it reads back the same, and nothing in it is for the terminal to obey.
func TestJSONIsSafeOnATerminal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.RuneFrom([]rune("a\x1b\x07\n\u009b\u202e\u2028\u200b\ufeff\U000e0041\"\\<ε")))).Draw(t, "text")
		var out bytes.Buffer
		if err := writeJSON(&out, object{"name": text}); err != nil {
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

// A file's name and ids may hold anything; what is printed about them does not.
func TestNothingForTheTerminalToObeyIsPrinted(t *testing.T) {
	name := filepath.Join(t.TempDir(), "r\x1b]0;title\x07\u009b31m\u202e.csv")
	text := "user,item,rating\nu\x1b[2J,i\u009bx,1\nb,c,2\nb,c,3\n"
	save(t, name, text)
	list := filepath.Join(t.TempDir(), "list\x1b[1m.csv")
	save(t, list, "item,title\ni\u009bx,\x1b[31mred\n")
	broken := filepath.Join(t.TempDir(), "broken\x1b.csv")
	save(t, broken, "user,item,rating\na,b,\x1b[31m\n")
	for _, args := range [][]string{
		{"data", "info", name},
		{"data", "info", name, "--json"},
		{"data", "info", name, "--catalogue", list},
		{"data", "info", broken},
		{"data", "info", name, "--catalogue", name},
		{"data", "synth", "synth:lowrank:n=50,m=40", "--out", filepath.Join(t.TempDir(), "o\x1b[1m.csv")},
		{"train", "--data", name, "--method", "user-mean", "--state", t.TempDir()},
		{"train", "--data", name, "--method", "user-mean", "--state", t.TempDir(), "--json"},
		{"train", "--data", name, "--method", "\x1b[1m"},
		{"train", "--\x1b[1m"},
		{"train", "--seed", "\x1b[1m"},
	} {
		root := rootCommand()
		var out bytes.Buffer
		root.SetOut(&out)
		root.SetErr(&out)
		root.SetArgs(args)
		tell(root, root.ExecuteContext(context.Background()))
		if out.Len() == 0 {
			t.Errorf("%q printed nothing", args)
		}
		for _, r := range out.String() {
			if r != '\n' && unicode.In(r, unicode.Cc, unicode.Cf) {
				t.Errorf("%q printed %U: %q", args, r, out.String())
				break
			}
		}
	}
}

func save(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Where only releases may be told, what one user alone may decide is not said at all.
func TestNoticedHidesWhatFollowsFromTheRatings(t *testing.T) {
	r := &loaders.Ratings{Low: 1, High: 5, Origin: loaders.Origin{Duplicates: 12, Outside: 1, RangeObserved: true}}
	open := strings.Join(noticed(r, scope.Private{}, false), "; ")
	for _, want := range []string{"12 ratings stood more than once; the last of each was kept (not private)", "1 rating of items outside the catalogue left out (not private)", "range 1 to 5"} {
		if !strings.Contains(open, want) {
			t.Errorf("noticed %s", open)
		}
	}
	other := &loaders.Ratings{Low: 0.5, High: 9, Origin: loaders.Origin{RangeObserved: true}}
	if hidden := noticed(r, scope.Private{}, true); len(hidden) != 1 || !slices.Equal(hidden, noticed(other, scope.Private{}, true)) {
		t.Errorf("noticed %q, and of others %q", hidden, noticed(other, scope.Private{}, true))
	}
}

// A run that ends before its plan is guaranteed the planned ε, whatever was charged when it ended.
func TestStoppedRunIsPromisedItsPlan(t *testing.T) {
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
		text, json string // "": nothing is said of an ε
		repeats    int
	}{
		"cancelled": {[]engine.Event{half, engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled}},
			"cancelled: charged ε 0.67 of the planned 1; guarantee: ε 1 at δ 1e-05\n", `"charged_epsilon":0.67,"error":"interrupted","event":"cancelled","guarantee":{"delta":0.00001,"epsilon":`, 1},
		"failed": {[]engine.Event{half, engine.Ended{Outcome: engine.Failed, Err: errors.New("x")}},
			"failed: charged ε 0.67 of the planned 1; guarantee: ε 1 at δ 1e-05\n", `"planned_epsilon":`, 1},
		"of several": {[]engine.Event{half, engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled}},
			"guarantee: ε 1 at δ 1e-05, and ε 2.155 of the 4 runs planned together\n", `"guarantee_together":{"delta":0.00001,"epsilon":2.15`, 4},
		"before the first release": {[]engine.Event{engine.Ended{Outcome: engine.Cancelled, Err: context.Canceled}}, "", "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			var text, lines bytes.Buffer
			plain, machine := &textReport{out: &text, err: &text, problem: p, repeats: c.repeats}, &jsonReport{out: &lines, problem: p, repeats: c.repeats}
			for _, e := range append([]engine.Event{engine.Started{Method: "dpals", Plan: plan}}, c.events...) {
				if err := errors.Join(plain.event(e), machine.event(e)); err != nil {
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
