package kernel

import (
	"fmt"
	"os"
	"strings"
)

// Float is the element types that the kernels work on.
type Float interface{ float32 | float64 }

// kernels is one variant: the innermost loops for one instruction set. A variant differs from another in speed and
// rounding only.
type kernels struct {
	name string
	f32  loops[float32]
	f64  loops[float64]
	spectral
	integers

	// transpose writes the transpose of a, down·lanes rows of across·lanes columns, to b.
	transpose func(down, across int, a *float32, lda int, b *float32, ldb int)
	// squares returns the sum of squares of n numbers, in double precision.
	squares func(n int, x *float32) float64
	// truncated adds the rows of length rank that index names, each times its y and truncated, to sums. count is at
	// least 1.
	truncated func(count int, index *uint32, rows *float32, rank int, y, sums *float64)
}

// loops are the innermost loops for one element type. Distances between rows (ld) are counted in elements. All
// memory is padded by the caller: see tiles.
type loops[F Float] struct {
	rows, lanes int // of a register tile

	// strip[w] adds AᵀB to tiles·rows rows of w·lanes columns of c, for k rows of a and b, k a multiple of 4.
	strip [4]func(k int, a, b *F, ld int, c *F, ldc, tiles int)
	// gram, where it is set, adds PᵀP to the upper triangle of h of order n ≥ gramFrom in place of the strips.
	gram     func(k, n int, panel *F, ld int, h *F, ldh int)
	gramFrom int
	// border adds AᵀB to two rows of vectors·lanes columns of c, for a of k rows of two, k a multiple of 4.
	border func(k int, a, b *F, ld int, c *F, ldc, vectors int)
	// pivot factorises H − AᵀB, a tile of rows×lanes whose diagonal starts at a lane, into u; the inverses of the
	// diagonal go to inverse. It returns 0 where a pivot is not above least, or not finite.
	pivot func(k int, a, b *F, ld int, h, u *F, lane int, least, inverse *F) int
	// row writes D⁻ᵀ·(H − AᵀB) to u, rows rows of so many vectors; D is the triangle at diagonal.
	row func(k int, a, b *F, ld int, h, u *F, vectors int, diagonal, inverse *F)
	// forward solves Uᵀ·z = b in place of b, for blocks·rows rows of u.
	forward func(blocks int, u *F, ld int, inverse, b *F, vectors int)
	// dots writes the products of rows rows of a with x to y.
	dots func(vectors int, a *F, ld int, x, y *F)
	// gather copies the rows of length rank that index names to a panel, with zeros up to a whole vector, and y and 1 to
	// the two columns at border. count is at least 1; index names known ≥ count rows, those to come included.
	gather func(count, known int, index *uint32, rows *float32, rank int, y, panel *F, ld, border int)
	// dot returns the sum of products of n elements, and addScaled adds s·x to y; n may be anything.
	dot       func(n int, x, y *F) F
	addScaled func(n int, y *F, s F, x *F)
	// peak makes rounds·12 independent fused multiply-adds of vectors; nil where there is none to measure.
	peak func(rounds int)
}

// spectral are the innermost loops of the eigenvalue problem, in double precision. Vectors are padded to whole blocks
// of 8 and start at a multiple of 8; a length is a number of such blocks.
type spectral struct {
	// rankTwo subtracts v·wᵀ + w·vᵀ from the upper triangle of a, whose diagonal blocks of order 8 are full, and adds
	// its product with u to y + z; z is written, y is added to.
	rankTwo func(blocks int, a *float64, ld int, v, w, u, y, z *float64)
	// fold subtracts s·w + t·v from a and returns the sum of its squares.
	fold func(blocks int, a, v, w *float64, s, t float64) float64
	// scale multiplies x by s.
	scale func(blocks int, x *float64, s float64)
	// turn sets w = p − (τ/2·pᵀu)·u for p = τ·(y + z), copies u to v and clears y.
	turn func(blocks int, u, y, z, v, w *float64, tau float64)
	// reflect subtracts τ·(uᵀb)·u from b.
	reflect func(blocks int, u *float64, tau float64, b *float64)
	// sweep makes a QL step of so many rotations on 8 tridiagonal matrices side by side. d, e and w point at their
	// last rows, rows being 8 apart; every rotation is applied to w, and its cosines and sines go to record.
	sweep func(steps int, d, e, w, shift, record *float64)
	// replay takes back the rotations of a sweep from w, which points at the first row of the sweep as record points
	// at its last rotation.
	replay func(steps int, w, record *float64)
}

// integers are the innermost loops of exact sums of products of integers of at most 2¹⁴; nil where sums in float64
// serve as well. A panel holds rows two and two: pairs of 16-bit integers, then the high and the low limbs of the pairs.
type integers struct {
	words int // columns of a tile

	// gatherIntegers writes rows, each times its scale, clamped and truncated, as pairs and limbs width columns apart;
	// index names known ≥ 2·pairs rows, those to come included.
	gatherIntegers func(pairs, known int, index *uint32, rows *float32, rank int, scale *float64, panel *uint32, ld, width int)
	// stripIntegers adds AᵀB to tiles of rows×words elements of c for at most 511 pairs of rows.
	stripIntegers func(pairs int, a, high, low *uint32, ld int, c *float64, ldc, tiles int)
	// borderIntegers is stripIntegers for tiles of one row.
	borderIntegers func(pairs int, a, high, low *uint32, ld int, c *float64, ldc, tiles int)
}

// environment names the variable that forces a variant.
const environment = "DPALS_KERNEL"

// active is the variant in use: set once, before main, and only read since.
var (
	active    *kernels
	activeErr error
)

func init() { active, activeErr = choose(os.Getenv(environment)) }

// choose returns the variant of that name, or the fastest that this machine supports where the name is empty or
// unusable.
func choose(name string) (*kernels, error) {
	all := supported()
	if name == "" {
		return all[0], nil
	}
	var names []string
	for _, v := range all {
		if v.name == name {
			return v, nil
		}
		names = append(names, v.name)
	}
	return all[0], fmt.Errorf("%s=%q is not a kernel that this machine supports: give %s, or nothing for the fastest",
		environment, name, strings.Join(names, ", "))
}

// Choice returns the name of the variant in use: "avx512", "avx2" or "portable". The error, one sentence, says that
// the environment variable DPALS_KERNEL asks for a variant that is unknown or not supported here; the fastest is in
// use then.
func Choice() (name string, err error) { return active.name, activeErr }

// loopsOf returns the loops of the active variant for one element type.
func loopsOf[F Float]() *loops[F] {
	if l, ok := any(&active.f32).(*loops[F]); ok {
		return l
	}
	return any(&active.f64).(*loops[F])
}
