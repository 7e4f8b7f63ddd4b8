package accounting

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"

	"dpals/accounting/noise"
)

func TestPendingReleaseEnforcesBlocks(t *testing.T) {
	begin := func(t *testing.T) *PendingRelease {
		o, err := NewMeter(plan(t, request("a")), noise.Seeded(1), nil).Begin("a", 3, 2)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	two := func() []float64 { return make([]float64, 2) }
	t.Run("left out", func(t *testing.T) {
		o := begin(t)
		_, _ = o.AddNoise(0, two()), o.AddNoise(2, two())
		refused(t, o.End(), "block 1 is missing")
	})
	t.Run("twice", func(t *testing.T) {
		o := begin(t)
		if err := o.AddNoise(1, two()); err != nil {
			t.Fatal(err)
		}
		again := two()
		refused(t, o.AddNoise(1, again), "block 1 was given twice")
		if again[0] != 0 || again[1] != 0 {
			t.Error("the refused block was changed")
		}
	})
	t.Run("no such block", func(t *testing.T) {
		refused(t, begin(t).AddNoise(3, two()), "block 3")
		refused(t, begin(t).AddNoise(-1, two()), "block -1")
		refused(t, begin(t).AddNoise(0, make([]float64, 3)), "3 values")
		refused(t, begin(t).AddNoise(0, make([]float64, 1)), "1 values") // fewer numbers tell of the data by how many there are
	})
	t.Run("ended twice", func(t *testing.T) {
		o := begin(t)
		for b := range 3 {
			if err := o.AddNoise(b, two()); err != nil {
				t.Fatal(err)
			}
		}
		if err := o.End(); err != nil {
			t.Fatal(err)
		}
		refused(t, o.End(), "ended twice")
	})
	for name, v := range map[string]float64{
		"half a unit": math.Ldexp(1, -11), "NaN": math.NaN(), "infinite": math.Inf(-1), "beyond 2^53 units": math.Ldexp(1, 44),
	} {
		t.Run("off the grid: "+name, func(t *testing.T) {
			o, block := begin(t), []float64{1, v}
			refused(t, o.AddNoise(0, block), "not on the grid 2^-10")
			if block[0] != 1 {
				t.Error("the refused block was changed")
			}
		})
	}
}

// blurAll releases 64 blocks of 21 coordinates in the given order from the given number of goroutines.
func blurAll(t *testing.T, source *noise.Source, symmetric bool, order []int, workers int) [][]float64 {
	t.Helper()
	q := request("a")
	q.Dimension = 64 * 21
	q = ofMatrices(q, symmetric)
	o, err := NewMeter(plan(t, q), source, nil).Begin("a", 64, 21)
	if err != nil {
		t.Fatal(err)
	}
	blocks := make([][]float64, 64)
	work := make(chan int)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for b := range work {
				v := make([]float64, 21)
				for i := range v {
					v[i] = float64(b - i)
				}
				if err := o.AddNoise(b, v); err != nil {
					t.Error(err)
				}
				blocks[b] = v
			}
		})
	}
	for _, b := range order {
		work <- b
	}
	close(work)
	group.Wait()
	if err := o.End(); err != nil {
		t.Error(err)
	}
	return blocks
}

func TestNoiseDoesNotDependOnScheduling(t *testing.T) {
	forward := make([]int, 64)
	for i := range forward {
		forward[i] = i
	}
	backward := slices.Clone(forward)
	slices.Reverse(backward)
	for _, symmetric := range []bool{false, true} {
		want := blurAll(t, noise.Seeded(5), symmetric, forward, 1)
		for _, workers := range []int{1, 2, 7} {
			got := blurAll(t, noise.Seeded(5), symmetric, backward, workers)
			for b := range want {
				if !slices.Equal(want[b], got[b]) {
					t.Fatalf("block %d differs with %d goroutines", b, workers)
				}
			}
		}
		for b := 1; b < len(want); b++ {
			if want[b][0]-want[0][0] == float64(b) {
				t.Errorf("blocks 0 and %d have the same noise", b)
			}
		}
	}
}

// Two meters on one system source must not share noise: their difference would be free of it.
func TestMetersDoNotShareNoise(t *testing.T) {
	source, err := noise.System(nil)
	if err != nil {
		t.Fatal(err)
	}
	order := []int{}
	for b := range 64 {
		order = append(order, b)
	}
	first, second := blurAll(t, source, false, order, 1), blurAll(t, source, false, order, 1)
	for b := range first {
		if slices.Equal(first[b], second[b]) {
			t.Fatalf("block %d has the same noise in two runs", b)
		}
	}
	if NewMeter(plan(t, request("a")), source, nil).Simulation() || !NewMeter(plan(t, request("a")), noise.Seeded(1), nil).Simulation() {
		t.Error("a run is a simulation exactly when its source has a seed")
	}
}

// The noise that arrives has the planned σ, and half its variance off the diagonal of symmetric blocks.
func TestNoiseHasThePlannedVariance(t *testing.T) {
	const rank, blocks = 4, 20_000
	for name, symmetric := range map[string]bool{"vector": false, "symmetric": true} {
		t.Run(name, func(t *testing.T) {
			q := request("a")
			q.Dimension = blocks * rank * (rank + 1) / 2
			q = ofMatrices(q, symmetric)
			p := plan(t, q)
			o, err := NewMeter(p, noise.Seeded(3), nil).Begin("a", blocks, rank*(rank+1)/2)
			if err != nil {
				t.Fatal(err)
			}
			sigma := p.Releases[0].Sigma
			var diagonal, off float64
			for b := range blocks {
				v := make([]float64, rank*(rank+1)/2)
				if err := o.AddNoise(b, v); err != nil {
					t.Fatal(err)
				}
				at := 0
				for row := range rank {
					for col := row; col < rank; col++ {
						if x := v[at] / sigma; col == row {
							diagonal += x * x
						} else {
							off += x * x
						}
						at++
					}
				}
			}
			want := 1.0
			if symmetric {
				want = 0.5
			}
			for _, c := range []struct {
				name             string
				sum, count, want float64
			}{
				{"on the diagonal", diagonal, blocks * rank, 1},
				{"off the diagonal", off, blocks * rank * (rank - 1) / 2, want},
			} {
				if d := (c.sum/c.count/c.want - 1) * math.Sqrt(c.count/2); math.Abs(d) > 5 {
					t.Errorf("%s: variance is %.4f σ², want %.1f σ²", c.name, c.sum/c.count, c.want)
				}
			}
		})
	}
}

func TestSymmetricBlocksArePacked(t *testing.T) {
	q := request("a")
	q = ofMatrices(q, true)
	for n := range 40 {
		q.Dimension = n
		root := int((math.Sqrt(float64(8*n+1)) - 1) / 2)
		_, err := NewMeter(plan(t, q), noise.Seeded(1), nil).Begin("a", 1, n)
		if (err == nil) != (root*(root+1)/2 == n) {
			t.Errorf("a block of %d coordinates: %v", n, err)
		}
	}
}

func TestAuditMeter(t *testing.T) {
	q := request("a")
	q.Dimension = 6
	seen := 0
	m := NewAuditMeter(plan(t, q), 1, func(r Release, block int, exact, noisy []float64) {
		seen++
		if r.Name != "a" || !slices.Equal(exact, []float64{1, 2, 3}) || slices.Equal(exact, noisy) {
			t.Errorf("the observer of %q saw %v become %v", r.Name, exact, noisy)
		}
		copy(noisy, []float64{7, 8, 9})
	})
	if !m.Simulation() {
		t.Error("an audit whose noise is known is a simulation")
	}
	o, err := m.Begin("a", 2, 3)
	if err != nil {
		t.Fatal(err)
	}
	for b := range 2 {
		block := []float64{1, 2, 3}
		if err := o.AddNoise(b, block); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(block, []float64{7, 8, 9}) {
			t.Errorf("the observer's values were not used: %v", block)
		}
	}
	if seen != 2 {
		t.Errorf("the observer saw %d of 2 blocks", seen)
	}
}

// The noise of one item step: 10,000 items, a packed 8×8 matrix each.
func BenchmarkAddNoise(b *testing.B) {
	const items, pair = 10_000, 36
	q := request("a")
	q.Dimension = items * pair
	q = ofMatrices(q, true)
	p := plan(b, q)
	values := make([]float64, pair)
	for b.Loop() {
		o, err := NewMeter(p, noise.Seeded(1), nil).Begin("a", items, pair)
		if err != nil {
			b.Fatal(err)
		}
		for i := range items {
			clear(values)
			if err := o.AddNoise(i, values); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/items/pair, "ns/coordinate")
}

// All noise of a run is fresh, past 2¹⁶ blocks as well: what two blocks share, whichever releases they are of, their
// difference would be free of. Four coordinates of 2³⁰ grid units each meet by chance once in 10²⁴ runs.
func TestNoBlockSharesItsNoise(t *testing.T) {
	const size = 4
	blocks := []int{1<<16 + 2, 3, 1<<16 + 2, 5, 3, 3, 3, 3}
	var requests []Request
	for i, n := range blocks {
		q := request(fmt.Sprint("release ", i))
		q.Dimension, q.Grid = n*size, -30
		requests = append(requests, q)
	}
	p := plan(t, requests...)
	m := NewMeter(p, noise.Seeded(4), nil)
	seen := make(map[[size]float64]string)
	for i, r := range p.Releases {
		o, err := m.Begin(r.Name, blocks[i], size)
		if err != nil {
			t.Fatal(err)
		}
		for b := range blocks[i] {
			var v [size]float64
			if err := o.AddNoise(b, v[:]); err != nil {
				t.Fatal(err)
			}
			// Releases of one size have one σ, so the same stream is the same noise.
			if other, met := seen[v]; met {
				t.Fatalf("block %d of %s has the noise of %s", b, r.Name, other)
			}
			seen[v] = fmt.Sprintf("block %d of %s", b, r.Name)
		}
		if err := o.End(); err != nil {
			t.Fatal(err)
		}
	}
}
