package audit

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"sync"

	"dpals/engine/method"
)

var _, _ method.Progress = (*watcher)(nil), silent{}

// watcher takes the fingerprint of every model that a run reports.
type watcher struct{ prints []uint64 }

func (*watcher) Phase(string, int, int) {}
func (*watcher) Part(float64)           {}

func (w *watcher) Iteration(_ int, m method.Model) error {
	w.prints = append(w.prints, fingerprint(m))
	return nil
}

// silent ignores what a run reports.
type silent struct{}

func (silent) Phase(string, int, int)            {}
func (silent) Part(float64)                      {}
func (silent) Iteration(int, method.Model) error { return nil }

// fingerprint hashes what a model lets other users learn: what it shares, and what it predicts for some of them.
func fingerprint(m method.Model) uint64 {
	h := fnv.New64a()
	if s, ok := m.(method.Sharer); ok {
		fmt.Fprint(h, s.Shared())
	}
	local := m.Local()
	var bits []byte
	for _, p := range probes() {
		local.Solve(p.items, p.values)
		for j := range uint32(catalogue) {
			bits = binary.LittleEndian.AppendUint64(bits, math.Float64bits(local.Predict(j)))
		}
	}
	h.Write(bits)
	return h.Sum64()
}

// probes are the users that a model is asked to predict for.
var probes = sync.OnceValue(func() []person { return crowd(rand.New(rand.NewPCG(3, 3)), 4, catalogue) })
