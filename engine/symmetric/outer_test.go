package symmetric

import (
	"context"
	"crypto/sha256"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/loaders"
)

func quiet(float64) {}

// randomRows are rows of a few users over m items, on the grid of o.
func randomRows(r *rand.Rand, o *Outer, users, m int) *Rows {
	rows := &Rows{Ptr: []int64{0}}
	for range users {
		var values []float64
		for j := range m {
			if r.IntN(3) == 0 {
				rows.Item = append(rows.Item, uint32(j))
				values = append(values, r.NormFloat64())
			}
		}
		clipped := make([]float32, len(values))
		Clip(clipped, values, math.Sqrt(o.bound), o.Grid())
		rows.Value = append(rows.Value, clipped...)
		rows.Ptr = append(rows.Ptr, int64(len(rows.Item)))
	}
	return rows
}

func TestOuterIsTheSumOfOuterProducts(t *testing.T) {
	for _, m := range []int{1, 2, 3, 10, 37, 150} {
		for _, plain := range []bool{false, true} {
			o := NewOuter(m, 2.5, plain)
			rows := randomRows(rand.New(rand.NewPCG(uint64(m), 1)), o, 40, m)
			want := mat.NewDense(m, m, nil)
			for i := range rows.Users() {
				items, values := rows.User(i)
				for a, j := range items {
					for b, l := range items {
						want.Set(int(j), int(l), want.At(int(j), int(l))+float64(values[a])*float64(values[b]))
					}
				}
			}
			var first []float64
			for _, threads := range []int{1, 2, 7} {
				if err := o.Add(context.Background(), threads, rows, quiet); err != nil {
					t.Fatal(err)
				}
				if first == nil {
					first = slices.Clone(o.packed)
				} else if !slices.Equal(first, o.packed) {
					t.Errorf("m %d: %d threads give other bits than one", m, threads)
				}
			}
			a := NewMatrix(m)
			if err := a.Set(context.Background(), 2, o, func(_, _ int, x float64) float64 { return x }); err != nil {
				t.Fatal(err)
			}
			for j := range m {
				for l := range m {
					if got := float64(a.Row(j)[l]); math.Abs(got-want.At(j, l)) > 1e-6*(1+math.Abs(want.At(j, l))) {
						t.Fatalf("m %d, entry (%d, %d) is %g, want %g", m, j, l, got, want.At(j, l))
					}
				}
				if math.Abs(o.Diagonal()[j]-want.At(j, j)) > 1e-6 {
					t.Errorf("m %d: diagonal %d is %g, want %g", m, j, o.Diagonal()[j], want.At(j, j))
				}
			}
			x, product, expected := make([]float64, m), make([]float64, m), mat.NewVecDense(m, nil)
			for j := range x {
				x[j] = float64(j%5) - 2
			}
			a.Multiplier(3)(product, x)
			expected.MulVec(want, mat.NewVecDense(m, x))
			if !floats.EqualApprox(product, expected.RawVector().Data, 1e-4) {
				t.Errorf("m %d: the product is off", m)
			}
		}
	}
}

// A user moves what is released by no more than is asked for, and by nearly as much where their row has the largest norm.
func TestOuterKeepsItsSensitivity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.IntRange(1, 30).Draw(t, "m")
		bound := rapid.Float64Range(0.01, 50).Draw(t, "bound")
		o := NewOuter(m, bound, rapid.Bool().Draw(t, "plain"))
		row := rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(-1e3, 1e3), rapid.SampledFrom([]float64{1e300, -1e300, math.NaN(), math.Inf(1), 5e-324, 0})), m, m).Draw(t, "row")
		others := randomRows(rand.New(rand.NewPCG(rapid.Uint64Range(0, 1000).Draw(t, "seed"), 2)), o, 5, m)
		clipped := make([]float32, m)
		Clip(clipped, row, math.Sqrt(bound), o.Grid())
		with := &Rows{Ptr: append(slices.Clone(others.Ptr), others.Ptr[5]+int64(m)), Item: slices.Clone(others.Item),
			Value: append(slices.Clone(others.Value), clipped...)}
		for j := range m {
			with.Item = append(with.Item, uint32(j))
		}
		if err := o.Add(context.Background(), 1, others, quiet); err != nil {
			t.Fatal(err)
		}
		before := slices.Clone(o.packed)
		if err := o.Add(context.Background(), 1, with, quiet); err != nil {
			t.Fatal(err)
		}
		moved := floats.Distance(before, o.packed, 2)
		q := o.Request()
		if moved > q.Sensitivity || math.IsNaN(moved) {
			t.Fatalf("moved by %g, claimed %g", moved, q.Sensitivity)
		}
		norm := 0.0
		for _, x := range row {
			norm = math.Hypot(norm, x)
		}
		if !o.plain && norm >= 10*math.Sqrt(bound) && norm < 1e5 && moved < 0.99*q.Sensitivity {
			t.Fatalf("a long row moves by %g only, of %g", moved, q.Sensitivity)
		}
		unit := math.Ldexp(1, q.Grid)
		for _, x := range o.packed {
			if x/unit != math.Trunc(x/unit) {
				t.Fatalf("%g is not on the grid", x)
			}
		}
	})
}

// The noise of the whole matrix is that of the plan, and does not depend on threads.
func TestOuterRelease(t *testing.T) {
	for _, m := range []int{1, 2, 60, 61} {
		var first []float64
		for _, threads := range []int{1, 2, 7} {
			o := NewOuter(m, 1, false)
			if err := o.Add(context.Background(), 1, &Rows{Ptr: []int64{0}}, quiet); err != nil {
				t.Fatal(err)
			}
			q := o.Request()
			q.Name, q.Kind, q.Weight, q.Claim = "w", "w", 1, accounting.UserSum("proof.md", accounting.Ratings, accounting.L2)
			plan, err := accounting.NewPlan(accounting.Exact, 1, 1e-5, []accounting.Request{q})
			if err != nil {
				t.Fatal(err)
			}
			task := &method.Task{Threads: threads, Meter: accounting.NewAuditMeter(plan, 7, nil)}
			if err := o.Release(context.Background(), task, "w"); err != nil {
				t.Fatal(err)
			}
			if err := task.Meter.Close(); err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = slices.Clone(o.packed)
			} else if !slices.Equal(first, o.packed) {
				t.Errorf("m %d: %d threads draw other noise than one", m, threads)
			}
			if m < 60 {
				continue
			}
			deviation := floats.Norm(o.packed, 2) / math.Sqrt(float64(len(o.packed)))
			if math.Abs(deviation/plan.Releases[0].Sigma-1) > 0.08 {
				t.Errorf("m %d: noise of s.d. %g, planned %g", m, deviation, plan.Releases[0].Sigma)
			}
		}
	}
}

func TestOuterCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	o := NewOuter(50, 1, false)
	if err := o.Add(ctx, 2, randomRows(rand.New(rand.NewPCG(1, 1)), o, 10, 50), quiet); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled sum ends with %v", err)
	}
}

func ratings(t *testing.T, names []string, lists [][]uint32, items int) *loaders.Ratings {
	var user, item []uint32
	var value []float32
	for i, list := range lists {
		for n, j := range list {
			user, item, value = append(user, uint32(i)), append(item, j), append(value, float32(1+n%5))
		}
	}
	r, err := loaders.FromTriplets(user, item, value, loaders.About{
		Users: loaders.NamesOf(names), Items: loaders.Numbered(items), Low: 1, High: 5})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestSelect(t *testing.T) {
	all := make([]uint32, 30)
	for j := range all {
		all[j] = uint32(j)
	}
	lists := [][]uint32{all, {2, 4, 6}, {}, {1, 29}}
	names := []string{"ann", "bea", "cleo", "dot"}
	task := &method.Task{Train: ratings(t, names, lists, 30), Threads: 2, Seed: sha256.Sum256([]byte("a"))}
	kept := []int{1, 4, 6, 7, 8, 9, 20}
	rows, err := Select(context.Background(), task, kept, 3)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{3, 2, 0, 1} {
		items, values := rows.User(i)
		if len(items) != want || !slices.IsSorted(items) {
			t.Errorf("user %d has %v", i, items)
		}
		held, all := task.Train.User(i)
		for n, p := range items {
			if at := slices.Index(held, uint32(kept[p])); at < 0 || all[at] != values[n] {
				t.Errorf("user %d: item %d at %g is none of theirs", i, kept[p], values[n])
			}
		}
	}
	// Without the others they keep the same ratings.
	alone := &method.Task{Train: ratings(t, names[:1], lists[:1], 30), Threads: 1, Seed: task.Seed}
	again, err := Select(context.Background(), alone, kept, 3)
	if err != nil {
		t.Fatal(err)
	}
	mine, _ := rows.User(0)
	if !slices.Equal(again.Item, mine) {
		t.Errorf("alone they keep %v, among others %v", again.Item, mine)
	}
	whole, err := Select(context.Background(), task, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(whole.Item, task.Train.Item) || !slices.Equal(whole.Value, task.Train.Value) {
		t.Error("without limits not everything is kept")
	}
}

// Trust tells signal from noise: near the true squared cosine where there is one, 0 where there is none.
func TestSquaredCosine(t *testing.T) {
	const m = 200
	r := rand.New(rand.NewPCG(5, 6))
	for _, strength := range []float64{0, 0.5, 2, 3, 10} { // over the edge √m
		a := noise(r, m)
		u := make([]float64, m)
		for j := range u {
			u[j] = r.NormFloat64()
		}
		floats.Scale(1/floats.Norm(u, 2), u)
		theta := strength * math.Sqrt(m)
		for j := range m {
			for l := j; l < m; l++ {
				x := a.At(j, l) + theta*u[j]*u[l]
				if j == l {
					x = 0
				}
				a.SetSym(j, l, x)
			}
		}
		values, v, err := Top(context.Background(), operator(a), m, 1, Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := SquaredCosine(values[0], v, make([]float64, m), 1, 1e9)
		want := math.Pow(floats.Dot(u, v), 2)
		if strength < 1 && got > 0.2 || strength > 1 && math.Abs(got-want) > 0.1 {
			t.Errorf("signal %g times the edge: trust %.3f, squared cosine %.3f", strength, got, want)
		}
	}
}
