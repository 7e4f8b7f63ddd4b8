package cli

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"dpals/accounting"
	"dpals/internal/cli/report"
)

func selectJSON(t *testing.T, args string) (c selectionCosts) {
	t.Helper()
	text, err := account(t, strings.Fields("select --json "+args)...)
	if err != nil {
		t.Fatal(err)
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&c); err != nil || strings.Count(text, "\n") != 1 {
		t.Fatalf("%v in %q", err, text)
	}
	return c
}

func TestAccountSelect(t *testing.T) {
	c := selectJSON(t, "--runs-mean 10 --epsilon 1 --delta 1e-5")
	mu, err := accounting.Exact.Mu(1, 1e-5)
	if err != nil {
		t.Fatal(err)
	}
	if c.RunsMean != 10 || c.Delta != 1e-5 || c.Target || c.Best != accounting.Logarithmic || len(c.Laws) != 4 {
		t.Errorf("got %+v", c)
	}
	for _, l := range c.Laws {
		s, err := accounting.NewSelection(l.Law, 10)
		if err != nil {
			t.Fatal(err)
		}
		want, err := s.Epsilon(mu, 1e-5)
		if err != nil || l.Epsilon != want || l.RunEpsilon != 1 || l.RunMu != mu {
			t.Errorf("%+v, want ε %g, %v", l, want, err)
		}
		if !(l.Epsilon > 1 && l.Epsilon < c.All.Epsilon) {
			t.Errorf("%s: ε %g is not between one run's and that of ten", l.Law, l.Epsilon)
		}
		if l.RunsMedian != s.Quantile(0.5) || l.Runs99 != s.Quantile(0.99) || l.Nothing != s.EmptyProbability() {
			t.Errorf("%s: runs %d, %d, nothing %g", l.Law, l.RunsMedian, l.Runs99, l.Nothing)
		}
	}
	// By mpmath: δ of 10^½·0.26805112321129 at this ε is 1e-5.
	if math.Abs(c.All.Epsilon-3.618591574326) > 1e-9 || c.All.Runs != 10 {
		t.Errorf("all: %+v", c.All)
	}
}

// What a target leaves for one run costs the target again.
func TestAccountSelectTarget(t *testing.T) {
	c := selectJSON(t, "--runs-mean 4 --epsilon 2 --delta 1e-6 --target")
	if !c.Target || c.Best != accounting.Logarithmic || len(c.Laws) != 4 {
		t.Errorf("got %+v", c)
	}
	for _, l := range c.Laws {
		s, err := accounting.NewSelection(l.Law, 4)
		if err != nil {
			t.Fatal(err)
		}
		if epsilon, err := s.Epsilon(l.RunMu, 1e-6); err != nil || math.Abs(epsilon-2) > 1e-9 || l.Epsilon != 2 {
			t.Errorf("%+v costs %g, %v", l, epsilon, err)
		}
		if run, err := accounting.Exact.Epsilon(l.RunMu, 1e-6); err != nil || l.RunEpsilon != run || run <= c.All.RunEpsilon {
			t.Errorf("%+v: one run costs %g, %v; to publish all, one may cost %g", l, run, err, c.All.RunEpsilon)
		}
	}
}

// Laws that cannot have the mean are left out, unless asked for.
func TestAccountSelectLaws(t *testing.T) {
	for name, c := range map[string]struct {
		args string
		want []accounting.Law
		best accounting.Law
	}{
		"a part of a run":   {"--runs-mean 2.5", []accounting.Law{accounting.Logarithmic, accounting.Geometric, accounting.Poisson}, accounting.Logarithmic},
		"less than one run": {"--runs-mean 0.5", []accounting.Law{accounting.Poisson}, accounting.Poisson},
		"asked for":         {"--runs-mean 3 --law Geometric", []accounting.Law{accounting.Geometric}, accounting.Geometric},
	} {
		t.Run(name, func(t *testing.T) {
			got := selectJSON(t, "--epsilon 1 --delta 1e-5 "+c.args)
			var laws []accounting.Law
			for _, l := range got.Laws {
				laws = append(laws, l.Law)
			}
			if len(laws) != len(c.want) || got.Best != c.best {
				t.Fatalf("laws %v, best %s", laws, got.Best)
			}
			for i := range laws {
				if laws[i] != c.want[i] {
					t.Errorf("laws %v, want %v", laws, c.want)
				}
			}
		})
	}
}

func TestAccountSelectText(t *testing.T) {
	text, err := account(t, strings.Fields("select --runs-mean 10 --epsilon 1 --delta 1e-5")...)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"best of about 10, logarithmic  1             1.45298", "◀ best", "geometric", "1.53951", "poisson", "1.9702 ",
		"0.0045 % of the time", "best of 10, fixed", "3.29834", "all of 10 published", "3.6186 ", "up to 44",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing from\n%s", want, text)
		}
	}
	if strings.Count(text, "◀") != 1 {
		t.Errorf("not one best law in\n%s", text)
	}
}

// The answer for a target, as it is shown, keeps to the target when it is typed in again.
func TestAccountSelectTextRoundsSafely(t *testing.T) {
	text, err := account(t, strings.Fields("select --runs-mean 10 --epsilon 1 --delta 1e-5 --law geometric --target")...)
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(text[strings.Index(text, "geometric"):])
	if c := selectJSON(t, "--runs-mean 10 --law geometric --delta 1e-5 --epsilon "+fields[1]); c.Laws[0].Epsilon > 1 || c.Laws[0].Epsilon < 0.99999 {
		t.Errorf("a run of ε = %s, as shown, makes a selection of ε = %.9g", fields[1], c.Laws[0].Epsilon)
	}
}

func TestAccountSelectWrongUsage(t *testing.T) {
	for name, c := range map[string]struct{ args, want string }{
		"no mean":          {"--epsilon 1 --delta 1e-5", "--runs-mean: mean number of runs 0"},
		"negative mean":    {"--runs-mean=-3 --epsilon 1 --delta 1e-5", "--runs-mean: mean number of runs -3"},
		"too many runs":    {"--runs-mean 1e5 --epsilon 1 --delta 1e-5", "up to 10000"},
		"NaN runs":         {"--runs-mean NaN --epsilon 1 --delta 1e-5", "--runs-mean: mean number of runs NaN"},
		"a part of a run":  {"--runs-mean 2.5 --law fixed --epsilon 1 --delta 1e-5", "whole number"},
		"less than one":    {"--runs-mean 0.5 --law geometric --epsilon 1 --delta 1e-5", "at least 1"},
		"unknown law":      {"--runs-mean 2 --law uniform --epsilon 1 --delta 1e-5", `--law: law "uniform"`},
		"no ε":             {"--runs-mean 2 --delta 1e-5", "--epsilon is missing"},
		"ε beyond numbers": {"--runs-mean 2 --epsilon 1e308 --delta 1e-5", "choose a smaller ε"},
		"no δ":             {"--runs-mean 2 --epsilon 1", "--delta is missing"},
		"argument":         {"10 --epsilon 1 --delta 1e-5", `"10": account select takes only flags`},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := account(t, strings.Fields("select "+c.args)...)
			if status(err, true) != exitUsage || !strings.Contains(report.Sentence(err), c.want) {
				t.Errorf("got %v, want wrong usage with %q", err, c.want)
			}
			if text != "" {
				t.Errorf("printed a result all the same: %s", text)
			}
		})
	}
}
