package engine

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/loaders"
)

// member is one user of the ratings made here. The name, and with it the user's coins, does not depend on other users.
type member struct {
	name         string
	train, valid map[uint32]float32
	ordinary     bool // one of those who are there for the others to be among, and are trained together
}

// The range is neither symmetric nor whole, so that nothing is right by chance.
const memberLow, memberHigh = -1.5, 4.25

// parts returns the training and the validation ratings of members, in their order.
func parts(t testing.TB, members []member, items int) (train, valid *loaders.Ratings) {
	t.Helper()
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = m.name
	}
	build := func(of func(member) map[uint32]float32) *loaders.Ratings {
		var user, item []uint32
		var value []float32
		for i, m := range members {
			for j, v := range of(m) {
				user, item, value = append(user, uint32(i)), append(item, j), append(value, v)
			}
		}
		r, err := loaders.FromTriplets(user, item, value, loaders.About{
			Users: loaders.NamesOf(names), Items: loaders.Numbered(items), Low: memberLow, High: memberHigh})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	return build(func(m member) map[uint32]float32 { return m.train }), build(func(m member) map[uint32]float32 { return m.valid })
}

// subject is one configuration of a private method, with released errors, whose runs are watched.
type subject struct {
	method   *method.Method
	public   method.Public
	settings method.Settings
	plan     *accounting.Plan
}

// subjectOf plans a method with released errors.
func subjectOf(m *method.Method, s method.Settings, items int, epsilon float64) (*subject, error) {
	given, err := m.Settle(s)
	if err != nil {
		return nil, err
	}
	public := method.Public{Items: items, Low: memberLow, High: memberHigh, Epsilon: epsilon, Delta: 1e-5}
	if m.Resolve != nil {
		given = m.Resolve(public, given)
	}
	requests, err := PrivateMetrics(m, 0.3, nil, nil).Plan(public, given)
	if err != nil {
		return nil, err
	}
	plan, err := accounting.NewPlan(accounting.Exact, public.Epsilon, public.Delta, requests)
	return &subject{method: m, public: public, settings: given, plan: plan}, err
}

// transcript is all that a run summed, released and reported: models, errors, phases.
type transcript struct {
	exact, noisy map[string][][]float64 // by release and block
	told         []string
}

// Phase implements method.Progress: phases are reported, and must not depend on any user.
func (s *transcript) Phase(name string, step, of int) {
	s.told = append(s.told, fmt.Sprint("phase ", name, step, of))
}

// Part implements method.Progress.
func (*transcript) Part(float64) {}

// Iteration implements method.Progress.
func (s *transcript) Iteration(_ int, m method.Model) error {
	s.told = append(s.told, toldBy(m))
	return nil
}

// toldBy is everything that a model shows to other users, as text with every bit.
func toldBy(m method.Model) string {
	text := ""
	if shared, ok := m.(method.Sharer); ok {
		text += fmt.Sprint("shared ", shared.Shared())
	}
	if settler, ok := m.(method.Settler); ok {
		text += fmt.Sprint("settled ", settler.Settled())
	}
	if d, ok := m.(method.Diagnostics); ok {
		text += fmt.Sprint("diagnostics ", d.Factors(), d.Retained())
	}
	local := m.Local()
	for _, p := range []struct {
		items  []uint32
		values []float32
	}{{}, {[]uint32{0}, []float32{4}}, {[]uint32{1, 2, 5}, []float32{-1, 3.5, 0.25}}} {
		local.Solve(p.items, p.values)
		text += fmt.Sprint(" predicts ", local.Predict(0), local.Predict(3), local.Predict(7))
		if r, ok := local.(method.Rower); ok {
			text += fmt.Sprint(" row ", r.Row())
		}
	}
	return text
}

// run trains on members. Where shown is not nil, the run is shown these releases in place of its own.
func (s *subject) run(t testing.TB, members []member, threads int, shown *transcript) *transcript {
	t.Helper()
	train, valid := parts(t, members, s.public.Items)
	out := &transcript{exact: make(map[string][][]float64), noisy: make(map[string][][]float64)}
	var mu sync.Mutex
	witness := func(r accounting.Release, block int, exact, noisy []float64) {
		mu.Lock()
		defer mu.Unlock()
		for len(out.exact[r.Name]) <= block {
			out.exact[r.Name], out.noisy[r.Name] = append(out.exact[r.Name], nil), append(out.noisy[r.Name], nil)
		}
		if shown != nil {
			if all := shown.noisy[r.Name]; block >= len(all) || len(all[block]) != len(noisy) {
				t.Errorf("%s has other blocks on other ratings: its form tells of a user", r.Name)
				return
			}
			copy(noisy, shown.noisy[r.Name][block])
		}
		out.exact[r.Name][block], out.noisy[r.Name][block] = exact, slices.Clone(noisy)
	}
	task := &method.Task{
		Train: train, Public: s.public, Settings: s.settings, Threads: threads, Progress: out,
		Seed:  sha256.Sum256([]byte("initial factors and sampling")),
		Meter: accounting.NewAuditMeter(s.plan, 1, witness),
	}
	report := func(step int, rmse, deviation float64) {
		out.told = append(out.told, fmt.Sprint("error ", step, rmse, deviation))
	}
	wrapped := PrivateMetrics(s.method, 0.3, func(*method.Task) *loaders.Ratings { return valid }, report)
	model, err := wrapped.Fit(context.Background(), task)
	if err == nil {
		err = task.Meter.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	out.told = append(out.told, toldBy(model))
	return out
}

// add adds the sums of a run to these, coordinate by coordinate.
func (s *transcript) add(other *transcript) {
	for name, blocks := range other.exact {
		for b, block := range blocks {
			if s.exact[name] == nil {
				s.exact[name] = make([][]float64, len(blocks))
			}
			if s.exact[name][b] == nil {
				s.exact[name][b] = make([]float64, len(block))
			}
			for k, v := range block {
				s.exact[name][b][k] += v
			}
		}
	}
}

// norm is that of a release's sums: Frobenius where its blocks are packed upper triangles.
func norm(r accounting.Release, blocks [][]float64) float64 {
	square := 0.0
	for _, block := range blocks {
		left := 0 // coordinates of the row that follow the diagonal
		rows := 0
		if r.Symmetric {
			rows = int(math.Sqrt(float64(2 * len(block))))
		}
		for _, v := range block {
			weight := 1.0
			if r.Symmetric {
				if left > 0 {
					weight, left = 2, left-1
				} else {
					rows--
					left = rows
				}
			}
			square += weight * v * v
		}
	}
	return math.Sqrt(square)
}

// checkContributions holds a configuration to what every proof of a sensitivity begins with: given the releases
// before it, a sum is one of what each user contributes alone, within its bound, and all else that a run tells follows
// from releases. So every user is trained alone, the ordinary ones together, and shown the releases of all.
func (s *subject) checkContributions(t *testing.T, members []member) {
	t.Helper()
	all := s.run(t, members, 3, nil)
	sum := &transcript{exact: make(map[string][][]float64)}
	ordinary := func(m member) bool { return m.ordinary }
	groups := [][]member{nil, slices.DeleteFunc(slices.Clone(members), func(m member) bool { return !m.ordinary })}
	for _, m := range slices.DeleteFunc(slices.Clone(members), ordinary) {
		groups = append(groups, []member{m})
	}
	for _, group := range groups {
		alone, who := s.run(t, group, 1, all), fmt.Sprint(len(group), " users")
		if len(group) == 1 {
			who = group[0].name
			for _, r := range s.plan.Releases {
				if moved := norm(r, alone.exact[r.Name]); !(moved <= r.Sensitivity) {
					t.Errorf("%s contributes %.9g to %s, whose sensitivity is %.9g", who, moved, r.Name, r.Sensitivity)
				}
			}
		}
		if said, want := alone.told, all.told; !slices.Equal(said, want) {
			t.Errorf("with %s alone the run told something else, though all that it released is the same: %s", who, firstDifference(said, want))
		}
		sum.add(alone)
	}
	for _, r := range s.plan.Releases {
		for b, block := range all.exact[r.Name] {
			if !slices.Equal(block, sum.exact[r.Name][b]) {
				t.Errorf("block %d of %s is not the sum of what each user contributes alone: a user changes what others contribute", b, r.Name)
				break
			}
		}
	}
}

// firstDifference shows where two lists of texts part.
func firstDifference(a, b []string) string {
	for i := range min(len(a), len(b)) {
		for k := range min(len(a[i]), len(b[i])) {
			if a[i][k] != b[i][k] {
				from := max(0, k-40)
				return fmt.Sprintf("…%.80s… and …%.80s…", a[i][from:], b[i][from:])
			}
		}
	}
	return fmt.Sprintf("%d and %d things, or longer ones", len(a), len(b))
}
