package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"dpals/accounting/ledger"
)

// killsWanted is the number of processes that TestKilledRunsAreCharged kills, unless DPALS_KILLS says otherwise.
const killsWanted = 10

// A process that trains is killed at a random moment, again and again, in one state folder. The ledger opens every time,
// and never holds less than the process had reported as released.
func TestKilledRunsAreCharged(t *testing.T) {
	if testing.Short() {
		t.Skip("kills processes; left out of short runs")
	}
	kills := killsWanted
	if n, err := strconv.Atoi(os.Getenv("DPALS_KILLS")); err == nil {
		kills = n
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	state := t.TempDir()
	random := rand.New(rand.NewPCG(1, 2))
	logged, whole := 0, 0
	for k := range kills {
		cmd := exec.Command(exe, "-test.run=^TestKilledProcess$")
		cmd.Env = append(os.Environ(), "DPALS_KILLED_STATE="+state)
		var out bytes.Buffer
		cmd.Stdout = &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(random.IntN(400)) * time.Millisecond)
		cmd.Process.Kill()
		cmd.Wait()
		releases, mu := released(t, out.Bytes())
		logged += releases
		l, err := ledger.Open(state)
		if err != nil {
			t.Fatalf("kill %d: the ledger does not open: %v", k, err)
		}
		all, err := l.Datasets()
		if err != nil {
			t.Fatal(err)
		}
		if len(all) > 0 {
			runs, err := l.Runs(all[0].Dataset)
			if err != nil {
				t.Fatal(err)
			}
			last := runs[len(runs)-1]
			if releases > 0 && (int(last.Charges) < releases || last.SpentMu < mu*(1-1e-12)) {
				t.Fatalf("kill %d: %d releases of μ %g are in the log, the ledger has %d of %g", k, releases, mu, last.Charges, last.SpentMu)
			}
			if last.Outcome == "done" {
				whole++
			}
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d kills, %d releases logged, %d runs were done before the kill", kills, logged, whole)
}

// released counts the releases of the last run in a log of events, and composes their μ.
func released(t *testing.T, log []byte) (n int, mu float64) {
	lines := bufio.NewScanner(bytes.NewReader(log))
	for lines.Scan() {
		var e struct {
			Event string  `json:"event"`
			Mu    float64 `json:"mu"`
		}
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			continue // cut short by the kill
		}
		switch e.Event {
		case "start":
			n, mu = 0, 0
		case "release":
			n, mu = n+1, math.Hypot(mu, e.Mu)
		}
	}
	return n, mu
}

func TestKilledProcess(t *testing.T) {
	state := os.Getenv("DPALS_KILLED_STATE")
	if state == "" {
		t.Skip("is the process of TestKilledRunsAreCharged")
	}
	os.Exit(Main([]string{"train", "--data", "synth:skewed:n=300,m=80,per=15", "--iterations", "60", "--json", "--state", state}))
}
