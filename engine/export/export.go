package export

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/loaders"
)

// Options select what else to write.
type Options struct {
	IncludeUsers    bool // users' own rows, for the curator only: the guarantee does not cover them
	AllowSimulation bool
}

// ErrSimulation refuses to export a run with a known seed.
var ErrSimulation = errors.New("a run with a seed is a simulation: its noise is known and protects no user; to export it, add --allow-simulation")

// Check reports whether a run with this configuration may be exported to dir, before it is trained.
func Check(dir string, c engine.Config, o Options) error {
	if c.Seed != nil && !o.AllowSimulation {
		return ErrSimulation
	}
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return fmt.Errorf("cannot write to %s: %w", dir, err)
	case len(entries) > 0:
		return fmt.Errorf("%s is not empty: name a new or an empty folder", dir)
	}
	work, err := workFolder(dir)
	if err != nil {
		return err
	}
	return os.Remove(work)
}

// workFolder makes a folder beside dir, which is later renamed to dir. Check makes one before the run, because a run
// whose model cannot be written has spent its ε for nothing.
func workFolder(dir string) (string, error) {
	parent := filepath.Dir(filepath.Clean(dir))
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return "", fmt.Errorf("cannot create %s: %w", parent, err)
	}
	work, err := os.MkdirTemp(parent, ".dpals-export-*")
	if err != nil {
		return "", fmt.Errorf("cannot write to %s: %w", parent, err)
	}
	return work, nil
}

// Write writes a finished run to the folder dir, which is new or empty. All files appear together, or none.
func Write(dir string, p engine.Problem, h *engine.History, o Options) error {
	result, err := h.Wait()
	if err != nil {
		return fmt.Errorf("the run did not finish: nothing is exported: %w", err)
	}
	if result.Simulation && !o.AllowSimulation {
		return ErrSimulation
	}
	model, ok := h.Model().(method.Sharer)
	if !ok {
		return fmt.Errorf("the model of %s cannot be exported", result.Method)
	}
	work, err := workFolder(dir)
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	w := writer{dir: work, problem: p, public: publicSide(p, h), shared: model.Shared(), statement: stateOf(h, p, result, o), simulation: result.Simulation}
	if err := w.all(model, o); err != nil {
		return fmt.Errorf("cannot write %s: %w", dir, err)
	}
	if err := os.Chmod(work, 0o755); err != nil {
		return err
	}
	// An empty folder is replaced; a folder that received files meanwhile stops the rename.
	if err := os.Remove(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is not empty: name a new or an empty folder", dir)
	}
	return os.Rename(work, dir)
}

// writer writes the files of one export.
type writer struct {
	dir        string
	problem    engine.Problem
	public     *loaders.Ratings // of which the items, their titles and the range are public; its ratings are not
	shared     method.Shared
	statement  Statement
	simulation bool
}

// publicSide returns the training ratings with the items and the range that the run took for public. If the run released
// a scope, they are those of the scope.
func publicSide(p engine.Problem, h *engine.History) *loaders.Ratings {
	if m, ok := h.Model().(method.Scoper); ok {
		scope := m.Scope()
		return p.Split.Train.Restrict(scope.Items, scope.Low, scope.High)
	}
	return p.Split.Train
}

// Marks begin the name of every file of a run that protects no user.
const (
	simulationMark = "SIMULATION-"
	openMark       = "NOT-PRIVATE-"
)

func (w *writer) create(name string) (*os.File, error) { return w.createMode(name, 0o644) }

func (w *writer) createMode(name string, mode os.FileMode) (*os.File, error) {
	switch {
	case w.simulation:
		name = simulationMark + name
	case !w.statement.Private:
		name = openMark + name
	}
	return os.OpenFile(filepath.Join(w.dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
}

func (w *writer) all(model method.Model, o Options) error {
	if w.shared.Rank > 0 {
		if err := w.items(); err != nil {
			return err
		}
	}
	if o.IncludeUsers {
		if err := w.users(model); err != nil {
			return err
		}
	}
	if err := w.json("model.json", w.model()); err != nil {
		return err
	}
	if err := w.json("privacy.json", w.statement); err != nil {
		return err
	}
	f, err := w.create("PRIVACY.md")
	if err != nil {
		return err
	}
	_, err = f.WriteString(w.statement.Markdown())
	return errors.Join(err, f.Close())
}

// model describes the shared numbers and how to use them.
func (w *writer) model() map[string]any {
	train := w.public
	m := map[string]any{
		"method": w.statement.Method, "rank": w.shared.Rank, "columns": w.shared.Columns, "scalars": w.shared.Scalars,
		"recipe": strings.Split(strings.TrimSpace(w.shared.Recipe), "\n"), "low": train.Low, "high": train.High,
		"items": train.Items, "simulation": w.simulation,
	}
	if w.simulation {
		m["warning"] = simulationWarning
	}
	return m
}

func (w *writer) json(name string, v any) error {
	f, err := w.create(name)
	if err != nil {
		return err
	}
	e := json.NewEncoder(f)
	e.SetIndent("", "  ")
	return errors.Join(e.Encode(v), f.Close())
}
