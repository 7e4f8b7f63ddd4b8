package audit

import (
	"hash/fnv"
	"math"
	"slices"
)

// tally collects what the noise of many runs looks like. Its numbers are noise over its claimed deviation, z, which
// should be independent standard normal numbers.
type tally struct {
	levels  []level // by release, in the order of the plan
	across  sum     // over the releases of a run, coordinate by coordinate
	prints  map[uint64]int
	runs    int
	entropy float64 // of one run's noise, in bits
}

// level is the noise of one release.
type level struct {
	n                 float64
	first, second     float64 // Σz, Σz²
	body              [bins]float64
	blocks, within    sum      // over the blocks and over the coordinates of a block
	places            [][]cell // by block and coordinate
	repeats, expected float64  // pairs of coordinates of a run with the same noise
}

// sum measures whether numbers that are added up are independent: for n of them, (Σz)²/n has mean 1.
type sum struct{ square, degrees float64 }

func (s *sum) add(total, n float64) {
	if n > 1 {
		s.square += total * total / n
		s.degrees++
	}
}

func (s *sum) merge(o sum) {
	s.square += o.square
	s.degrees += o.degrees
}

// cell adds up the noise of one coordinate over the runs.
type cell struct{ total, n float64 }

// place returns the cell of a coordinate, and makes room where it is the first time.
func (l *level) place(block, coordinate int) *cell {
	for len(l.places) <= block {
		l.places = append(l.places, nil)
	}
	for len(l.places[block]) <= coordinate {
		l.places[block] = append(l.places[block], cell{})
	}
	return &l.places[block][coordinate]
}

// bins of the histogram of z: half deviations from −3 to 3, and the rest.
const (
	bins     = 14
	firstBin = -3.0
)

func binOf(z float64) int { return int(min(max(math.Floor((z-firstBin)*2)+1, 0), bins-1)) }

const (
	// repeatRuns is in how many runs of a piece the coordinates are compared one by one.
	repeatRuns = 2

	// finestGrid is the least σ in grid units at which equal noise is a surprise and rounding does not show.
	finestGrid = 64
)

func (t *tally) begin(releases int) {
	t.prints = make(map[uint64]int)
	t.levels = make([]level, releases)
}

func (t *tally) add(tr *transcript) {
	t.runs++
	if t.levels == nil {
		t.begin(len(tr.statistics))
	}
	hash := fnv.New64a()
	t.entropy = 0
	z := make(sums, len(tr.statistics))
	for i := range tr.statistics {
		s, l := &tr.statistics[i], &t.levels[i]
		unit := math.Ldexp(1, s.Grid)
		grains := make([]int64, 0, s.Dimension)
		z[i] = make([][]float64, len(s.exact))
		for b, exact := range s.exact {
			z[i][b] = make([]float64, len(exact))
			for c, x := range exact {
				noise := s.noisy[b][c] - x
				grain := int64(math.Round(noise / unit))
				grains = append(grains, grain)
				for shift := 0; shift < 64; shift += 8 {
					hash.Write([]byte{byte(grain >> shift)})
				}
				z[i][b][c] = noise / s.deviation(c)
			}
		}
		l.add(z[i])
		t.entropy += float64(len(grains)) * max(0, math.Log2(s.Sigma/unit))
		if t.runs <= repeatRuns && s.Sigma/unit >= finestGrid {
			l.repeated(grains, s)
		}
	}
	t.prints[hash.Sum64()]++
	t.addAcross(z)
}

// deviation is the standard deviation that the noise of a coordinate should have, rounding to the grid included.
func (s *statistic) deviation(coordinate int) float64 {
	variance := s.Sigma * s.Sigma
	if s.weight != nil {
		variance /= s.weight[coordinate]
	}
	unit := math.Ldexp(1, s.Grid)
	return math.Sqrt(variance + unit*unit/12)
}

func (l *level) add(z [][]float64) {
	var columns []float64
	for b, block := range z {
		if len(columns) < len(block) {
			columns = append(columns, make([]float64, len(block)-len(columns))...)
		}
		row := 0.0
		for c, v := range block {
			l.n++
			l.first += v
			l.second += v * v
			l.body[binOf(v)]++
			p := l.place(b, c)
			p.total += v
			p.n++
			row += v
			columns[c] += v
		}
		l.within.add(row, float64(len(block)))
	}
	for _, v := range columns {
		l.blocks.add(v, float64(len(z)))
	}
}

// repeated counts pairs of coordinates with the same noise, up to its sign, and how many there should be.
func (l *level) repeated(grains []int64, s *statistic) {
	for i, g := range grains {
		grains[i] = max(g, -g)
	}
	slices.Sort(grains)
	for i, same := 1, 0; i < len(grains); i++ {
		if grains[i] != grains[i-1] {
			same = 0
			continue
		}
		same++
		l.repeats += float64(same)
	}
	pairs := float64(len(grains)) * float64(len(grains)-1) / 2
	// Two values of deviations σ and σ′ agree in size with probability 2/√(2π(σ² + σ′²)); off the diagonal σ is least.
	least := s.Sigma / math.Ldexp(1, s.Grid)
	if s.weight != nil {
		least /= math.Sqrt2
	}
	l.expected += pairs / (least * math.SqrtPi)
}

// addAcross sums the noise at the same place of different releases.
func (t *tally) addAcross(z sums) {
	for b := 0; ; b++ {
		longest := 0
		for _, blocks := range z {
			if b < len(blocks) {
				longest = max(longest, len(blocks[b]))
			}
		}
		if longest == 0 {
			return
		}
		for c := range longest {
			total, n := 0.0, 0.0
			for _, blocks := range z {
				if b < len(blocks) && c < len(blocks[b]) {
					total += blocks[b][c]
					n++
				}
			}
			t.across.add(total, n)
		}
	}
}

// gather merges tallies in their order into a new one.
func mergeTallies(tallies []*tally) *tally {
	all := new(tally)
	for _, t := range tallies {
		all.merge(t)
	}
	return all
}

func (t *tally) merge(o *tally) {
	if len(o.levels) == 0 {
		return
	}
	if t.levels == nil {
		t.begin(len(o.levels))
	}
	t.runs += o.runs
	t.entropy = o.entropy
	t.across.merge(o.across)
	for print, n := range o.prints {
		t.prints[print] += n
	}
	for i := range o.levels {
		t.levels[i].merge(&o.levels[i])
	}
}

func (l *level) merge(o *level) {
	l.n += o.n
	l.first += o.first
	l.second += o.second
	l.repeats += o.repeats
	l.expected += o.expected
	l.blocks.merge(o.blocks)
	l.within.merge(o.within)
	for b := range o.body {
		l.body[b] += o.body[b]
	}
	for b, block := range o.places {
		for c, from := range block {
			p := l.place(b, c)
			p.total += from.total
			p.n += from.n
		}
	}
}
