package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"dpals/engine"
	"dpals/internal/cli/report"
	"dpals/loaders"
)

// Where only releases may be published, runs on neighbouring ratings print the same but for released numbers. The user in
// whom the ratings differ has everything that a message could reveal: a duplicate rating, one outside the catalogue, and one
// of an item without other ratings.
func TestPublishableRunsOfNeighboursPrintTheSame(t *testing.T) {
	const common = "--private-metrics 0.3 --epsilon 5 --seed 1 --threads 1 --state state"
	for name, command := range map[string]string{
		"declared":           "train --data ratings.csv --range 1,5 --catalogue items.csv " + common,
		"declared, JSON":     "train --json --data ratings.csv --range 1,5 --catalogue items.csv " + common,
		"observed items":     "train --data ratings.csv --range 1,5 " + common,
		"repeated":           "train --data ratings.csv --range 1,5 --catalogue items.csv --repeats 2 " + common,
		"another method":     "train --json --data ratings.csv --range 1,5 --catalogue items.csv --method item-mean " + common,
		"sweep":              "sweep --data ratings.csv --range 1,5 --catalogue items.csv --methods item-mean,dpals --epsilon 5 --repeats 1 --private-metrics 0.3 --seed 1 --threads 1 --state state",
		"sweep, JSON":        "sweep --json --data ratings.csv --range 1,5 --catalogue items.csv --methods item-mean --epsilon 5 --repeats 2 --private-metrics 0.3 --seed 1 --threads 1 --state state",
		"stored, JSON":       "train --data ratings.csv --range 1,5 --catalogue items.csv " + common + "; runs export 1 --json --state state",
		"stored, CSV":        "train --data ratings.csv --range 1,5 --catalogue items.csv " + common + "; runs export 1 --csv --state state",
		"stored, to be read": "train --data ratings.csv --range 1,5 --catalogue items.csv " + common + "; runs show 1 --state state; runs list --state state",
	} {
		t.Run(name, func(t *testing.T) {
			with, without := printedIn(t, true, command), printedIn(t, false, command)
			if with != without {
				t.Errorf("with the user\n%s\nand without\n%s", with, without)
			}
			if !strings.Contains(with, "RMSE") && !strings.Contains(with, "rmse") {
				t.Errorf("no error is printed:\n%s", with)
			}
			for _, word := range []string{" user", `"users"`, "outside", "more than once", "seconds\":", "not_private"} {
				if strings.Contains(with, word) {
					t.Errorf("prints %q:\n%s", word, with)
				}
			}
		})
	}
}

// printedIn returns all that commands print on ratings with or without one user, without released numbers.
func printedIn(t *testing.T, with bool, commands string) string {
	t.Helper()
	t.Chdir(t.TempDir())
	var ratings, items strings.Builder
	fmt.Fprintln(&ratings, "user,item,rating")
	fmt.Fprintln(&items, "item")
	const users, catalogue = 80, 12
	for u := range users {
		for k := range 8 {
			fmt.Fprintf(&ratings, "u%d,i%d,%d\n", u, (u+k*k)%catalogue, 1+(u*k)%5)
		}
	}
	for j := range catalogue {
		fmt.Fprintf(&items, "i%d\n", j)
	}
	fmt.Fprintln(&items, "nobody-else")
	if with {
		fmt.Fprint(&ratings, "one,i1,1\none,i1,5\none,i2,4\none,outside,3\none,i3,2\n")
		if strings.Contains(commands, "--catalogue") {
			fmt.Fprintln(&ratings, "one,nobody-else,5")
		}
	}
	if !strings.Contains(commands, "--catalogue") { // what is observed counts as public: the same items on both sides
		fmt.Fprint(&ratings, "u1,outside,3\n")
	}
	save(t, "ratings.csv", ratings.String())
	save(t, "items.csv", items.String())
	var out bytes.Buffer
	for command := range strings.SplitSeq(commands, "; ") {
		root := rootCommand()
		root.SetOut(&out)
		root.SetErr(&out)
		root.SetArgs(strings.Fields(command))
		if err := root.ExecuteContext(context.Background()); err != nil {
			t.Fatalf("%s: %v\n%s", command, err, out.String())
		}
	}
	return withoutReleases(t, out.String())
}

var (
	releasedText = regexp.MustCompile(`(RMSE (?:validation )?|validation (?:RMSE)? +|\s)(\d+\.\d+|\d\.\d+e[-+]\d+|–)( ± \d+\.\d+)?`)
	clockText    = regexp.MustCompile(`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`)
)

// withoutReleases removes the numbers that are releases, or follow from them, and the time of day.
func withoutReleases(t *testing.T, printed string) string {
	var lines []string
	for line := range strings.Lines(printed) {
		var o map[string]any
		if json.Unmarshal([]byte(line), &o) == nil {
			lines = append(lines, keysOf(t, o))
			continue
		}
		if cells := strings.Split(strings.TrimSpace(line), ","); len(cells) == 8 { // of a curve
			cells[3], cells[4] = "valid", "deviation"
			line = strings.Join(cells, ",") + "\n"
		}
		if strings.Contains(line, "RMSE") || strings.Contains(line, "±") || strings.Contains(line, " done ") || strings.Contains(line, "--") {
			line = releasedText.ReplaceAllString(line, "$1#")
		}
		lines = append(lines, strings.Join(strings.Fields(clockText.ReplaceAllString(line, "now")), " "))
	}
	return strings.Join(lines, "\n")
}

// releasedKeys are the keys of numbers that are releases, or follow from them.
var releasedKeys = map[string]bool{"valid_rmse": true, "valid_rmse_deviation": true, "insight": true, "parameters": true, "mean": true, "deviation": true, "started": true}

// keysOf is an object with its keys and all values but released ones.
func keysOf(t *testing.T, o map[string]any) string {
	t.Helper()
	clean(o)
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func clean(v any) {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			if releasedKeys[k] {
				v[k] = "released"
			}
			clean(v[k])
		}
	case []any:
		for _, one := range v {
			clean(one)
		}
	}
}

// Nothing else is trained without --compare and --leave: training here would fail, since there are no ratings.
func TestStudyTrainsOnlyOnRequest(t *testing.T) {
	a := report.Advice{Result: &engine.Result{Private: true}, Ratings: &loaders.Ratings{}}
	var progress bytes.Buffer
	if err := trainStudy(t.Context(), &a, engine.Problem{}, engine.Config{}, 5, study{}, &progress); err != nil || a.Compared || a.Removal != nil || progress.Len() > 0 {
		t.Errorf("%+v, %v: %s", a, err, progress.String())
	}
	if o := a.Object(); o["compared"] != nil || o["leaving"] != nil || o["not_private"] != nil {
		t.Errorf("%v", o)
	}
}

// The folder of an export reveals nothing about a user either, except through releases: its files are the same, and so is
// their text outside numbers.
func TestPublishableExportsOfNeighboursPrintTheSame(t *testing.T) {
	export := func(with bool) string {
		printed := printedIn(t, with, "train --data ratings.csv --range 1,5 --catalogue items.csv --method item-mean --private-metrics 0.3 --epsilon 5 --seed 1 --threads 1 --state state --out model --allow-simulation")
		entries, err := os.ReadDir("model")
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			printed += "\n" + e.Name()
			if !strings.HasSuffix(e.Name(), ".json") {
				continue
			}
			text, err := os.ReadFile(filepath.Join("model", e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			var o map[string]any
			if err := json.Unmarshal(text, &o); err != nil {
				t.Fatal(err)
			}
			delete(o, "scalars") // releases
			printed += " " + keysOf(t, o)
		}
		return printed
	}
	if with, without := export(true), export(false); with != without {
		t.Errorf("with the user\n%s\nand without\n%s", with, without)
	}
}
