package export

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/loaders"
	"dpals/loaders/sources"
)

// Keys that an export may have, and nothing else: who adds one says here that it is public, or a release.
var (
	modelKeys     = []string{"columns", "high", "items", "low", "method", "rank", "recipe", "scalars", "simulation"}
	statementKeys = []string{"accountant", "adjacency", "catalogue_observed", "catalogue_released", "range_released", "catalogue_failure", "data", "delta", "epsilon", "headline", "includes_users", "mechanism", "method",
		"metrics_private", "mu", "not_covered", "parameters", "private", "provided_public", "range_observed", "releases", "simulation", "trust", "unit", "versions"}
	releaseKeys = []string{"domain", "kind", "mu", "name", "neighbours", "norm", "proof", "sensitivity", "share", "sigma"}
	scalarKeys  = regexp.MustCompile(`^(mean|mid|pull|lambda|lambda0|exponent|z|noise|offset_ridge|offset_precision|scale|most|row|(keep|gain)[0-9]+)$`)
)

// Of every private method, an export has the files and the keys that are known to be public, and none besides.
func TestExportHasKnownKeysAlone(t *testing.T) {
	for _, m := range engine.Methods() {
		for name, share := range map[string]float64{"": 0, " with released errors": 0.1} {
			if !m.Private() || share > 0 && m.Trust == method.TrustLocal {
				continue
			}
			t.Run(m.Name+name, func(t *testing.T) {
				p, h := trained(t, engine.Config{Method: m.Name, Epsilon: 3, PrivateMetrics: share})
				files := written(t, p, h, Options{})
				for file := range files {
					if !slices.Contains([]string{"PRIVACY.md", "items.csv", "items.npy", "model.json", "privacy.json"}, file) {
						t.Errorf("there is a file %s", file)
					}
				}
				model, statement := object(t, files["model.json"]), object(t, files["privacy.json"])
				onlyKeys(t, "model.json", model, modelKeys...)
				for key, value := range model["scalars"].(map[string]any) {
					if _, number := value.(float64); !number || !scalarKeys.MatchString(key) {
						t.Errorf("model.json has the scalar %q, %v, which is not known to be a release", key, value)
					}
				}
				allowed := statementKeys
				if share > 0 {
					allowed = append(slices.Clone(allowed), "valid_rmse")
				}
				onlyKeys(t, "privacy.json", statement, allowed...)
				onlyKeys(t, "parameters", statement["parameters"].(map[string]any), slices.Collect(maps.Keys(names(m)))...)
				for _, r := range statement["releases"].([]any) {
					known := releaseKeys
					if m.Trust == method.TrustLocal {
						known = append(slices.Clone(known), "pure_epsilon")
					}
					onlyKeys(t, "a release", r.(map[string]any), known...)
				}
			})
		}
	}
}

func names(m *method.Method) map[string]bool {
	out := make(map[string]bool)
	for _, p := range m.Parameters {
		out[p.Name] = true
	}
	return out
}

func object(t *testing.T, text []byte) (out map[string]any) {
	t.Helper()
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func onlyKeys(t *testing.T, where string, got map[string]any, allowed ...string) {
	t.Helper()
	for key, value := range got {
		if !slices.Contains(allowed, key) {
			t.Errorf("%s has the key %q, %v, which is not known to be public", where, key, value)
		}
	}
}

// written exports a run and returns its files.
func written(t *testing.T, p engine.Problem, h *engine.History, o Options) map[string][]byte {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "model")
	if err := Write(dir, p, h, o); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string][]byte)
	for _, e := range entries {
		if files[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// released is what a run released, by release and block.
type released struct {
	mu     sync.Mutex
	blocks map[string][][]float64
}

// showing is the method whose runs are shown these releases in place of their own; the first run fills them in. What
// was planned is charged to the run's meter all the same.
func showing(m *method.Method, shown *released) *method.Method {
	first := shown.blocks == nil
	if first {
		shown.blocks = make(map[string][][]float64)
	}
	wrapped := *m
	wrapped.Fit = func(ctx context.Context, task *method.Task) (method.Model, error) {
		if task.Meter == nil {
			return m.Fit(ctx, task)
		}
		watched := *task
		watched.Meter = accounting.NewAuditMeter(task.Meter.Plan(), 1, func(r accounting.Release, block int, _, noisy []float64) {
			shown.mu.Lock()
			defer shown.mu.Unlock()
			if !first {
				copy(noisy, shown.blocks[r.Name][block])
				return
			}
			for len(shown.blocks[r.Name]) <= block {
				shown.blocks[r.Name] = append(shown.blocks[r.Name], nil)
			}
			shown.blocks[r.Name][block] = slices.Clone(noisy)
		})
		model, err := m.Fit(ctx, &watched)
		if err != nil {
			return nil, err
		}
		for _, r := range task.Meter.Plan().Releases {
			blocks := shown.blocks[r.Name]
			o, err := task.Meter.Begin(r.Name, len(blocks), len(blocks[0]))
			if err != nil {
				return nil, err
			}
			for b := range blocks {
				if err := o.AddNoise(b, make([]float64, len(blocks[b]))); err != nil {
					return nil, err
				}
			}
			if err := o.End(); err != nil {
				return nil, err
			}
		}
		return model, nil
	}
	return &wrapped
}

// All that is exported follows from the releases: with one user left out, and the same releases, every file is the
// same to the byte. So no file reveals the number of users, or anything else about a user.
func TestExportsOfNeighboursAreTheSame(t *testing.T) {
	all, err := sources.Open(context.Background(), "synth:skewed:n=40,m=30,per=8", sources.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	neighbours := map[string]*loaders.Ratings{"the first user": all.WithoutUser(0), "a user in the middle": all.WithoutUser(17), "the last user": all.WithoutUser(39)}
	for _, m := range engine.Methods() {
		if !m.Private() || m.Trust == method.TrustLocal { // the number of users is public for local reports
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			shown := new(released)
			run := func(r *loaders.Ratings) map[string][]byte {
				split, err := loaders.SplitRatings(r, loaders.DefaultProtocol, 1)
				if err != nil {
					t.Fatal(err)
				}
				p := engine.Problem{Name: "people.csv", Split: split}
				// What the system draws for initial factors would differ; a seed fixes it.
				seed := uint64(1)
				h, err := engine.RunMethod(context.Background(), showing(m, shown), p, engine.Config{Epsilon: 30, Seed: &seed})
				if err != nil {
					t.Fatal(err)
				}
				if _, err := h.Wait(); err != nil {
					t.Fatal(err)
				}
				return written(t, p, h, Options{AllowSimulation: true})
			}
			want := run(all)
			for gone, r := range neighbours {
				got := run(r)
				if len(got) != len(want) {
					t.Errorf("without %s there are %d files, and %d with", gone, len(got), len(want))
				}
				for file, text := range want {
					if !bytes.Equal(got[file], text) {
						t.Errorf("without %s, and with the same releases, %s differs", gone, file)
					}
				}
			}
		})
	}
}

// A run with a seed is marked in every place, whatever was trained and released: in its result, in the name of
// every file, in the model and in the statement. And it is exported only where that was asked for.
func TestSimulationIsMarkedEverywhere(t *testing.T) {
	for _, m := range engine.Methods() {
		for name, share := range map[string]float64{"": 0, " with released errors": 0.1} {
			if !m.Private() || share > 0 && m.Trust == method.TrustLocal {
				continue
			}
			t.Run(m.Name+name, func(t *testing.T) {
				seed := uint64(0) // the zero is a seed like any other
				p, h := trained(t, engine.Config{Method: m.Name, Epsilon: 3, Seed: &seed, PrivateMetrics: share})
				if result, err := h.Wait(); err != nil || !result.Simulation {
					t.Errorf("the result is no simulation: %v", err)
				}
				if err := Write(filepath.Join(t.TempDir(), "model"), p, h, Options{}); !errors.Is(err, ErrSimulation) {
					t.Errorf("exported as though it were none: %v", err)
				}
				files := written(t, p, h, Options{AllowSimulation: true})
				for file, text := range files {
					if !strings.HasPrefix(file, simulationMark) {
						t.Errorf("%s is not called a simulation", file)
					}
					switch strings.TrimPrefix(file, simulationMark) {
					case "model.json", "privacy.json":
						if content := object(t, text); content["simulation"] != true || content["warning"] != simulationWarning {
							t.Errorf("%s has for a simulation %v, %v", file, content["simulation"], content["warning"])
						}
					case "PRIVACY.md":
						if !bytes.Contains(text, []byte(simulationWarning)) {
							t.Error("the statement has no warning")
						}
					case "items.csv":
						for line := range strings.Lines(string(text)) {
							if line = strings.TrimSpace(line); !strings.HasSuffix(line, ",true") && !strings.HasSuffix(line, ",simulation") {
								t.Errorf("a row is not marked: %s", line)
							}
						}
					}
				}
			})
		}
	}
}

// Users' own rows are readable by their curator alone, under names that say what they are.
func TestUsersRowsAreTheCuratorsAlone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no modes there")
	}
	p, h := trained(t, engine.Config{Epsilon: 3})
	dir := filepath.Join(t.TempDir(), "model")
	if err := Write(dir, p, h, Options{IncludeUsers: true}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"users.private.npy", "users.private.csv"} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has the mode %v", name, info.Mode())
		}
	}
}
