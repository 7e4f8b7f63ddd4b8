//go:build unix

package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"dpals/internal/tuitest/emulator"
)

// Keys as a terminal sends them.
const (
	left, right, up, down = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B"
	clearLine             = "\x15"
)

// analyst presses keys at the terminal of the program. What they change is read off the screen, since it depends on the
// ratings.
type analyst struct {
	*emulator.Terminal
	t *testing.T
}

// openDashboard starts dpals as in a shell, with its own folders for state, settings and cache.
func openDashboard(t *testing.T, home string, args ...string) analyst {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, "-test.run=^TestProcess$")
	args = append(args, "--state", filepath.Join(home, "state"))
	cmd.Env = []string{"DPALS_TEST_ARGUMENTS=" + strings.Join(args, "\n"),
		"XDG_CONFIG_HOME=" + filepath.Join(home, "config"), "XDG_CACHE_HOME=" + filepath.Join(home, "cache")}
	return analyst{emulator.Start(t, cmd), t}
}

// does types keys and waits for the texts that they bring.
func (p analyst) does(keys string, texts ...string) string {
	p.t.Helper()
	p.Types(keys)
	return p.Sees(texts...)
}

// matches waits for a line that an expression finds, and returns its groups.
func (p analyst) matches(expression string) (groups []string) {
	p.t.Helper()
	e := regexp.MustCompile("(?m)" + expression)
	p.Until(expression, func(s string) bool {
		groups = e.FindStringSubmatch(s)
		return groups != nil
	})
	return groups[1:]
}

// knob returns the value of a knob, with the star of one that was changed.
func (p analyst) knob(symbol string) string {
	p.t.Helper()
	return p.matches(`^│[▸ ]` + symbol + `  ?\S+.*?[━─●◉]+ +(\S[^│]*?) *│`)[0]
}

// knobs returns the four main knobs.
func (p analyst) knobs() string {
	p.t.Helper()
	all := ""
	for _, symbol := range []string{"ε", "k", "T", "β"} {
		all += symbol + " " + p.knob(symbol) + "; "
	}
	return all
}

// changeKnob changes the knob that has the focus and waits for the curve of the run with this number in the session.
func (p analyst) changeKnob(symbol, key string, run int) {
	p.t.Helper()
	before := p.knob(symbol)
	p.Types(key)
	p.matches(symbol + ` \S+ this run `)
	p.Sees("✓ done", fmt.Sprintf("over %d runs", run))
	if now := p.knob(symbol); now == before || !strings.HasSuffix(now, "*") {
		p.t.Errorf("the knob %s is %s and was %s", symbol, now, before)
	}
}

// deselect moves up the methods of the next sweep to one, and deselects it.
func (p analyst) deselect(method string) {
	p.t.Helper()
	row := regexp.MustCompile(`▸ (\[.\]) . (\S+)`)
	for {
		found := row.FindStringSubmatch(p.Screen())
		if found == nil {
			p.t.Fatalf("method %s is not above; the screen is\n%s", method, p.Screen())
		}
		if found[2] == method {
			break
		}
		p.Types(up)
		p.Until("the row above "+found[2], func(s string) bool {
			now := row.FindStringSubmatch(s)
			return now == nil || now[2] != found[2]
		})
	}
	p.Types(" ")
	p.matches(`▸ (\[ \]) . ` + method)
}

// The analyst opens ratings, changes knobs, compares methods, reads every screen and quits. The next session continues
// where this one ended.
func TestWholeProgram(t *testing.T) {
	data, name := filepath.Join("..", "..", "..", "shared", "data", "ml-1m"), "ml-1m"
	if _, err := os.Stat(data); err != nil {
		data, name = defaultData, defaultData
	}
	home := t.TempDir()

	p := openDashboard(t, home, "--data", data)
	p.Sees(name, "1 Tune", "✓ done", "ε 1.0 this run", "over 1 run")
	p.does("m", "╭ dpals ", "dpals this run", "✓ done", "over 2 runs")
	p.changeKnob("ε", right, 3)
	p.does(down, "│▸k")
	p.changeKnob("k", left, 4)
	p.does(down, "│▸T")
	p.changeKnob("T", right, 5)
	p.does(down, "│▸β")
	p.changeKnob("β", left, 6)
	knobs := p.knobs()
	p.does("p", "pinned: the curve stays")

	p.does("2", "Sweep", "▸ ε")
	p.does("f="+clearLine+"0.5,1,2,5\r", "ε        0.5, 1, 2, 5 ")
	p.does(down+left+left, "▸ repeats  1 ")
	p.does("G", "▸ [ ] △ global-mean")
	p.deselect("user-mean")
	p.deselect("als")
	p.does("g", "3 of ", "Enter trains 12 runs")
	p.does("\r", "sweep 1 ")
	p.Sees("✓ sweep 1 finished: 12 runs")
	p.does("F"+left, "dpals-eb · joint DP, ε 5: RMSE ")
	p.does(left, "dpals-eb · joint DP, ε 2: RMSE ")
	read := p.matches(`(dpals-eb · joint DP, ε 2: RMSE 0\.\d+)`)[0]

	p.does("4", "Releases", "ε at every δ", "Membership attack", "over 18 runs")
	p.does("5"+down, "Recommendations for user 2 ")
	p.does("c", "of 10 in both lists")
	p.does("6", "╭ Runs ", "dpals-eb", "item-mean")
	p.does("/item-mean\r", "1 of 4")
	p.does(":light\r", "theme: light")
	p.Types("q")
	p.Leaves(false)

	p = openDashboard(t, home)
	p.Sees("╭ Runs ", name)
	p.does("1", "╭ dpals ", "✓ done", "pinned")
	if now := p.knobs(); now != knobs {
		t.Errorf("the knobs are %s and were %s", now, knobs)
	}
	p.does("2", "✓ sweep 1 finished: 12 runs")
	p.does(left, "dpals-eb · joint DP, ε 5: RMSE ")
	p.does(left, read)
	if !strings.Contains(p.Written(), "\x1b]11;#fbfaf7") { // the light theme's background
		t.Error("the theme is not the light one")
	}
	p.Types("q")
	p.Leaves(false)
}
