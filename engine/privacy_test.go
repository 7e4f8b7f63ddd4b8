package engine

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpals/engine/method"
	"dpals/loaders"
)

// Whatever a private method sums is a sum of what each user contributes alone, within its bound; and whatever else it
// tells, its models, their insight, released errors and phases, follows from releases. Nobody inherits anything from
// the user before, nothing is taken from the first, and nothing but releases passes from a user to anyone.
func TestReleasesAreSumsOfUsersOwnContributions(t *testing.T) {
	const items = 40
	noises := []float64{20, 1} // with little noise, later steps have something to see
	if testing.Short() {
		noises = noises[:1]
	}
	for _, m := range central() {
		for name, s := range variants(m) {
			t.Run(m.Name+"/"+name, func(t *testing.T) {
				t.Parallel()
				for _, epsilon := range noises {
					planned(t, m, s, items, epsilon).checkContributions(t, community(items))
				}
			})
		}
	}
}

// The first user is like any other: nothing starts from the first user's ratings, not a variance, a mean or a level. With
// other ratings of the first user and the same releases, all that is told is the same, and what is summed differs by
// what that user contributes.
func TestNothingStartsFromTheFirstUser(t *testing.T) {
	const items = 40
	members := community(items)
	others := slices.Clone(members)
	others[0] = member{name: members[0].name, train: map[uint32]float32{1: 0.5, 2: 0.75, 5: 0.5}}
	for _, m := range central() {
		t.Run(m.Name, func(t *testing.T) {
			sub := planned(t, m, nil, items, 20)
			all := sub.run(t, members, 2, nil)
			changed := sub.run(t, others, 2, all)
			if !slices.Equal(all.told, changed.told) {
				t.Errorf("with other ratings of the first user, and the same releases, the run told something else: %s", firstDifference(all.told, changed.told))
			}
			was, is := sub.run(t, members[:1], 1, all), sub.run(t, others[:1], 1, all)
			for _, q := range sub.plan.Releases {
				for b, block := range all.exact[q.Name] {
					for k := range block {
						if block[k]-was.exact[q.Name][b][k] != changed.exact[q.Name][b][k]-is.exact[q.Name][b][k] {
							t.Fatalf("the first user's ratings change what others contribute to %s", q.Name)
						}
					}
				}
			}
		})
	}
}

// A user with more ratings than any cap counts contributes no more than a release's sensitivity, with every limit on
// ratings lifted.
func TestHeavyUserStaysWithinTheSensitivity(t *testing.T) {
	const items = 1200 // noisy-svd counts at most 1,000
	heavy := member{name: "rated everything", train: map[uint32]float32{}, valid: map[uint32]float32{}}
	for j := range uint32(items) {
		if value := []float32{memberLow, memberHigh, 0.7}[j%3]; j%24 == 0 {
			heavy.valid[j] = value
		} else {
			heavy.train[j] = value
		}
	}
	members := append([]member{heavy}, community(items)[3:6]...)
	for _, m := range central() {
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			s := method.Settings{}
			if _, ok := m.Parameter("k"); ok {
				s["k"] = 0
			}
			planned(t, m, s, items, 20).checkContributions(t, members)
		})
	}
}

// Bounds hold for every user of a large data set, whose sums are worked out in pieces: the first user, one among the
// others and the last, on several threads.
func TestUserAmongManyStaysWithinTheSensitivity(t *testing.T) {
	const items, many = 12, 20_000 // pieces are of 8,192 raters and of 16,384 ratings
	r := rand.New(rand.NewPCG(9, 9))
	members := make([]member, many)
	for i := range members {
		one := map[uint32]float32{0: float32(memberLow + (memberHigh-memberLow)*r.Float64())}
		members[i] = member{name: fmt.Sprint("user ", i), train: one, valid: map[uint32]float32{1: memberLow}}
	}
	for _, m := range central() {
		t.Run(m.Name, func(t *testing.T) {
			s := method.Settings{}
			for name, v := range map[string]float64{"clip-rating": 0.2, "clip-user": 0.5} {
				if _, ok := m.Parameter(name); ok {
					s[name] = v
				}
			}
			sub := planned(t, m, s, items, 20)
			for _, place := range []int{0, 9_000, many} {
				worst := member{name: "extremes", train: map[uint32]float32{0: memberHigh, 2: memberLow, 3: memberHigh}, valid: map[uint32]float32{}}
				for j := range uint32(8) {
					worst.valid[4+j] = memberHigh
				}
				all := sub.run(t, slices.Insert(slices.Clone(members), place, worst), 2, nil)
				others := sub.run(t, members, 1, all)
				for _, q := range sub.plan.Releases {
					for b, block := range all.exact[q.Name] {
						for k := range block {
							block[k] -= others.exact[q.Name][b][k]
						}
					}
					if moved := norm(q, all.exact[q.Name]); !(moved <= q.Sensitivity) {
						t.Errorf("user %d of %d moves %s by %.9g, whose sensitivity is %.9g", place, many+1, q.Name, moved, q.Sensitivity)
					}
				}
				if !slices.Equal(all.told, others.told) {
					t.Errorf("without user %d the run told something else, though all that it released is the same", place)
				}
			}
		})
	}
}

// Timing makes releases that no ledger is charged for, so it needs a seed: the run is a simulation.
func TestTimingNeedsASeed(t *testing.T) {
	p := problem(t, "synth:skewed:n=50,m=20,per=5")
	for _, m := range Methods() {
		if !m.Private() {
			continue
		}
		if times, err := TimePhases(context.Background(), p, Config{Method: m.Name}); !errors.Is(err, ErrConfig) || times != nil {
			t.Errorf("%s is timed without a seed: %v", m.Name, err)
		}
	}
}

// Released errors are those that the proof of "error" is about: a user's weight is capped at 1, and each error is clipped before the
// mean is taken, so that neither the number of a user's validation ratings nor the size of an error adds more.
func TestReleasedErrorsAreCappedAndClipped(t *testing.T) {
	for _, c := range []struct {
		ratings, wrong int // of the wrong ones the error is as large as it can be, or not a number
		weight, error  float64
	}{
		{0, 0, 0, 0}, {1, 1, 0.05, 0.05}, {20, 0, 1, 0}, {20, 5, 1, 0.25}, {21, 21, 1, 1}, {200, 10, 1, 0.05}, {200, 200, 1, 1},
	} {
		user := member{name: "user", valid: map[uint32]float32{}}
		for j := range uint32(c.ratings) {
			user.valid[j] = memberLow
		}
		far := &method.Method{Name: "far", Trust: method.TrustJoint, Fit: func(_ context.Context, task *method.Task) (method.Model, error) {
			return far(c.wrong), task.Progress.Iteration(1, far(c.wrong))
		}}
		sub, err := subjectOf(far, nil, 200, 1)
		if err != nil {
			t.Fatal(err)
		}
		out := sub.run(t, []member{user}, 1, nil)
		weight, sum := out.exact["error weight"][0][0], out.exact["error 1"][0][0]
		// Truncation to the grid takes off less than 2⁻²⁵.
		if !(weight <= c.weight && weight > c.weight-0x1p-25) || !(sum <= c.error && sum > c.error-0x1p-25) {
			t.Errorf("%d ratings, %d of them far off: weight %.9g and error %.9g, want %g and %g", c.ratings, c.wrong, weight, sum, c.weight, c.error)
		}
	}
}

// far is a model that is as wrong as can be about its first items, and right that all others are at the bottom.
type far int

func (m far) Local() method.Local     { return m }
func (far) Solve([]uint32, []float32) {}
func (m far) Predict(item uint32) float64 {
	switch {
	case int(item) >= int(m):
		return memberLow
	case item%2 == 0:
		return math.Inf(1)
	}
	return math.NaN()
}

// Whose row was solved before is forgotten: a user without ratings has the row and the predictions of someone new, and
// everyone else has those that are found without anybody before.
func TestEmptyUserHasNoRow(t *testing.T) {
	p := problem(t, "synth:skewed:n=200,m=60,per=12")
	users := []struct {
		items  []uint32
		values []float32
	}{{}, {[]uint32{59}, []float32{1}}, {[]uint32{0, 3, 17}, []float32{5, 1, 4}}, {}}
	for j := range uint32(60) {
		users[3].items, users[3].values = append(users[3].items, j), append(users[3].values, float32(1+j%5))
	}
	for _, m := range Methods() {
		for name, s := range variants(m) {
			t.Run(m.Name+"/"+name, func(t *testing.T) {
				c := Config{Method: m.Name, Epsilon: 20, Settings: s, Seed: seed(1)}
				h, err := Run(context.Background(), p, c)
				var refused method.ParameterError
				if errors.As(err, &refused) && refused.Name == "k" {
					c.Settings = method.Settings{"k": 3}
					maps.Copy(c.Settings, s)
					h, err = Run(context.Background(), p, c)
				}
				if err != nil {
					t.Fatal(err)
				}
				if _, err := h.Wait(); err != nil {
					t.Fatal(err)
				}
				solved := func(l method.Local) (text string) {
					for j := range uint32(60) {
						text += fmt.Sprint(l.Predict(j), " ")
					}
					if r, ok := l.(method.Rower); ok {
						text += fmt.Sprint(r.Row())
					}
					return text
				}
				for i, first := range users {
					for k, next := range users {
						fresh, used := h.Model().Local(), h.Model().Local()
						used.Solve(first.items, first.values)
						solved(used)
						used.Solve(next.items, next.values)
						fresh.Solve(next.items, next.values)
						if solved(used) != solved(fresh) {
							t.Errorf("user %d, with %d ratings, has another row after user %d, with %d", k, len(next.items), i, len(first.items))
						}
					}
				}
			})
		}
	}
}

// What a run costs and how it is set up is the same on neighbouring ratings: it follows from what is public, of which a
// declared range is part, whatever was rated within it.
func TestNeighboursHaveTheSamePlan(t *testing.T) {
	const items = 40
	members := community(items)
	for _, m := range Methods() {
		var want string
		for gone := -1; gone < len(members); gone++ {
			left := slices.Clone(members)
			if gone >= 0 {
				left = slices.Delete(left, gone, gone+1)
			}
			if gone == len(members)-1 {
				left = nil // and of no user at all
			}
			train, valid := parts(t, left, items)
			p := Problem{Name: "members", Split: &loaders.Split{Train: train, Valid: valid, Test: valid}}
			c := Config{Method: m.Name, Epsilon: 2}
			if m.Private() && m.Trust != method.TrustLocal {
				c.PrivateMetrics = 0.1
			}
			v, err := Check(p, c)
			if err != nil {
				t.Fatal(err)
			}
			public := publicOf(p, v.Config)
			if public.Low != memberLow || public.High != memberHigh {
				t.Fatalf("the range is %g to %g, declared as %g to %g", public.Low, public.High, memberLow, memberHigh)
			}
			text := fmt.Sprint(public, v.Settings)
			if v.Plan != nil {
				text += fmt.Sprintf("%+v", v.Plan.Releases)
			}
			if gone < 0 {
				want = text
			} else if text != want {
				t.Errorf("%s: without %s the run is set up otherwise", m.Name, members[gone].name)
			}
		}
	}
}
