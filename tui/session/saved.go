package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"dpals/engine"
	"dpals/engine/method"
)

// Saved is the session file: what the next dashboard restores.
type Saved struct {
	Version int      `json:"version"`
	Data    string   `json:"data"`             // source of the ratings
	Folder  string   `json:"folder,omitempty"` // that a relative source is relative to
	Read    []string `json:"read,omitempty"`   // the flags they were read with, names and values
	Theme   string   `json:"theme,omitempty"`  // chosen by the analyst; "" follows the terminal
	Screen  string   `json:"screen,omitempty"` // visible

	Method     string                     `json:"method"`
	Epsilon    float64                    `json:"epsilon"`
	Delta      float64                    `json:"delta"`
	Accountant string                     `json:"accountant"`
	Settings   map[string]method.Settings `json:"settings,omitempty"` // by method: what differs from its defaults

	Pins []Pin                    `json:"pins,omitempty"`
	You  map[string][]SavedRating `json:"you,omitempty"` // ratings of the guest, by data set
}

// Pin is a pinned run: its configuration and its curve.
type Pin struct {
	Method         string          `json:"method"`
	Epsilon        float64         `json:"epsilon"`
	Delta          float64         `json:"delta"`
	Accountant     string          `json:"accountant,omitempty"`
	PrivateMetrics float64         `json:"private_metrics,omitempty"`
	Settings       method.Settings `json:"settings"`
	Series         int             `json:"series"`        // its colour
	Run            int64           `json:"run,omitempty"` // in the store of runs
	Steps          []PinStep       `json:"steps"`
}

// PinStep is one iteration of a pinned curve. An error that is not a number is left out.
type PinStep struct {
	T         int      `json:"t"`
	Of        int      `json:"of"`
	Train     *float64 `json:"train,omitempty"`
	Valid     *float64 `json:"valid,omitempty"`
	Private   bool     `json:"private,omitempty"`
	Deviation float64  `json:"deviation,omitempty"`
}

const sessionVersion = 1

// sessionLimit is the largest size of a session file, in bytes.
const sessionLimit = 4 << 20

// ReadSaved reads a session file; nil where there is none.
func ReadSaved(path string) (*Saved, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case info.Size() > sessionLimit:
		return nil, fmt.Errorf("%s: too large to be a session", path)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	s := new(Saved)
	if err := json.Unmarshal(data, s); err != nil {
		return nil, fmt.Errorf("%s: not a session: %w", path, err)
	}
	if s.Version != sessionVersion {
		return nil, fmt.Errorf("%s: of version %d, and this program keeps version %d", path, s.Version, sessionVersion)
	}
	return s, nil
}

// WriteSaved replaces a session file atomically: another process sees the old one or the new one.
func WriteSaved(path string, data []byte) (err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".session-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

func newPin(r *Run) Pin {
	number := func(v float64) *float64 {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
		return &v
	}
	p := Pin{Method: r.Method.Name, Epsilon: r.Config.Epsilon, Delta: r.Config.Delta, Accountant: r.Config.Accountant,
		PrivateMetrics: r.Config.PrivateMetrics, Settings: r.Settings, Series: r.Series, Run: r.Stored}
	for _, s := range r.Steps {
		p.Steps = append(p.Steps, PinStep{s.T, s.Of, number(s.TrainRMSE), number(s.ValidRMSE), s.Private, s.Deviation})
	}
	return p
}

// run returns the pinned run as a curve; nil where its method does not exist.
func (p Pin) run(methods []*method.Method) *Run {
	var m *method.Method
	for _, known := range methods {
		if known.Name == p.Method {
			m = known
		}
	}
	if m == nil || len(p.Steps) == 0 {
		return nil
	}
	r := &Run{Stored: p.Run, Method: m, Settings: p.Settings, Series: max(p.Series, 0), Pinned: true, End: &engine.Ended{Outcome: engine.Done}}
	r.Config = engine.Config{Method: p.Method, Epsilon: p.Epsilon, Delta: p.Delta, Accountant: p.Accountant,
		PrivateMetrics: p.PrivateMetrics, Settings: p.Settings}
	number := func(v *float64) float64 {
		if v == nil {
			return math.NaN()
		}
		return *v
	}
	for _, s := range p.Steps {
		r.Steps = append(r.Steps, engine.Iterated{T: s.T, Of: s.Of, TrainRMSE: number(s.Train), ValidRMSE: number(s.Valid),
			Private: s.Private, Deviation: s.Deviation})
	}
	r.revealAll()
	return r
}

// validSettings returns the settings that the method has and accepts.
func validSettings(m *method.Method, given method.Settings) method.Settings {
	all := make(method.Settings)
	for name, v := range given {
		if p, ok := m.Parameter(name); ok && p.Check(v) == nil {
			all[name] = v
		}
	}
	return all
}

// SavedRating is a rating of the guest on the People screen.
type SavedRating struct {
	Item   string  `json:"item"` // its id in the ratings
	Rating float64 `json:"rating"`
}

// SavedShared returns the session without what screens add to it.
func (s *Session) SavedShared() Saved {
	c := s.Knobs.Config()
	saved := Saved{
		Version: sessionVersion, Data: SourceName(s.Problem), Folder: s.Options.Folder, Read: s.Options.Source, Theme: s.ChosenTheme,
		Method: c.Method, Epsilon: c.Epsilon, Delta: c.Delta, Accountant: c.Accountant, Settings: s.Knobs.Given,
	}
	for _, r := range s.Runs.Pinned {
		saved.Pins = append(saved.Pins, newPin(r))
	}
	return saved
}

// RestoreShared restores what the configuration does not hold: the knobs of the other methods and, on the same ratings, the
// pinned runs.
func (s *Session) RestoreShared(saved *Saved) {
	k := &s.Knobs
	for name, given := range saved.Settings {
		for i := range k.Methods {
			if k.Methods[i].Name == name && i != k.Chosen {
				k.Given[name] = validSettings(k.Methods[i], given)
			}
		}
	}
	if saved.Data == s.Options.Problem.Name {
		for _, p := range saved.Pins {
			if r := p.run(k.Methods); r != nil && len(s.Runs.Pinned) < MaxPins {
				s.Runs.restore(r)
			}
		}
	}
}
