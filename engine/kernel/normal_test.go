package kernel

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"gonum.org/v1/gonum/mat"
)

// ranks are the orders tested: every tail of every tile, and around each power of two up to 257.
var ranks = []int{1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 20, 23, 24, 25, 31, 32, 33, 40, 47, 48, 49, 56, 63, 64, 65, 72, 80,
	95, 96, 97, 100, 120, 127, 128, 129, 144, 160, 191, 192, 193, 255, 256, 257}

func tolerance[F Float]() float64 {
	var f F
	if unsafe.Sizeof(f) == 4 {
		return 2e-5
	}
	return 1e-12
}

// normalCase is rows, and gonum's normal equations of them.
type normalCase struct {
	rank    int
	v       []float32
	index   []uint32
	y       []float64
	h       *mat.SymDense
	g, sums *mat.VecDense
}

func normalCases() (list []normalCase) {
	for _, rank := range ranks {
		for _, count := range []int{0, 1, 3, 4, 15, 16, 17, 64, 65, 300, 5000} {
			if count > 65 && count*rank*rank > 1<<20 && (rank != 257 || count != 300) {
				continue
			}
			r := rand.New(rand.NewPCG(uint64(rank), uint64(count)))
			c := normalCase{
				rank: rank, v: make([]float32, count*rank), index: make([]uint32, count), y: make([]float64, count),
				h: mat.NewSymDense(rank, nil), g: mat.NewVecDense(rank, nil), sums: mat.NewVecDense(rank, nil),
			}
			rows := mat.NewDense(count+1, rank, nil) // the last row is zero: gonum has no empty matrices
			ones, y := mat.NewVecDense(count+1, nil), mat.NewVecDense(count+1, nil)
			for k := range count {
				c.index[k] = uint32(k)
				c.y[k] = float64(float32(r.NormFloat64()))
				ones.SetVec(k, 1)
				y.SetVec(k, c.y[k])
				for i := range rank {
					c.v[k*rank+i] = float32(r.NormFloat64())
					rows.Set(k, i, float64(c.v[k*rank+i]))
				}
			}
			c.h.SymOuterK(1, rows.T())
			c.g.MulVec(rows.T(), y)
			c.sums.MulVec(rows.T(), ones)
			list = append(list, c)
		}
	}
	return list
}

func testNormal[F Float](t *testing.T, cases []normalCase) {
	var q Normal[F]
	for _, c := range cases {
		count := len(c.index)
		y := aligned[F](count)
		for k := range y {
			y[k] = F(c.y[k])
		}
		q.Reset(c.rank)
		q.Gather(guard(c.v), guard(c.index), y)
		scale := tolerance[F]() * (1 + float64(count))
		q.Each(func(i int, row []F) {
			for j, x := range row {
				if w := c.h.At(i, i+j); !(math.Abs(float64(x)-w) <= scale) {
					t.Fatalf("rank %d of %d rows: H[%d,%d] is %g, want %g", c.rank, count, i, i+j, x, w)
				}
			}
		})
		for i := range c.rank {
			if g, w := q.Right()[i], c.g.AtVec(i); !(math.Abs(float64(g)-w) <= scale) {
				t.Fatalf("rank %d of %d rows: g[%d] is %g, want %g", c.rank, count, i, g, w)
			}
			if s, w := q.Sums()[i], c.sums.AtVec(i); !(math.Abs(float64(s)-w) <= scale) {
				t.Fatalf("rank %d of %d rows: s[%d] is %g, want %g", c.rank, count, i, s, w)
			}
		}
		q.AddDiagonal(2)
		x := aligned[F](c.rank)
		if !q.Solve(x) {
			t.Fatalf("rank %d of %d rows: refused", c.rank, count)
		}
		residual(t, &q, c, x, 0)
		corner, right := float64(count)+1, 3.0
		a, ok := q.SolveBordered(x, F(corner), F(right))
		if !ok {
			t.Fatalf("rank %d of %d rows: refused with a border", c.rank, count)
		}
		residual(t, &q, c, x, float64(a))
		left, size := corner*float64(a)-right, corner*math.Abs(float64(a))+right
		for i, s := range q.Sums() {
			left += float64(s) * float64(x[i])
			size += math.Abs(float64(s) * float64(x[i]))
		}
		if !(math.Abs(left) <= 5*tolerance[F]()*size) {
			t.Fatalf("rank %d of %d rows: the constant's row leaves %g of %g", c.rank, count, left, size)
		}
	}
}

// residual judges a solution by what it leaves: H·x + a·s − g.
func residual[F Float](t *testing.T, q *Normal[F], c normalCase, x []F, a float64) {
	t.Helper()
	for i := range c.rank {
		left := a*float64(q.Sums()[i]) - float64(q.Right()[i])
		size := 1 + math.Abs(left)
		for j := range c.rank {
			h := float64(q.h[min(i, j)*q.ld+max(i, j)]) * float64(x[j])
			left += h
			size += math.Abs(h)
		}
		if !(math.Abs(left) <= 5*tolerance[F]()*size) {
			t.Fatalf("rank %d of %d rows: row %d leaves %g of %g", c.rank, len(c.index), i, left, size)
		}
	}
}

func TestNormal(t *testing.T) {
	cases := normalCases()
	each(t, func(t *testing.T) {
		t.Run("float32", func(t *testing.T) { testNormal[float32](t, cases) })
		t.Run("float64", func(t *testing.T) { testNormal[float64](t, cases) })
	})
}

// Adding rows one by one is gathering them.
func TestAddIsGather(t *testing.T) {
	each(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(7, 7))
		const rank, count = 21, 400
		v, y, index := floats[float32](r, rank*count), floats[float32](r, count), aligned[uint32](count)
		var a, b Normal[float32]
		a.Reset(rank)
		b.Reset(rank)
		for k := range index {
			index[k] = uint32(k)
			a.Add(v[k*rank:k*rank+rank], y[k])
		}
		b.Gather(v, index[:7], y[:7])
		b.Gather(v, index[7:], y[7:])
		var rows [][]float32
		a.Each(func(_ int, row []float32) { rows = append(rows, row) })
		b.Each(func(i int, row []float32) {
			for j, x := range row {
				if x != rows[i][j] {
					t.Fatalf("H[%d,%d] is %g gathered and %g added", i, i+j, x, rows[i][j])
				}
			}
		})
	})
}

func TestAddUpperAndDiagonal(t *testing.T) {
	each(t, func(t *testing.T) {
		var q Normal[float32]
		q.Reset(3)
		q.Add([]float32{1, 2, 3}, 0)
		q.AddUpper([]float32{10, 20, 30, 0, 40, 50, 0, 0, 60})
		q.AddDiagonal(100)
		want := [][]float32{{111, 22, 33}, {144, 56}, {169}}
		q.Each(func(i int, row []float32) {
			for j, x := range row {
				if x != want[i][j] {
					t.Errorf("H[%d,%d] is %g, want %g", i, i+j, x, want[i][j])
				}
			}
		})
		if got := q.Trace(); got != 111+144+169 {
			t.Errorf("trace is %g, want %d", got, 111+144+169)
		}
	})
}

func TestNormalRefuses(t *testing.T) {
	each(t, func(t *testing.T) {
		for _, c := range []struct {
			name string
			v    []float32 // rows of two
		}{
			{"no rows", nil},
			{"one row", []float32{1, 2}},
			{"parallel rows", []float32{1, 2, 2, 4, 3, 6}},
			{"not a number", []float32{1, 2, float32(math.NaN()), 1, 1, 1}},
			{"infinite", []float32{float32(math.Inf(1)), 0, 0, 1}},
			{"overflow", []float32{3e38, 0, 0, 1}},
		} {
			var q Normal[float32]
			q.Reset(2)
			for k := 0; k < len(c.v); k += 2 {
				q.Add(c.v[k:k+2], 1)
			}
			x := make([]float32, 2)
			if q.Solve(x) {
				t.Errorf("%s: solved, %v", c.name, x)
			}
			if _, ok := q.SolveBordered(x, 1, 1); ok {
				t.Errorf("%s: solved with a border, %v", c.name, x)
			}
			// A refusal leaves the equations as they were, so that a ridge can be added.
			if len(c.v) < 7 && c.name != "not a number" && c.name != "infinite" && c.name != "overflow" {
				q.AddDiagonal(1)
				if !q.Solve(x) {
					t.Errorf("%s: refused with a ridge", c.name)
				}
			}
		}
	})
}

// An index beyond the rows must not reach the assembly.
func TestGatherChecksItsIndex(t *testing.T) {
	each(t, func(t *testing.T) {
		v, index, y, scale := make([]float32, 30), []uint32{0, 10, 1}, make([]float32, 3), make([]float64, 3)
		for name, gather := range map[string]func(){
			"normal": func() { var q Normal[float32]; q.Reset(3); q.Gather(v, index, y) },
			"exact":  func() { var q Exact; q.Reset(3); q.Gather(v, index, scale, scale) },
			"sums":   func() { AddTruncated(make([]float64, 3), v, index, scale) },
			"dual":   func() { var q Dual; q.Solve(v, 3, index, y, 1, make([]float32, 3)) },
		} {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%s: row 10 of 10 was gathered", name)
					}
				}()
				gather()
			}()
		}
	})
}

func TestNothingIsAllocatedAfterTheFirstUse(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	const rank, count = 33, 200
	v, y, index := make([]float32, rank*count), make([]float32, count), make([]uint32, count)
	scale, wide := make([]float64, count), make([]float64, count)
	for i := range v {
		v[i] = float32(r.NormFloat64())
	}
	for k := range index {
		index[k], scale[k] = uint32(k), 100
	}
	var (
		normal  Normal[float32]
		dual    Dual
		exact   Exact
		pos     Positive
		x       = make([]float32, rank)
		problem [2]Problem
	)
	for k := range problem {
		packed, _ := randomPacked(r, rank)
		problem[k] = Problem{Upper: packed, Ridge: 1, B: make([]float64, rank)}
	}
	for name, use := range map[string]func(){
		"normal": func() {
			normal.Reset(rank)
			normal.Gather(v, index, y)
			normal.AddDiagonal(1)
			if _, ok := normal.SolveBordered(x, count+1, 1); !ok {
				t.Error("refused")
			}
		},
		"dual": func() {
			dual.SolveBordered(v, rank, index[:20], y, 1, 1, 1, x)
			dual.SolveBordered(v, rank, index[:10], y, 1, 1, 1, x)
		},
		"exact": func() {
			exact.Reset(rank)
			exact.Gather(v, index[1:], scale, wide)
		},
		"positive": func() { pos.SolveBatch(problem[:]) },
	} {
		use()
		if n := testing.AllocsPerRun(5, use); n > 0 {
			t.Errorf("%s allocates %g times", name, n)
		}
	}
}
