package audit

import (
	"context"
	"math"
	"slices"
	"sync"

	"dpals/accounting"
)

// transcript is everything that one run released.
type transcript struct {
	mu         sync.Mutex
	statistics []statistic // of every release, in the order of the plan
}

// statistic is one release, block by block.
type statistic struct {
	accounting.Release
	later        bool        // planned on the way
	exact, noisy [][]float64 // by block
	weight       []float64   // of the coordinates of a block in the squared norm; nil: all 1
}

// sums are the exact sums of a run by statistic and block.
type sums [][][]float64

// release runs the mechanism in a session and writes down what it released.
func (c *claim) release(ctx context.Context, s session, o observer) (*transcript, error) {
	t := newTranscript(c.plan)
	model, err := c.run(ctx, s, t.record, o)
	if err == nil {
		o.finish(model)
	}
	return t, err
}

// newTranscript has a place for every release that is planned so far. What a plan leaves open gets its places as it is
// released.
func newTranscript(p *accounting.Plan) *transcript {
	t := new(transcript)
	if p != nil {
		for _, r := range p.Releases {
			if !r.Deferred {
				t.statistics = append(t.statistics, statistic{Release: r})
			}
		}
	}
	return t
}

// record is a witness that writes down what is released.
func (t *transcript) record(r accounting.Release, block int, exact, noisy []float64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := t.place(r.Name)
	if i < 0 {
		i = len(t.statistics)
		t.statistics = append(t.statistics, statistic{Release: r, later: true})
	}
	s := &t.statistics[i]
	if s.exact == nil {
		s.weight = weights(r, len(exact))
	}
	for len(s.exact) <= block {
		s.exact, s.noisy = append(s.exact, nil), append(s.noisy, nil)
	}
	s.exact[block], s.noisy[block] = exact, slices.Clone(noisy)
}

// place is where the release of that name stands, negative where it was neither planned nor made.
func (t *transcript) place(name string) int {
	return slices.IndexFunc(t.statistics, func(s statistic) bool { return s.Name == name })
}

// replay runs the mechanism on other ratings, shows it the releases of the transcript in place of its own, and returns
// its exact sums. So every sum differs from the transcript's by the users in whom the ratings differ, and by nothing
// else, as the definition of an adaptive composition asks.
//
// It is an error if what is released differs in form: that would tell about the users without any noise.
func (t *transcript) replay(ctx context.Context, c *claim, s session, o observer) (sums, error) {
	r := t.replayer()
	model, err := c.run(ctx, s, r.witness, o)
	if err != nil {
		return nil, err
	}
	o.finish(model)
	return r.sums()
}

// replayer shows a run the releases of a transcript.
type replayer struct {
	*transcript
	mu      sync.Mutex
	other   sums
	differs string // the release that has another form
}

func (t *transcript) replayer() *replayer {
	r := &replayer{transcript: t, other: make(sums, len(t.statistics))}
	for i, s := range t.statistics {
		r.other[i] = make([][]float64, len(s.exact))
	}
	return r
}

func (r *replayer) witness(release accounting.Release, block int, exact, noisy []float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := r.place(release.Name)
	if i < 0 {
		r.differs = release.Name
		return
	}
	// What is planned on the way may depend on releases alone, so with the same releases it is the same.
	s := &r.statistics[i]
	if s.later && release != s.Release || block >= len(s.exact) || len(s.exact[block]) != len(exact) {
		r.differs = release.Name
		return
	}
	r.other[i][block] = exact
	copy(noisy, s.noisy[block])
}

// sums are those of the run that was shown the releases.
func (r *replayer) sums() (sums, error) {
	for i, s := range r.statistics {
		for b := range s.exact {
			if r.other[i][b] == nil {
				r.differs = s.Name
			}
		}
	}
	if r.differs != "" {
		return nil, findingf(Form, r.differs, "release %q is planned otherwise, or has other blocks, on neighbouring ratings: its form reveals something about a user", r.differs)
	}
	return r.other, nil
}

// weights are those of a block's coordinates in the squared Frobenius norm: in a packed upper triangle the coordinates
// off the diagonal count twice, and their noise has half the variance. nil: all are 1.
func weights(r accounting.Release, size int) []float64 {
	if !r.Symmetric {
		return nil
	}
	w := make([]float64, 0, size)
	for left := int(math.Sqrt(float64(2 * size))); left > 0; left-- {
		w = append(w, 1)
		for range left - 1 {
			w = append(w, 2)
		}
	}
	return w
}

// dot is ⟨a − b, c − d⟩ in a block's norm.
func (s *statistic) dot(a, b, c, d []float64) float64 {
	total := 0.0
	for i := range a {
		x := (a[i] - b[i]) * (c[i] - d[i])
		if s.weight != nil {
			x *= s.weight[i]
		}
		total += x
	}
	return total
}

// distances returns how far apart in its norm each statistic's sums are in the two runs.
func (t *transcript) distances(other sums) []float64 {
	d := make([]float64, len(t.statistics))
	for i, s := range t.statistics {
		for b, exact := range s.exact {
			d[i] += s.dot(exact, other[i][b], exact, other[i][b])
		}
		d[i] = math.Sqrt(d[i])
	}
	return d
}
