package cli

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dpals/accounting"
	"dpals/internal/cli/report"
	"dpals/internal/format"
)

// account runs the calculator and returns what it printed.
func account(t *testing.T, args ...string) (string, error) {
	t.Helper()
	cmd := accountCommand()
	var out bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetErr(&out)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetArgs(args)
	err := cmd.Execute()
	return out.String(), err
}

// numbers flattens a JSON object to paths and numbers: "epsilon.exact".
func numbers(t *testing.T, text string) map[string]float64 {
	t.Helper()
	var value map[string]any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	if strings.Count(text, "\n") != 1 || !strings.HasSuffix(text, "\n") {
		t.Errorf("not one line: %q", text)
	}
	flat := map[string]float64{}
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for key, inner := range v {
				walk(strings.TrimPrefix(path+"."+key, "."), inner)
			}
		case float64:
			flat[path] = v
		default:
			t.Errorf("%s is no number: %v", path, v)
		}
	}
	walk("", value)
	return flat
}

func TestAccountJSON(t *testing.T) {
	for name, c := range map[string]struct {
		args string
		want map[string]float64 // all the keys there are; values as mpmath has them
	}{
		"epsilon": {
			"epsilon --delta 1e-5 --gaussian 1",
			map[string]float64{"mu": 1, "delta": 1e-5,
				"epsilon.exact": 4.377178095681, "epsilon.cks": 4.728386984943, "epsilon.mironov": 5.298525912188},
		},
		"epsilon of several": { // μ² = 2²·(1/4² + 3/4²) = 1
			"epsilon --delta 1e-5 --gaussian 4 --gaussian 4x3 --sensitivity 2",
			map[string]float64{"mu": 1, "delta": 1e-5,
				"epsilon.exact": 4.377178095681, "epsilon.cks": 4.728386984943, "epsilon.mironov": 5.298525912188},
		},
		"delta": {
			"delta --epsilon 1 --gaussian 1",
			map[string]float64{"mu": 1, "epsilon": 1,
				"delta.exact": 0.126936737506644, "delta.cks": 0.246846330783, "delta.mironov": math.Exp(-0.125)},
		},
		"calibrate": { // the inverse of the first, four releases: σ = √4
			"calibrate --epsilon 4.377178095681 --delta 1e-5 --gaussian-count 4",
			map[string]float64{"mu": 1, "epsilon": 4.377178095681, "delta": 1e-5, "count": 4,
				"sigma.exact": 2, "sigma.cks": 2.13930861643, "sigma.mironov": 2.38416608376},
		},
		"dpals": {
			"dpals --k 50 --iterations 2 --sigma-g 15.5 --sigma-rhs 7.7 --sigma-pre 10 --delta 1e-5",
			map[string]float64{
				"published.mu": math.Sqrt(100*(1/(15.5*15.5)+1/(7.7*7.7)) + 1.02), "published.delta": 1e-5,
				"published.epsilon.exact": 8.59228431, "published.epsilon.cks": 9.23016957, "published.epsilon.mironov": 10.0411971,
				"corrected.mu": math.Sqrt(100*(1/(15.5*15.5)+1/(7.7*7.7)) + 2), "corrected.delta": 1e-5,
				"corrected.epsilon.exact": 10.1549230, "corrected.epsilon.cks": 10.8924017, "corrected.epsilon.mironov": 11.7710896,
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := account(t, append(strings.Fields(c.args), "--json")...)
			if err != nil {
				t.Fatal(err)
			}
			got := numbers(t, text)
			for key, want := range c.want {
				if x, ok := got[key]; !ok || math.Abs(x-want) > 1e-8*want {
					t.Errorf("%s = %.12g, want %.12g", key, x, want)
				}
			}
			if len(got) != len(c.want) {
				t.Errorf("keys are %v", got)
			}
		})
	}
}

// What a person reads: the words that say which number is which, beside the numbers.
func TestAccountText(t *testing.T) {
	for name, c := range map[string]struct {
		args string
		want []string
	}{
		"epsilon":   {"epsilon --delta 1e-5 --gaussian 1", []string{"μ", "ε  exact", "4.3771781", "cks", "4.728386", "mironov", "5.298525"}},
		"delta":     {"delta --epsilon 1 --gaussian 1", []string{"δ  exact", "0.12693673"}},
		"calibrate": {"calibrate --epsilon 1 --delta 1e-5 --gaussian-count 10", []string{"releases", "10", "σ", "11.79729"}},
		"dpals": {"dpals --k 50 --iterations 2 --sigma-g 15.5 --sigma-rhs 7.7 --sigma-pre 10 --delta 1e-5",
			[]string{"published", "corrected", "10.04", "11.77", "10.15"}},
		"nothing": {"", []string{"epsilon", "delta", "calibrate", "dpals"}},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := account(t, strings.Fields(c.args)...)
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range c.want {
				if !strings.Contains(text, want) {
					t.Errorf("%q is missing from\n%s", want, text)
				}
			}
		})
	}
}

func TestAccountWrongUsage(t *testing.T) {
	for name, c := range map[string]struct{ args, want string }{
		"no release":           {"epsilon --delta 1e-5", "--gaussian is missing"},
		"no δ":                 {"epsilon --gaussian 1", "--delta is missing"},
		"δ of zero":            {"epsilon --gaussian 1 --delta 0", "--delta 0"},
		"δ of one":             {"epsilon --gaussian 1 --delta 1", "--delta 1"},
		"negative δ":           {"epsilon --gaussian 1 --delta -1e-5", "--delta -1e-05"},
		"NaN δ":                {"epsilon --gaussian 1 --delta NaN", "--delta: not a number"},
		"σ no number":          {"epsilon --gaussian one --delta 1e-5", `--gaussian "one"`},
		"σ of zero":            {"epsilon --gaussian 0 --delta 1e-5", `--gaussian "0"`},
		"σ negative":           {"epsilon --gaussian=-1 --delta 1e-5", `--gaussian "-1"`},
		"σ infinite":           {"epsilon --gaussian Inf --delta 1e-5", `--gaussian "Inf"`},
		"σ next to nothing":    {"epsilon --gaussian 1e-200 --delta 1e-5", "choose a larger σ"},
		"count of zero":        {"epsilon --gaussian 1x0 --delta 1e-5", `--gaussian "1x0"`},
		"count no number":      {"epsilon --gaussian 1x --delta 1e-5", `--gaussian "1x"`},
		"sensitivity of zero":  {"epsilon --gaussian 1 --delta 1e-5 --sensitivity 0", "--sensitivity 0"},
		"no ε":                 {"delta --gaussian 1", "--epsilon is missing"},
		"negative ε":           {"delta --gaussian 1 --epsilon -1", "--epsilon -1"},
		"infinite ε":           {"calibrate --epsilon Inf --delta 1e-5", "--epsilon +Inf: give a finite number"},
		"no δ to calibrate to": {"calibrate --epsilon 1", "--delta is missing"},
		"ε of zero":            {"calibrate --epsilon 0 --delta 1e-5", "choose a larger ε"},
		"no releases":          {"calibrate --epsilon 1 --delta 1e-5 --gaussian-count 0", "--gaussian-count 0"},
		"no k":                 {"dpals --iterations 2 --sigma-g 1 --sigma-rhs 1 --sigma-pre 1 --delta 1e-5", "--k is missing"},
		"k of zero":            {"dpals --k 0 --iterations 2 --sigma-g 1 --sigma-rhs 1 --sigma-pre 1 --delta 1e-5", "--k 0"},
		"no δ of DPALS":        {"dpals --k 2 --iterations 2 --sigma-g 1 --sigma-rhs 1 --sigma-pre 1", "--delta is missing"},
		"several σ of zero":    {"dpals --k 2 --iterations 2 --sigma-g 0 --sigma-rhs 0 --sigma-pre 1 --delta 1e-5", "--sigma-g 0"},
		"no iterations":        {"dpals --k 2 --sigma-g 1 --sigma-rhs 1 --sigma-pre 1 --delta 1e-5", "--iterations is missing"},
		"no σ":                 {"dpals --k 2 --iterations 2 --sigma-g 1 --sigma-pre 1 --delta 1e-5", "--sigma-rhs is missing"},
		"unknown flag":         {"epsilon --noise 1", "--noise: unknown flag of account epsilon"},
		"flag without a value": {"epsilon --delta", "--delta: the value is missing"},
		"no number":            {"epsilon --delta x --gaussian 1", `--delta "x": give a number`},
		"argument":             {"delta 1", `"1": account delta takes only flags`},
		"unknown calculation":  {"rho", "rho: unknown command of account, choose one of calibrate"},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := account(t, strings.Fields(c.args)...)
			if status(err, true) != exitUsage || !strings.Contains(report.Sentence(err), c.want) {
				t.Errorf("got %v, want wrong usage with %q", err, c.want)
			}
			if strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "strconv") {
				t.Errorf("%q is more than a sentence", err)
			}
			if strings.Contains(text, "{") || strings.Contains(text, "μ") {
				t.Errorf("printed a result all the same: %s", text)
			}
		})
	}
}

// Rounded answers are safe: the noise that calibrate shows costs no more than the target,
// and the ε that epsilon shows is no less than it is.
func TestShownDigitsAreSafe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		epsilon := rapid.Float64Range(0.01, 50).Draw(t, "epsilon")
		delta := math.Pow(10, -rapid.Float64Range(3, 12).Draw(t, "digits of delta"))
		mu, err := accounting.Exact.Mu(epsilon, delta)
		if err != nil {
			t.Fatal(err)
		}
		sigma, err := strconv.ParseFloat(format.AtLeast(1/mu*(1+0x1p-50), exactDigits), 64)
		if err != nil {
			t.Fatal(err)
		}
		cost, err := accounting.Exact.Epsilon(1/sigma, delta)
		if err != nil || cost > epsilon*(1+1e-13) {
			t.Fatalf("σ %v is shown for ε %v and costs %v, %v", sigma, epsilon, cost, err)
		}
		for _, digits := range []int{format.ChargeDigits, format.CostDigits, exactDigits} {
			if shown, err := strconv.ParseFloat(format.AtLeast(cost, digits), 64); err != nil || shown < cost {
				t.Fatalf("ε %v is shown as %v, %v", cost, shown, err)
			}
		}
	})
}
