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

	"dpals/internal/emulator"
)

// Keys as a terminal sends them.
const (
	left, right, up, down = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B"
	clearLine             = "\x15"
)

// person sits at the program's terminal. What they change is read off the screen, since it depends on the ratings.
type person struct {
	*emulator.Terminal
	t *testing.T
}

// sit starts dpals as in a shell, but with folders of its own for what it keeps.
func sit(t *testing.T, home string, args ...string) person {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, "-test.run=^TestProcess$")
	args = append(args, "--state", filepath.Join(home, "state"))
	cmd.Env = []string{"DPALS_TEST_ARGUMENTS=" + strings.Join(args, "\n"),
		"XDG_CONFIG_HOME=" + filepath.Join(home, "config"), "XDG_CACHE_HOME=" + filepath.Join(home, "cache")}
	return person{emulator.Start(t, cmd), t}
}

// does types keys and waits for what they bring.
func (p person) does(keys string, texts ...string) string {
	p.t.Helper()
	p.Types(keys)
	return p.Sees(texts...)
}

// matches waits for a line that an expression finds, and returns its groups.
func (p person) matches(expression string) (groups []string) {
	p.t.Helper()
	e := regexp.MustCompile("(?m)" + expression)
	p.Until(expression, func(s string) bool {
		groups = e.FindStringSubmatch(s)
		return groups != nil
	})
	return groups[1:]
}

// knob is what a knob stands at; the star of one that was turned is part of it.
func (p person) knob(symbol string) string {
	p.t.Helper()
	return p.matches(`^│[▸ ]` + symbol + `  ?\S+.*?[━─●◉]+ +(\S[^│]*?) *│`)[0]
}

// knobs are the four that the dashboard is about.
func (p person) knobs() string {
	p.t.Helper()
	all := ""
	for _, symbol := range []string{"ε", "k", "T", "β"} {
		all += symbol + " " + p.knob(symbol) + "; "
	}
	return all
}

// turns turns the knob that has the focus and waits for the curve that answers, of the run with this number in the
// session.
func (p person) turns(symbol, key string, run int) {
	p.t.Helper()
	before := p.knob(symbol)
	p.Types(key)
	p.matches(symbol + ` \S+ this run `)
	p.Sees("✓ done", fmt.Sprintf("over %d runs", run))
	if now := p.knob(symbol); now == before || !strings.HasSuffix(now, "*") {
		p.t.Errorf("the knob %s stands at %s and stood at %s", symbol, now, before)
	}
}

// takesOut goes up the methods of the next sweep to one, and takes it out.
func (p person) takesOut(method string) {
	p.t.Helper()
	row := regexp.MustCompile(`▸ (\[.\]) . (\S+)`)
	for {
		found := row.FindStringSubmatch(p.Screen())
		if found == nil {
			p.t.Fatalf("there is no method %s to go up to; the screen is\n%s", method, p.Screen())
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

// A person opens ratings, turns the knobs, compares methods, reads the answers on every screen and leaves. When they
// come back, everything is as it was.
func TestWholeProgram(t *testing.T) {
	data, name := filepath.Join("..", "..", "..", "shared", "data", "ml-1m"), "ml-1m"
	if _, err := os.Stat(data); err != nil {
		data, name = defaultData, defaultData
	}
	home := t.TempDir()

	p := sit(t, home, "--data", data)
	p.Sees(name, "1 Tune", "✓ done", "ε 1.0 this run", "over 1 run")
	p.does("m", "╭ dpals ", "dpals this run", "✓ done", "over 2 runs")
	p.turns("ε", right, 3)
	p.does(down, "│▸k")
	p.turns("k", left, 4)
	p.does(down, "│▸T")
	p.turns("T", right, 5)
	p.does(down, "│▸β")
	p.turns("β", left, 6)
	knobs := p.knobs()
	p.does("p", "pinned: the curve stays")

	p.does("2", "Sweep", "▸ ε")
	p.does("f="+clearLine+"0.5,1,2,5\r", "ε        0.5, 1, 2, 5 ")
	p.does(down+left+left, "▸ repeats  1 ")
	p.does("G", "▸ [ ] △ global-mean")
	p.takesOut("user-mean")
	p.takesOut("als")
	p.does("g", "3 of ", "Enter trains 12 runs")
	p.does("\r", "sweep 1 ")
	p.Sees("✓ sweep 1 is done: 12 runs")
	p.does("F"+left, "dpals-eb · joint DP, ε 5: ")
	p.does(left, "dpals-eb · joint DP, ε 2: ")
	read := p.matches(`(dpals-eb · joint DP, ε 2: 0\.\d+)`)[0]

	p.does("4", "Releases", "ε at every δ", "An attacker", "over 18 runs")
	p.does("5"+down, "Recommendations for user 2 ")
	p.does("c", "of 10 the same")
	p.does("6", "╭ Runs ", "dpals-eb", "item-mean")
	p.does("/item-mean\r", "1 of 4")
	p.does(":light\r", "theme: light")
	p.Types("q")
	p.Leaves(false)

	p = sit(t, home)
	p.Sees("╭ Runs ", name)
	p.does("1", "╭ dpals ", "✓ done", "pinned")
	if now := p.knobs(); now != knobs {
		t.Errorf("the knobs stand at %s and stood at %s", now, knobs)
	}
	p.does("2", "✓ sweep 1 is done: 12 runs")
	p.does(left, "dpals-eb · joint DP, ε 5: ")
	p.does(left, read)
	if !strings.Contains(p.Written(), "\x1b]11;#fbfaf7") { // the light theme's background
		t.Error("the theme is another one")
	}
	p.Types("q")
	p.Leaves(false)
}
