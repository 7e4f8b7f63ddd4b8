package engine

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"dpals/accounting"
	"dpals/engine/kernel"
	"dpals/engine/method"
)

// sumsVariable names the file that TestWitnessedSums writes: another process, with another kernel, compares.
const sumsVariable = "DPALS_WITNESSED_SUMS"

// witnessed are the configurations whose private sums kernels are compared in.
//
// With one factor, and one mean for all, every user of the first step is clipped to the same norm whatever their solve
// rounds to, so that its sums have the same inputs. Elsewhere only what comes before the first solve has.
var witnessed = map[string]struct {
	config Config
	same   int // last step whose inputs are the same
}{
	"dpals, one factor": {Config{Method: "dpals", Epsilon: 50, Settings: method.Settings{
		"rank": 1, "iterations": 3, "clip-user": 0.01, "centring": 1, "lambda": 0.001}}, 1},
	"dpals":             {Config{Method: "dpals", Epsilon: 50, Settings: method.Settings{"rank": 8, "iterations": 2}}, 0},
	"dpals, sampled":    {Config{Method: "dpals", Epsilon: 50, Settings: method.Settings{"rank": 8, "iterations": 2, "sampling": 1, "k": 10}}, 0},
	"dpals-eb":          {Config{Method: "dpals-eb", Epsilon: 50, Settings: method.Settings{"rank": 8, "iterations": 2}}, 0},
	"dpals-eb, limited": {Config{Method: "dpals-eb", Epsilon: 50, Settings: method.Settings{"rank": 8, "iterations": 2, "k": 10}}, 0},
	"item-mean":         {Config{Method: "item-mean", Epsilon: 50}, 1},
}

// exactSums are what a fit summed over users: the coordinates of every release before its noise, by name.
func exactSums(t *testing.T, c Config) (map[string][]float64, *accounting.Plan) {
	t.Helper()
	p := problem(t, "synth:skewed:n=300,m=60,per=20")
	c.Seed, c.Threads = seed(3), 2
	m, err := Lookup(c.Method)
	if err != nil {
		t.Fatal(err)
	}
	v, err := prepare(m, p, c)
	if err != nil {
		t.Fatal(err)
	}
	task := &method.Task{Train: p.Split.Train, Public: publicOf(p, v.Config), Settings: v.Settings, Threads: c.Threads, Progress: &stopwatch{}}
	if _, err := randomness(c.Seed, &task.Seed); err != nil {
		t.Fatal(err)
	}
	var access sync.Mutex
	sums := make(map[string][]float64)
	task.Meter = accounting.NewAuditMeter(v.Plan, *c.Seed, func(r accounting.Release, block int, exact, _ []float64) {
		access.Lock()
		defer access.Unlock()
		if sums[r.Name] == nil {
			sums[r.Name] = make([]float64, r.Dimension)
		}
		copy(sums[r.Name][block*len(exact):], exact)
	})
	if _, err := m.Fit(context.Background(), task); err != nil {
		t.Fatal(err)
	}
	return sums, v.Plan
}

// TestWitnessedSums writes the sums of this process's kernel for TestPrivateSumsDoNotDependOnTheKernel.
func TestWitnessedSums(t *testing.T) {
	path := os.Getenv(sumsVariable)
	if path == "" {
		t.Skip("run by TestPrivateSumsDoNotDependOnTheKernel")
	}
	if _, err := kernel.Choice(); err != nil {
		t.Skip(err)
	}
	all := make(map[string]map[string][]float64)
	for name, c := range witnessed {
		all[name], _ = exactSums(t, c.config)
	}
	text, err := json.Marshal(all) // in which a float64 comes back to the bit
	if err == nil {
		err = os.WriteFile(path, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Sums whose inputs are the same are the same to the bit on every kernel. Where users' solves come before, the inputs
// differ by rounding, and the sums by a few units of their grids: docs/privacy/noise.md says why that is no matter.
func TestPrivateSumsDoNotDependOnTheKernel(t *testing.T) {
	own, err := kernel.Choice()
	if err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, variant := range []string{"avx512", "avx2", "portable"} {
		if variant == own {
			continue
		}
		t.Run(variant, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "sums")
			cmd := exec.Command(exe, "-test.run=^TestWitnessedSums$")
			cmd.Env = append(os.Environ(), "DPALS_KERNEL="+variant, sumsVariable+"="+path)
			if said, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, said)
			}
			text, err := os.ReadFile(path)
			if errors.Is(err, fs.ErrNotExist) && variant != "portable" {
				t.Skip("not supported by this machine")
			}
			if err != nil {
				t.Fatal(err)
			}
			var other map[string]map[string][]float64
			if err := json.Unmarshal(text, &other); err != nil {
				t.Fatal(err)
			}
			for name, c := range witnessed {
				sums, plan := exactSums(t, c.config)
				for _, r := range plan.Releases {
					compareSums(t, name, r, sums[r.Name], other[name][r.Name], r.Iteration <= c.same)
				}
			}
		})
	}
}

func compareSums(t *testing.T, config string, r accounting.Release, a, b []float64, same bool) {
	t.Helper()
	if len(a) != r.Dimension || len(b) != r.Dimension {
		t.Fatalf("%s, %s: %d and %d coordinates, want %d", config, r.Name, len(a), len(b), r.Dimension)
	}
	differ, distance := 0, 0.0
	for k := range a {
		if math.Float64bits(a[k]) != math.Float64bits(b[k]) {
			differ++
			distance = math.Hypot(distance, a[k]-b[k])
		}
	}
	t.Logf("%s, %s: %d of %d differ, by %.3g of the sensitivity", config, r.Name, differ, len(a), distance/r.Sensitivity)
	if same && differ > 0 {
		t.Errorf("%s, %s: %d of %d coordinates differ, by %g: the inputs are the same", config, r.Name, differ, len(a), distance)
	}
	if !same && r.Iteration == 1 && !(distance <= 1e-2*r.Sensitivity) {
		t.Errorf("%s, %s: the sums differ by %g, and a user moves them by %g: that is more than rounding", config, r.Name, distance, r.Sensitivity)
	}
}
