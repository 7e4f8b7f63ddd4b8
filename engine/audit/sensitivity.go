// Package audit attacks the methods: it measures, on neighbouring ratings, what they claim about their releases. It
// works on any method value, through its plan and its fit alone.
package audit

import (
	"context"
	"fmt"
	"math"
	"sync"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/loaders"
)

// Measured is how far one user moved a release, beside what the plan claims.
type Measured struct {
	Release  accounting.Release
	Distance float64 // L2, Frobenius where the release is symmetric, in the release's units
}

// Exceeds reports whether the user moved the release further than its claimed sensitivity.
func (m Measured) Exceeds() bool { return m.Distance > m.Release.Sensitivity }

// Sensitivities runs the method on the ratings and again without one user, shows both runs the same noisy releases,
// and returns how far apart their exact sums were, release by release. Because the second run sees what the first
// released, every later sum differs by that user alone, as the definition of an adaptive composition asks.
//
// An error says that a run broke its plan: a release left out, made twice or not charged.
func Sensitivities(ctx context.Context, m *method.Method, r *loaders.Ratings, user int, target Target) ([]Measured, error) {
	var rec recording
	if err := target.run(ctx, m, r, rec.record); err != nil {
		return nil, fmt.Errorf("with the user: %w", err)
	}
	second := replay{recording: &rec, distance: make(map[string]float64)}
	if err := target.run(ctx, m, r.WithoutUser(user), second.compare); err != nil {
		return nil, fmt.Errorf("without the user: %w", err)
	}
	if second.missing != "" {
		return nil, fmt.Errorf("release %q has other blocks without the user than with her", second.missing)
	}
	measured := make([]Measured, 0, len(rec.order))
	for _, release := range rec.order {
		measured = append(measured, Measured{Release: release, Distance: math.Sqrt(second.distance[release.Name])})
	}
	return measured, nil
}

// Target is the configuration that is audited.
type Target struct {
	Epsilon, Delta float64
	Settings       method.Settings
	Seed           uint64
}

func (t Target) run(ctx context.Context, m *method.Method, r *loaders.Ratings, w accounting.Witness) error {
	public := method.Public{Items: r.Items, Low: r.Low, High: r.High, Epsilon: t.Epsilon, Delta: t.Delta}
	settings, err := m.Settle(t.Settings)
	if err != nil {
		return err
	}
	if m.Resolve != nil {
		settings = m.Resolve(public, settings)
	}
	requests, err := m.Plan(public, settings)
	if err != nil {
		return err
	}
	plan, err := accounting.NewPlan(accounting.Exact, t.Epsilon, t.Delta, requests)
	if err != nil {
		return err
	}
	meter := accounting.NewAuditMeter(plan, t.Seed, w)
	task := &method.Task{
		Train: r, Public: public, Settings: settings, Meter: meter, Threads: 2, Progress: silent{},
		Seed: [32]byte{byte(t.Seed), byte(t.Seed >> 8)},
	}
	if _, err := m.Fit(ctx, task); err != nil {
		return err
	}
	return meter.Close()
}

// recording keeps what the first run summed and released.
type recording struct {
	mu     sync.Mutex
	order  []accounting.Release
	blocks map[key]pair
}

type key struct {
	name  string
	block int
}

type pair struct{ exact, noisy []float64 }

func (c *recording) record(r accounting.Release, block int, exact, noisy []float64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.blocks == nil {
		c.blocks = make(map[key]pair)
	}
	if n := len(c.order); n == 0 || !c.knows(r.Name) {
		c.order = append(c.order, r)
	}
	c.blocks[key{r.Name, block}] = pair{exact, append([]float64(nil), noisy...)}
}

func (c *recording) knows(name string) bool {
	for _, r := range c.order {
		if r.Name == name {
			return true
		}
	}
	return false
}

// replay overwrites the releases of the second run by those of the first and adds up squared distances.
type replay struct {
	*recording
	distance map[string]float64
	missing  string
}

func (p *replay) compare(r accounting.Release, block int, exact, noisy []float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	was, ok := p.blocks[key{r.Name, block}]
	if !ok || len(was.exact) != len(exact) {
		p.missing = r.Name
		return
	}
	p.distance[r.Name] += squaredDistance(was.exact, exact, r.Symmetric)
	copy(noisy, was.noisy)
}

// squaredDistance is ‖a − b‖², where the coordinates off the diagonal of a packed upper triangle count twice.
func squaredDistance(a, b []float64, symmetric bool) float64 {
	rank := int(math.Sqrt(float64(2 * len(a))))
	total, row, col := 0.0, 0, 0
	for i := range a {
		d := (a[i] - b[i]) * (a[i] - b[i])
		if symmetric {
			if row != col {
				d *= 2
			}
			if col++; col == rank {
				row++
				col = row
			}
		}
		total += d
	}
	return total
}

type silent struct{}

func (silent) Phase(string, int, int)            {}
func (silent) Part(float64)                      {}
func (silent) Iteration(int, method.Model) error { return nil }
