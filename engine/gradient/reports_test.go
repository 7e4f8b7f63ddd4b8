package gradient

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"dpals/accounting"
	"dpals/accounting/noise"
	"dpals/engine/method"
	"dpals/loaders"
)

// round prepares one round of reports on a V that is not 0.
func round(t *testing.T, m *method.Method, r *loaders.Ratings, epsilon float64, s method.Settings) (*fit, *accounting.Plan, projection) {
	task, plan := planned(t, m, r, epsilon, s)
	f := &fit{config: read(task.Settings), task: task}
	f.model = newModel(f.rank, r.Items, r.Low, r.High, f.lambda)
	random := rand.New(rand.NewPCG(3, 4))
	for at := range f.model.v {
		f.model.v[at] = float32(0.4 * random.NormFloat64())
	}
	phi := identity(r.Items)
	if f.buckets > 0 {
		phi = project(r.Items, f.buckets, random)
	}
	return f, plan, phi
}

// Over many rounds the estimates have the mean of the users' clipped coordinates, and the variance that is claimed.
func TestReportsAreUnbiasedWithTheVarianceClaimed(t *testing.T) {
	r := generate(t, "synth:skewed:n=60,m=20,per=8")
	for _, c := range []struct {
		method   *method.Method
		kind     string
		collect  collect
		epsilon  float64
		settings method.Settings
	}{
		{LDPGD, "bits", signs, 1, method.Settings{"rank": 2, "iterations": 1}},
		{LDPGD, "bits", signs, 6, method.Settings{"rank": 1, "iterations": 1, "clip-residual": 0.1}},
		{LDPGDDR, "bits", signs, 1, method.Settings{"rank": 3, "iterations": 1, "dimension": 5}},
		{LDPRR, "flips", flips, 2, method.Settings{"rank": 2, "iterations": 1}},
		{LDPRR, "flips", flips, 400, method.Settings{"rank": 2, "iterations": 1}},
		{LDPRR, "flips", flips, 2000, method.Settings{"rank": 1, "iterations": 1, "item-share": 0.1}},
	} {
		t.Run(fmt.Sprintf("%s at ε %g", c.method.Name, c.epsilon), func(t *testing.T) {
			f, plan, phi := round(t, c.method, r, c.epsilon, c.settings)
			size := phi.buckets * f.rank
			want := make([]float64, size)
			user := f.contribution()
			for i := range r.Users {
				user.of(r.User(i))
				for at := range want {
					want[at] += user.at(&phi, at/f.rank, at%f.rank) / float64(r.Users)
				}
			}
			runs := 3000.0
			if testing.Short() {
				runs = 600
			}
			sum, spread, claimed := make([]float64, size), make([]float64, size), 0.0
			for seed := range uint64(runs) {
				meter := accounting.NewMeter(plan, noise.Seeded(seed), nil)
				reports, err := meter.BeginReports(c.kind)
				if err != nil {
					t.Fatal(err)
				}
				e, err := c.collect(context.Background(), f, reports, phi, 1)
				if err != nil {
					t.Fatal(err)
				}
				if e.reports != r.Users {
					t.Fatalf("%d reports of %d users", e.reports, r.Users)
				}
				for at, x := range e.values {
					sum[at] += x / runs
					spread[at] += (x - want[at]) * (x - want[at]) / runs
				}
				claimed = e.variance
			}
			for at, x := range sum {
				if limit := 5 * math.Sqrt(spread[at]/runs); math.Abs(x-want[at]) > limit {
					t.Errorf("coordinate %d: mean %.4f of reports that stand for %.4f ± %.4f", at, x, want[at], limit)
				}
			}
			total := 0.0
			for _, x := range spread {
				total += x / float64(size)
			}
			// The claim leaves out what depends on the users: their own squares and the bits of items that they rated,
			// which are all there is where ε is in the hundreds.
			if ratio := total / claimed; c.epsilon < 100 && (ratio < 0.9 || ratio > 1.1) {
				t.Errorf("the variance is %.4g, claimed %.4g", total, claimed)
			}
		})
	}
}

// What a user has to say depends on their own ratings and on what was said before: with the same words of everybody, it is
// the same whatever another user rated. And it never leaves [−1, 1].
func TestReportDependsOnItsUserAlone(t *testing.T) {
	const other = 7
	mine := generate(t, "synth:skewed:n=80,m=30,per=8")
	theirs := exchanged(t, mine, other)
	for _, m := range []*method.Method{LDPGD, LDPGDDR, LDPRR} {
		for _, s := range []method.Settings{{}, {"reporting": 1, "iterations": 4}, {"as-published": 1, "iterations": 4, "rank": 3}} {
			t.Run(fmt.Sprint(m.Name, s), func(t *testing.T) {
				a, b := heard(t, m, mine, s), heard(t, m, theirs, s)
				if len(a) != len(b) || len(a) == 0 {
					t.Fatalf("%d and %d parts of reports", len(a), len(b))
				}
				changed := false
				for key, x := range a {
					same := fmt.Sprint(x) == fmt.Sprint(b[key])
					if key.user != other && !same {
						t.Fatalf("user %d has to say %v, or %v when user %d rates otherwise", key.user, x, b[key], other)
					}
					changed = changed || !same
				}
				if m == LDPRR && !changed {
					t.Error("another user's ratings change nothing: the test sees nothing")
				}
			})
		}
	}
}

type part struct {
	release    string
	user, part int
}

// heard is what every user had to say where all said made-up words.
func heard(t *testing.T, m *method.Method, r *loaders.Ratings, s method.Settings) map[part][]float64 {
	task, plan := planned(t, m, r, 20, s)
	var mu sync.Mutex
	exactly := make(map[part][]float64)
	task.Meter = accounting.NewReportAuditMeter(plan, 5, func(release accounting.Release, user int, _ accounting.Randomiser, exact, said []float64) {
		mu.Lock()
		defer mu.Unlock()
		key := part{release.Name, user, 0}
		for exactly[key] != nil {
			key.part++
		}
		exactly[key] = append([]float64{}, exact...)
		if m != LDPRR && !(math.Abs(exact[0]) <= 1) {
			t.Errorf("user %d has %g to say", user, exact[0])
		}
		for at := range said {
			if said[at] = float64(1 - 2*((user+at)%2)); m == LDPRR && key.part == 0 {
				said[at] = float64((user + at) % 2)
			}
		}
	})
	if _, err := m.Fit(context.Background(), task); err != nil {
		t.Fatal(err)
	}
	return exactly
}

// exchanged has other ratings of one user.
func exchanged(t *testing.T, r *loaders.Ratings, user int) *loaders.Ratings {
	var users, items []uint32
	var values []float32
	for i := range r.Users {
		rated, v := r.User(i)
		for k, j := range rated {
			if i == user {
				j, v = uint32(r.Items-1-k), []float32{float32(r.High), float32(r.Low)}
				users, items, values = append(users, uint32(i)), append(items, j), append(values, v[k%2])
				continue
			}
			users, items, values = append(users, uint32(i)), append(items, j), append(values, v[k])
		}
	}
	other, err := loaders.FromTriplets(users, items, values, loaders.About{Users: loaders.Numbered(r.Users), Items: loaders.Numbered(r.Items), Low: r.Low, High: r.High})
	if err != nil {
		t.Fatal(err)
	}
	return other
}

func TestUsersReportOnceOrInEveryIteration(t *testing.T) {
	r := generate(t, "synth:skewed:n=50,m=20,per=5")
	for name, c := range map[string]struct {
		settings method.Settings
		releases int
	}{
		"one round":    {method.Settings{"iterations": 7}, 1},
		"every round":  {method.Settings{"iterations": 7, "reporting": 1}, 7},
		"as published": {method.Settings{"iterations": 7, "as-published": 1}, 7},
	} {
		t.Run(name, func(t *testing.T) {
			_, plan := planned(t, LDPGDDR, r, 1, c.settings)
			if len(plan.Releases) != c.releases || !plan.Pure {
				t.Fatalf("%d releases, pure %v", len(plan.Releases), plan.Pure)
			}
			for _, x := range plan.Releases {
				if math.Abs(x.Epsilon-1/float64(c.releases)) > 1e-9 {
					t.Errorf("%s costs %g", x.Name, x.Epsilon)
				}
			}
			if said := heard(t, LDPGDDR, r, c.settings); len(said) != c.releases*r.Users {
				t.Errorf("%d reports of %d users in %d releases", len(said), r.Users, c.releases)
			}
		})
	}
}
