package engine

import (
	"strconv"
	"testing"

	"dpals/engine/method"
)

// Values that a method sets during a run are in its result, as numbers; given values stay as given.
func TestResultHasValuesTheFitChose(t *testing.T) {
	p := problem(t, "synth:skewed:n=200,m=60,per=12")
	for _, name := range []string{"als", "dpals", "dpals-eb"} {
		r := result(t, p, Config{Method: name, Epsilon: 5})
		m, err := Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		for parameter, typed := range r.Settings {
			if q, ok := m.Parameter(parameter); !ok || (q.Auto && typed == q.Format(method.Auto)) {
				t.Errorf("%s: %s is %q", name, parameter, typed)
			}
		}
	}
	r := result(t, p, Config{Method: "dpals", Epsilon: 5, Settings: method.Settings{"lambda": 3}})
	if r.Settings["lambda"] != "3" || r.Settings["lambda-user"] != "3" {
		t.Errorf("λ of 3 is told as %s, and %s for the users", r.Settings["lambda"], r.Settings["lambda-user"])
	}
	r = result(t, p, Config{Method: "dpals", Epsilon: 5, Settings: method.Settings{"lambda-user": 2}})
	if λ, err := strconv.ParseFloat(r.Settings["lambda"], 64); err != nil || !(λ > 0) || r.Settings["lambda-user"] != "2" {
		t.Errorf("λ is told as %s, and %s for the users", r.Settings["lambda"], r.Settings["lambda-user"])
	}
}
