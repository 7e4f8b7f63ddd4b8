package cli

import (
	"context"
	"database/sql"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"dpals": func() { os.Exit(Main(os.Args[1:])) },
	})
}

// The scripts are the command contract: flags, JSON, exit statuses, messages.
func TestScripts(t *testing.T) {
	data, err := filepath.Abs(filepath.Join("..", "..", "..", "shared", "data"))
	if err != nil {
		t.Fatal(err)
	}
	if dir := os.Getenv("DPALS_DATA"); dir != "" {
		data = dir
	}
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(e *testscript.Env) error {
			e.Setenv("DPALS_DATA", data)
			e.Setenv("XDG_STATE_HOME", filepath.Join(e.WorkDir, "state"))
			e.Setenv("XDG_CACHE_HOME", filepath.Join(e.WorkDir, "cache"))
			return nil
		},
		Condition: func(cond string) (bool, error) {
			_, err := os.Stat(filepath.Join(data, cond))
			return err == nil, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": expectStatus, "events": events, "newer": newer,
		},
	})
}

// expectStatus runs dpals and compares its exit status: status 2 train --data nope.
func expectStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status CODE dpals-arguments...")
	}
	err := ts.Exec("dpals", args[1:]...)
	got := "0"
	if exit, ok := err.(*exec.ExitError); ok {
		got = exit.String()[len("exit status "):]
	} else if err != nil {
		ts.Fatalf("dpals did not run: %v", err)
	}
	if got != args[0] {
		ts.Fatalf("exit status %s, want %s", got, args[0])
	}
}

// newer makes the run store of a state folder look as if a later version of the program had written it.
func newer(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: newer STATE")
	}
	db, err := sql.Open("sqlite", filepath.Join(ts.MkAbs(args[0]), "runs.db"))
	ts.Check(err)
	defer db.Close()
	_, err = db.Exec(`UPDATE schema SET version = 99 WHERE part = 'runs'`)
	ts.Check(err)
}

// events checks that stdout is one JSON object a line whose "event" values are these, with * for any number.
func events(ts *testscript.TestScript, neg bool, args []string) {
	var names []string
	for _, line := range strings.Split(strings.TrimSpace(ts.ReadFile("stdout")), "\n") {
		var o map[string]any
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			ts.Fatalf("%q is not JSON: %v", line, err)
		}
		name, _ := o["event"].(string)
		if n := len(names); n == 0 || names[n-1] != name {
			names = append(names, name)
		}
	}
	if got := strings.Join(names, " "); got != strings.Join(args, " ") {
		ts.Fatalf("events are %q", got)
	}
}

// A real process that trains and is interrupted ends with 130, and says so.
func TestInterruptEndsWith130(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(ctx, exe, "-test.run=^TestInterruptedProcess$")
	cmd.Env = append(os.Environ(), "DPALS_TEST_PROCESS="+t.TempDir())
	var text strings.Builder
	cmd.Stderr = &text
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 256)
	if _, err := out.Read(line); err != nil { // the start event: it trains
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(out)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(string(rest), `{"error":"interrupted","event":"cancelled"}`+"\n") {
		t.Errorf("the events end with %q", rest)
	}
	err = cmd.Wait()
	exit, ok := err.(*exec.ExitError)
	if !ok || exit.ExitCode() != exitInterrupted {
		t.Fatalf("ended with %v", err)
	}
	if !strings.Contains(text.String(), "interrupted") {
		t.Errorf("said %q", text.String())
	}
}

func TestInterruptedProcess(t *testing.T) {
	if os.Getenv("DPALS_TEST_PROCESS") == "" {
		t.Skip("is the process of TestInterruptEndsWith130")
	}
	os.Exit(Main([]string{"train", "--data", "synth:skewed", "--method", "als", "--rank", "64", "--iterations", "100", "--json", "--state", os.Getenv("DPALS_TEST_PROCESS")}))
}
