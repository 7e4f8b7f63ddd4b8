package tui

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"dpals/engine"
	"dpals/engine/method"
)

// A share is typed as it is shown, too.
func TestTypingAShare(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	k := &b.bench.knobs
	for k.focused().Name != "beta" {
		b.press("down")
	}
	for _, typed := range []string{"50%", "50 %", " 50 % ", "0.5"} {
		if v, err := k.focused().read(typed); v != 0.5 || err != nil {
			t.Errorf("%q is %v: %v", typed, v, err)
		}
	}
	for _, typed := range []string{"0%", "101%", "nan%", "inf%", "%", "x%"} {
		if v, err := k.focused().read(typed); err == nil {
			t.Errorf("%q is %v", typed, v)
		}
	}
	b.press("r", "=", "5", "0", "%", "enter")
	if got := k.value(k.focused()); got != 0.5 || k.edit.open {
		t.Errorf("a typed 50%% is %v", got)
	}
	b.press("up", "=", "7", "%", "enter")
	b.shows("not a number")
}

func TestDisabledKnobSaysWhy(t *testing.T) {
	b := newBed(t, 120, 36, fakeOptions())
	k := &b.bench.knobs
	for k.focused().Name != "sampling" {
		b.press("down")
	}
	b.press("right", "down")
	before := k.generation
	for _, key := range []string{"right", "="} {
		b.press(key)
		b.shows("only for sampling by weights")
		if k.generation != before || k.edit.open {
			t.Errorf("%s turns a disabled knob", key)
		}
	}
	b.press("m")
	b.foresee()
	if k.method().Name != "als" {
		t.Fatalf("the method is %s", k.method().Name)
	}
	if k.focus = 0; b.bench.disabled(k.focused()) == "" {
		t.Error("ε can be turned for a method that is not private")
	}
	b.press("[")
	if k.given["dpals"]["sampling"] != 1 {
		t.Error("a method forgets its knobs")
	}
}

func TestCommonKnobsSayWhyTheyDoNothing(t *testing.T) {
	for name, test := range map[string]struct {
		c    engine.Config
		knob string
		why  string
		says string // on the screen, after an attempt to turn it
	}{
		"not private":    {engine.Config{Method: "als"}, "epsilon", "not private", "privacy does nothing now: not private"},
		"nothing leaves": {engine.Config{Method: "user-mean"}, "epsilon", "ε is always 0", "Nothing leaves a user, so nothing is"},
		"nor its δ":      {engine.Config{Method: "user-mean"}, "delta", "ε is always 0", "failure does nothing now: ε is always 0"},
		"nor how":        {engine.Config{Method: "user-mean"}, "accountant", "ε is always 0", "accountant does nothing now: ε is always 0"},
		"typed noise": {engine.Config{Method: "dpals", Settings: method.Settings{"k": 50, "sigma-g": 15.5, "sigma-rhs": 7.7, "sigma-pre": 10}},
			"epsilon", "from σ", "privacy follows from the noise that is typed in"},
		"its δ stays": {engine.Config{Method: "dpals", Settings: method.Settings{"k": 50, "sigma-g": 15.5, "sigma-rhs": 7.7, "sigma-pre": 10}},
			"delta", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			b := ofRegistry(t, 120, 36, test.c)
			k := &b.bench.knobs
			for k.focused().Name != test.knob {
				b.press("down")
			}
			if why := b.bench.disabled(k.focused()); why != test.why {
				t.Errorf("says %q, want %q", why, test.why)
			}
			before := k.generation
			b.press("right")
			if (k.generation != before) != (test.why == "") {
				t.Error("a disabled knob turns, or another does not")
			}
			b.shows(test.says)
		})
	}
}

// Whatever a knob is turned to, the engine accepts it, and turning back and forth stays in range.
func TestKnobsReachOnlyValidValues(t *testing.T) {
	k := newKnobs(fakeOptions().methods, engine.Config{Method: "dpals"})
	list, _ := k.all()
	for _, m := range engine.Methods() {
		for _, p := range m.Parameters {
			list = append(list, knob{Parameter: p})
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
				v = n.at(rapid.Float64Range(-0.5, 1.5).Draw(t, "position"))
			case 1:
				up := n.turn(v, +1, rapid.Bool().Draw(t, "fine"))
				if n.position(up) < n.position(v) {
					t.Fatalf("%s: up from %v is %v", n.Name, v, up)
				}
				v = up
			case 2:
				down := n.turn(v, -1, rapid.Bool().Draw(t, "fine"))
				if n.position(down) > n.position(v) {
					t.Fatalf("%s: down from %v is %v", n.Name, v, down)
				}
				v = down
			}
			if err := n.Check(v); err != nil {
				t.Fatal(err)
			}
			if p := n.position(v); !(p >= 0 && p <= 1) {
				t.Fatalf("%s: %v stands at %v", n.Name, v, p)
			}
			if back, err := n.Parse(n.Format(v)); err != nil || math.Abs(back-v) > 1e-5*math.Abs(v) {
				t.Fatalf("%s: %v is written %q and read %v, %v", n.Name, v, n.Format(v), back, err)
			}
		}
	})
}
