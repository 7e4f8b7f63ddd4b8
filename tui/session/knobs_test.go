package session_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/internal/tuitest/driver"
	"dpals/tui/session"
)

// A share is typed as it is shown, too.
func TestFractionIsTypedAsPercentage(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	k := &b.Session.Knobs
	for k.Focused().Name != "beta" {
		b.Press("down")
	}
	for _, typed := range []string{"50%", "50 %", " 50 % ", "0.5"} {
		if v, err := k.Focused().Read(typed); v != 0.5 || err != nil {
			t.Errorf("%q is %v: %v", typed, v, err)
		}
	}
	for _, typed := range []string{"0%", "101%", "nan%", "inf%", "%", "x%"} {
		if v, err := k.Focused().Read(typed); err == nil {
			t.Errorf("%q is %v", typed, v)
		}
	}
	b.Press("r", "=", "5", "0", "%", "enter")
	if got := k.Value(k.Focused()); got != 0.5 || k.Edit.Open {
		t.Errorf("a typed 50%% is %v", got)
	}
	b.Press("up", "=", "7", "%", "enter")
	b.Shows("not a number")
}

func TestDisabledKnobSaysWhy(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	k := &b.Session.Knobs
	for k.Focused().Name != "sampling" {
		b.Press("down")
	}
	b.Press("right", "down")
	before := k.Generation
	for _, key := range []string{"right", "="} {
		b.Press(key)
		b.Shows("only for sampling by weights")
		if k.Generation != before || k.Edit.Open {
			t.Errorf("%s turns a disabled knob", key)
		}
	}
	b.Press("m")
	b.Preview()
	if k.Method().Name != "als" {
		t.Fatalf("the method is %s", k.Method().Name)
	}
	if k.Focus = 0; b.Session.WhyDisabled(k.Focused()) == "" {
		t.Error("ε can be turned for a method that is not private")
	}
	b.Press("[")
	if k.Given["dpals"]["sampling"] != 1 {
		t.Error("a method forgets its knobs")
	}
}

func TestDisabledBudgetKnobsSayWhy(t *testing.T) {
	for name, test := range map[string]struct {
		c    engine.Config
		knob string
		why  string
		says string // on the screen, after an attempt to turn it
	}{
		"not private":    {engine.Config{Method: "als"}, "epsilon", "not private", "privacy has no effect: not private"},
		"nothing leaves": {engine.Config{Method: "user-mean"}, "epsilon", "ε is always 0", "No data leaves a user, so nothing is"},
		"nor its δ":      {engine.Config{Method: "user-mean"}, "delta", "ε is always 0", "P(fail) has no effect: ε is always 0"},
		"nor how":        {engine.Config{Method: "user-mean"}, "accountant", "ε is always 0", "accountant has no effect: ε is always 0"},
		"typed noise": {engine.Config{Method: "dpals", Settings: method.Settings{"k": 50, "sigma-g": 15.5, "sigma-rhs": 7.7, "sigma-pre": 10}},
			"epsilon", "from σ", "privacy follows from the fixed noise"},
		"its δ stays": {engine.Config{Method: "dpals", Settings: method.Settings{"k": 50, "sigma-g": 15.5, "sigma-rhs": 7.7, "sigma-pre": 10}},
			"delta", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			b := driver.OfRegistry(t, 120, 36, test.c)
			k := &b.Session.Knobs
			for k.Focused().Name != test.knob {
				b.Press("down")
			}
			if why := b.Session.WhyDisabled(k.Focused()); why != test.why {
				t.Errorf("says %q, want %q", why, test.why)
			}
			before := k.Generation
			b.Press("right")
			if (k.Generation != before) != (test.why == "") {
				t.Error("a disabled knob turns, or another does not")
			}
			b.Shows(test.says)
		})
	}
}

// Whatever a knob is turned to, the engine accepts it, and turning back and forth stays in range.
func TestKnobsReachOnlyValidValues(t *testing.T) {
	k := session.NewKnobs(driver.Options().Methods, engine.Config{Method: "dpals"})
	list, _ := k.All()
	for _, m := range engine.Methods() {
		for _, p := range m.Parameters {
			list = append(list, session.Knob{Parameter: p})
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom(list).Draw(t, "knob")
		v := n.Default
		if n.Auto && v < n.Low {
			v = n.Low
		}
		for range rapid.IntRange(1, 200).Draw(t, "turns") {
			switch rapid.IntRange(0, 2).Draw(t, "how") {
			case 0:
				v = n.At(rapid.Float64Range(-0.5, 1.5).Draw(t, "position"))
			case 1:
				up := n.Turn(v, +1, rapid.Bool().Draw(t, "fine"))
				if n.Position(up) < n.Position(v) {
					t.Fatalf("%s: up from %v is %v", n.Name, v, up)
				}
				v = up
			case 2:
				down := n.Turn(v, -1, rapid.Bool().Draw(t, "fine"))
				if n.Position(down) > n.Position(v) {
					t.Fatalf("%s: down from %v is %v", n.Name, v, down)
				}
				v = down
			}
			if err := n.Check(v); err != nil {
				t.Fatal(err)
			}
			if p := n.Position(v); !(p >= 0 && p <= 1) {
				t.Fatalf("%s: %v stands at %v", n.Name, v, p)
			}
			if back, err := n.Parse(n.Format(v)); err != nil || math.Abs(back-v) > 1e-5*math.Abs(v) {
				t.Fatalf("%s: %v is written %q and read %v, %v", n.Name, v, n.Format(v), back, err)
			}
		}
	})
}
