package kernel

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// floats returns n random numbers in guarded memory.
func floats[F Float](r *rand.Rand, n int) []F {
	s := aligned[F](n)
	for i := range s {
		s[i] = F(r.NormFloat64())
	}
	return s
}

// guard copies s into guarded memory.
func guard[T Float | uint32](s []T) []T {
	to := aligned[T](len(s))
	copy(to, s)
	return to
}

// vectorLengths reach past four vectors of the widest variant.
const vectorLengths = 150

func testVectors[F Float](t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := 0; n <= vectorLengths; n++ {
		x, y := floats[F](r, n), floats[F](r, n)
		was := append([]F(nil), y...)
		want, size := 0.0, 0.0
		for i := range x {
			want += float64(x[i]) * float64(y[i])
			size += math.Abs(float64(x[i]) * float64(y[i]))
		}
		got := float64(loopsOf[F]().dot(n, unsafe.SliceData(x), unsafe.SliceData(y)))
		if !(math.Abs(got-want) <= tolerance[F]()*size) {
			t.Fatalf("dot of %d is %g, want %g", n, got, want)
		}
		AddScaled(y, 3, x)
		for i := range y {
			if w := float64(was[i]) + 3*float64(x[i]); !(math.Abs(float64(y[i])-w) <= tolerance[F]()*10) {
				t.Fatalf("element %d of %d is %g, want %g", i, n, y[i], w)
			}
		}
	}
}

func TestVectors(t *testing.T) {
	each(t, func(t *testing.T) {
		testVectors[float32](t)
		testVectors[float64](t)
		r := rand.New(rand.NewPCG(1, 3))
		for n := 0; n <= vectorLengths; n++ {
			x := floats[float32](r, n)
			want := 0.0
			for _, v := range x {
				want += float64(v) * float64(v)
			}
			if got := Norm(x); !(math.Abs(got*got-want) <= 1e-14*want) {
				t.Fatalf("squared norm of %d is %g, want %g", n, got*got, want)
			}
			if got := Dot(x, x); !(math.Abs(float64(got)-want) <= 1e-6*want) {
				t.Fatalf("dot of %d with itself is %g, want %g", n, got, want)
			}
		}
	})
}

func TestAddTruncated(t *testing.T) {
	each(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(1, 4))
		for n := 1; n <= vectorLengths; n++ {
			count, rows := r.IntN(3*n), 1+r.IntN(200)
			v, y, sums := floats[float32](r, rows*n), floats[float64](r, count), floats[float64](r, n)
			index := aligned[uint32](count)
			for k := range index {
				index[k], y[k] = uint32(r.IntN(rows)), 1e5*y[k]
			}
			want := make([]float64, n)
			for d := range sums {
				sums[d] = math.Trunc(1e9 * sums[d])
				want[d] = sums[d]
				for k, i := range index {
					want[d] += math.Trunc(y[k] * float64(v[int(i)*n+d]))
				}
			}
			AddTruncated(sums, v, index, y)
			for d, w := range want {
				if sums[d] != w {
					t.Fatalf("sum %d of %d over %d rows is %g, want %g", d, n, count, sums[d], w)
				}
			}
		}
	})
}
