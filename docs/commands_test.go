//go:build unix

package docs_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"dpals/internal/cli"
	"dpals/internal/tuitest/emulator"
)

var update = flag.Bool("update", false, "write what the commands of README.md and docs/tutorial.md print into them")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"dpals": func() { os.Exit(cli.Main(os.Args[1:])) }})
}

// In a document, a block that begins with ```console holds commands, each after "$ ", and what they print. Where a block
// shows commands alone, they need only succeed. A line "…" stands for any number of lines. In a block that begins with
// ```console varies, numbers differ from run to run: a number need only stand where one is printed.
//
// A block that begins with ```console screen holds the command of the dashboard in the picture after it.
//
// A comment <!-- screen 100x30: COMMAND; keys: KEYS; until: EXPRESSION --> describes the picture of a screen in the block
// after it: the command runs in a terminal of that size, the keys are typed, and the picture is taken when each of the
// expressions, separated by " & ", matches. "keys" may be missing; the command "same" is the dashboard of the screen before.
var (
	consoleBlock = regexp.MustCompile("(?ms)^```console( varies| screen)?\n(.*?)^```$")
	screenBlock  = regexp.MustCompile("(?ms)^<!-- screen (\\d+)x(\\d+): ([^;]*?)(?:; keys: ([^;]*?))?; until: (.*?) -->\n\n```text\n(.*?)^```$")

	anyBlock = regexp.MustCompile(consoleBlock.String() + "|" + screenBlock.String())

	duration = regexp.MustCompile(`\b\d+(\.\d+)? ?(ms|s)\b`)
	moment   = regexp.MustCompile(`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`)
	number   = regexp.MustCompile(`\d[\d.,]*`)
	spaces   = regexp.MustCompile(`[ -]{2,}`)
)

// elided stands for lines that a document leaves out.
const elided = "…"

// notRun are commands that build or test the program: .ci/run has them.
var notRun = []string{"git ", "go install", "go test", "go generate", ".ci/"}

func TestCommandsOfREADME(t *testing.T)      { testCommands(t, filepath.Join("..", "README.md")) }
func TestCommandsOfTheTutorial(t *testing.T) { testCommands(t, "tutorial.md") }

// testCommands runs every command of a document, in order and in one folder, and compares what each prints.
func testCommands(t *testing.T, file string) {
	if testing.Short() {
		t.Skip("trains")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r := runner{t: t, home: t.TempDir()}
	document := anyBlock.ReplaceAllStringFunc(string(text), func(block string) string {
		parts := consoleBlock.FindStringSubmatch(block)
		switch {
		case parts == nil:
			return r.screen(block)
		case parts[1] == " screen":
			r.shown = strings.TrimPrefix(strings.TrimSpace(parts[2]), "$ ")
			return block
		default:
			return "```console" + parts[1] + "\n" + r.block(parts[2], parts[1] != "") + "```"
		}
	})
	if *update && document != string(text) && !t.Failed() {
		if err := os.WriteFile(file, []byte(document), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// runner runs the commands of one document.
type runner struct {
	t      *testing.T
	home   string // the working folder, and the parent of all state
	status string // of the last command

	shown    string             // command of the dashboard that the next picture has
	terminal *emulator.Terminal // of the last picture
}

// block runs the commands of a block and returns the block with what they print now.
func (r *runner) block(text string, varies bool) string {
	r.t.Helper()
	var now strings.Builder
	shows := false // whether the block shows what its commands print
	for _, line := range strings.Split(text, "\n") {
		shows = shows || line != "" && !strings.HasPrefix(line, "$ ")
	}
	parts := strings.Split("\n"+text, "\n$ ")
	for i, part := range parts[1:] {
		command, want, _ := strings.Cut(part, "\n")
		got, ran := r.run(command, i+2 < len(parts) && strings.HasPrefix(parts[i+2], "echo $?"))
		if !ran || !shows {
			got = want
		} else {
			got = r.compare(command, trimLines(want), trimLines(got), varies)
		}
		now.WriteString("$ " + command + "\n")
		if got = strings.TrimRight(got, "\n"); got != "" {
			now.WriteString(got + "\n")
		}
	}
	return now.String()
}

// run runs one command line. One that fails is an error, unless its status is asked for.
func (r *runner) run(command string, mayFail bool) (output string, ran bool) {
	r.t.Helper()
	for _, prefix := range notRun {
		if strings.HasPrefix(command, prefix) {
			return "", false
		}
	}
	line := regexp.MustCompile(`\bgo run \.`).ReplaceAllString(command, "dpals")
	cmd := exec.Command("sh", "-c", "(exit "+r.status+"); "+line)
	if r.status == "" {
		cmd = exec.Command("sh", "-c", line)
	}
	cmd.Dir, cmd.Env = r.home, r.environment()
	out, err := cmd.CombinedOutput()
	r.status = "0"
	if exit, ok := err.(*exec.ExitError); ok {
		r.status = strings.TrimPrefix(exit.String(), "exit status ")
	}
	if err != nil && !mayFail {
		r.t.Errorf("%s: %v\n%s", command, err, out)
	}
	return string(out), true
}

func (r *runner) environment() []string {
	return append(os.Environ(), "DPALS_KERNEL=portable", "NO_COLOR=1", "COLUMNS=120", "XDG_STATE_HOME="+filepath.Join(r.home, ".state"),
		"XDG_CONFIG_HOME="+filepath.Join(r.home, ".config"), "XDG_CACHE_HOME="+filepath.Join(r.home, ".cache"))
}

// compare returns what the document is to show of a command's output: what it shows now, where that is still right.
func (r *runner) compare(command, want, got string, varies bool) string {
	r.t.Helper()
	if runtime.GOARCH != "amd64" {
		varies = true // processors of another kind round otherwise
	}
	before, after, cut := strings.Cut(want, elided+"\n")
	shown := got
	if cut {
		lines := strings.SplitAfter(got, "\n")
		head, tail := strings.Count(before, "\n"), strings.Count(after, "\n")
		if len(lines) > head+tail {
			shown = strings.Join(lines[:head], "") + elided + "\n" + strings.Join(lines[len(lines)-1-tail:], "")
		}
	}
	if settled(want, varies) == settled(shown, varies) {
		return want
	}
	if !*update {
		r.t.Errorf("$ %s\nprints\n%s\nand not, as the document has it,\n%s\ngo test ./docs -run TestCommands -update writes it anew", command, shown, want)
	}
	return shown
}

// settled is a text without what differs from one run to the next.
func settled(text string, varies bool) string {
	text = moment.ReplaceAllString(duration.ReplaceAllString(text, "N s"), "then")
	if varies {
		text = spaces.ReplaceAllString(number.ReplaceAllString(text, "N"), " ")
	}
	return text
}

// trimLines takes spaces off the ends of lines, and makes the text end with one line end, or be empty.
func trimLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	if text = strings.TrimRight(strings.Join(lines, "\n"), "\n"); text != "" {
		text += "\n"
	}
	return text
}

// screen takes the picture that a comment describes and returns the block with it.
func (r *runner) screen(block string) string {
	r.t.Helper()
	parts := screenBlock.FindStringSubmatchIndex(block)
	part := func(i int) string {
		if parts[2*i] < 0 {
			return ""
		}
		return block[parts[2*i]:parts[2*i+1]]
	}
	if command := part(3); command != "same" {
		if command != r.shown+" --fresh" {
			r.t.Errorf("the picture is of %q, and the text has %q", command, r.shown)
		}
		fields := strings.Fields(command)
		cmd := exec.Command(fields[0], fields[1:]...)
		cmd.Dir, cmd.Env = r.home, r.environment()
		r.terminal = emulator.Start(r.t, cmd)
		r.terminal.Resize(atoi(part(1)), atoi(part(2)))
		r.terminal.Sees("✓ done")
	}
	r.terminal.Types(part(4))
	var awaited []*regexp.Regexp
	for _, e := range strings.Split(part(5), " & ") {
		awaited = append(awaited, regexp.MustCompile(e))
	}
	want := part(6)
	exact := !*update && runtime.GOARCH == "amd64"
	screen := r.terminal.Until("the screen of the document\n"+want, func(s string) bool {
		for _, e := range awaited {
			if !e.MatchString(s) {
				return false
			}
		}
		return !exact || settled(trimLines(s), false) == settled(want, false)
	})
	if settled(trimLines(screen), false) == settled(want, false) {
		return block
	}
	return block[:parts[12]] + trimLines(screen) + block[parts[13]:]
}

func atoi(digits string) int {
	n := 0
	for _, d := range digits {
		n = 10*n + int(d-'0')
	}
	return n
}
