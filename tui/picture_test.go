package tui

import (
	"bytes"
	"context"
	"flag"
	"os"
	"os/exec"
	"testing"
	"time"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/loaders"
	"dpals/tui/canvas"
)

// asPicture, when set, makes the test binary print the picture of the README.
const asPicture = "DPALS_TUI_PICTURE"

// TestPictures keeps docs/tune.svg what the program shows: go test ./tui -run TestPictures -update draws it anew.
func TestPictures(t *testing.T) {
	if testing.Short() || raced {
		t.Skip("trains on all of synth:skewed")
	}
	if os.Getenv(asPicture) != "" {
		picture(t)
		return
	}
	// Kernels round differently, so the picture is drawn by a process that has the one which every machine has.
	cmd := exec.Command(os.Args[0], "-test.run", "^TestPictures$", "-test.count", "1")
	path := t.TempDir() + "/tune.svg"
	cmd.Env = append(os.Environ(), "DPALS_KERNEL=portable", asPicture+"="+path)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	drawn, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const file = "../docs/tune.svg"
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.WriteFile(file, drawn, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(kept, drawn) {
		t.Errorf("%s is not what the program shows any more: look at it after go test ./tui -run TestPictures -update", file)
	}
}

// picture draws the Tune screen as go run . shows it after one turn of ε, but for a seed, a limit, and times that are
// the same on every machine.
func picture(t *testing.T) {
	r, err := loaders.Open(t.Context(), "synth:skewed", loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	split, err := loaders.SplitRatings(r, loaders.DefaultProtocol, 1)
	if err != nil {
		t.Fatal(err)
	}
	l, err := ledger.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := l.SetLimit("synth", r.Origin.Source, &ledger.Limit{Epsilon: 8, Delta: engine.DefaultDelta}); err != nil {
		t.Fatal(err)
	}
	seed := uint64(1)
	o := fakeOptions()
	o.methods, o.foresee = nil, nil
	o.Problem = engine.Problem{Name: r.Origin.Source, Split: split, Fingerprint: "synth"}
	o.Config = engine.Config{Seed: &seed, Ledger: l}
	b := newBed(t, 120, 36, o)
	for _, c := range []*run{b.m.bench.session.floor, b.m.bench.session.ceiling} {
		b.train(c)
	}
	b.train(b.m.bench.session.current)
	for range 3 { // to ε 3
		b.press("right")
	}
	b.foresee()
	b.send(settledMsg{b.tune().knobs.generation})
	b.train(b.m.bench.session.current)
	b.consult()
	if err := os.WriteFile(os.Getenv(asPicture), []byte(canvas.SVG(b.content(), b.m.bench.theme)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// train trains a run for good and brings all its events.
func (b *bed) train(r *run) {
	h, err := engine.Run(context.Background(), b.m.bench.problem, r.config)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := h.Wait(); err != nil {
		b.t.Fatal(err)
	}
	events := h.Events(0)
	for i, e := range events {
		if end, ok := e.(engine.Ended); ok {
			result := *end.Result
			result.Elapsed = 240 * time.Millisecond
			end.Result = &result
			events[i] = end
		}
	}
	b.send(startedMsg{run: r.number, history: h}, snapshotMsg{run: r.number, events: events})
}
