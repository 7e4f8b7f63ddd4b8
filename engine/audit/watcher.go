package audit

import (
	"encoding/binary"
	"fmt"
	"hash"
	"hash/fnv"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"dpals/engine/method"
)

var _, _ method.Progress = (*watcher)(nil), silent{}

// watcher takes the fingerprint of all that a run lets anybody but the adversary see: every model that it reports,
// every error that it releases, and in the end what each other user is shown.
type watcher struct {
	data  dataset
	who   int // the adversary's place in the data; −1: does not take part
	views []uint64
}

func (*watcher) Phase(string, int, int) {}
func (*watcher) Part(float64)           {}

func (w *watcher) Iteration(_ int, m method.Model) error {
	w.views = append(w.views, fingerprint(m))
	return nil
}

func (w *watcher) released(_ int, rmse, deviation float64) {
	h := fingerprinter{fnv.New64a()}
	h.numbers(rmse, deviation)
	w.views = append(w.views, h.Sum64())
}

func (w *watcher) finish(m method.Model) { w.views = append(w.views, fingerprint(m), w.shown(m)) }

// shown hashes what the users but the adversary are shown. One solver serves all of them, the adversary too, so what it
// keeps from one user to the next shows.
func (w *watcher) shown(m method.Model) uint64 {
	h, local := fingerprinter{fnv.New64a()}, m.Local()
	step := max(1, w.data.Items/catalogue)
	for i := range w.data.Users {
		local.Solve(w.data.User(i))
		for j := 0; j < w.data.Items && i != w.who; j += step {
			h.numbers(local.Predict(uint32(j)))
		}
	}
	return h.Sum64()
}

// silent ignores what a run reports.
type silent struct{}

func (silent) Phase(string, int, int)            {}
func (silent) Part(float64)                      {}
func (silent) Iteration(int, method.Model) error { return nil }
func (silent) finish(method.Model)               {}

// observer is a method.Progress that sees the finished model too.
type observer interface {
	method.Progress
	finish(method.Model)
}

// fingerprint hashes what a model lets other users learn: what it shares, and what it predicts for some.
func fingerprint(m method.Model) uint64 {
	h := fingerprinter{fnv.New64a()}
	if s, ok := m.(method.Sharer); ok {
		h.shared(s.Shared())
	}
	if s, ok := m.(method.Settler); ok {
		h.settings(s.Settled())
	}
	if s, ok := m.(method.Diagnostics); ok {
		for _, d := range s.Factors() {
			h.numbers(d.Signal, d.Noise)
		}
		h.numbers(s.Retained()...)
	}
	local := m.Local()
	for _, p := range probes() {
		local.Solve(p.items, p.values)
		for j := range uint32(catalogue) {
			h.numbers(local.Predict(j))
		}
	}
	return h.Sum64()
}

type fingerprinter struct{ hash.Hash64 }

func (h fingerprinter) numbers(all ...float64) {
	var b [8]byte
	for _, v := range all {
		binary.LittleEndian.PutUint64(b[:], math.Float64bits(v))
		h.Write(b[:])
	}
}

func (h fingerprinter) settings(s map[string]float64) {
	for _, name := range slices.Sorted(maps.Keys(s)) {
		fmt.Fprint(h, name)
		h.numbers(s[name])
	}
}

func (h fingerprinter) shared(s method.Shared) {
	fmt.Fprint(h, s.Rank, s.Columns, s.Trained, s.Recipe)
	h.settings(s.Scalars)
	for _, v := range s.Items {
		h.numbers(float64(v))
	}
}

// probes are the users that a model is asked to predict for, the last of them without ratings.
var probes = sync.OnceValue(func() []person {
	return append(shape{4, catalogue, popularFirst, 0}.others(rand.New(rand.NewPCG(3, 3))), person{})
})
