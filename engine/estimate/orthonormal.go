package estimate

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"dpals/engine/kernel"
)

// StartSize is the s.d. of a factor's coordinates at the start; the first solve of the users sets their scale.
const StartSize = 0.3

// Orthonormalise replaces the columns of the matrix v, of so many columns by rows, by an orthonormal basis of their span,
// scaled so that coordinates have s.d. StartSize: with VᵀV = Uᵀ·U, the columns of V·U⁻¹ are orthonormal. Columns that depend on
// each other to rounding keep their directions and are scaled together.
func Orthonormalise(v []float32, columns int) {
	rows, rank := len(v)/columns, columns
	sym, u, row := mat.NewSymDense(rank, nil), mat.NewTriDense(rank, mat.Upper, nil), make([]float64, rank)
	sums := Gram[float64](v, rank)
	sums.Each(func(i int, upper []float64) {
		for k, x := range upper {
			sym.SetSym(i, i+k, x)
		}
	})
	scale := StartSize * math.Sqrt(float64(rows))
	var factor mat.Cholesky
	if factor.Factorize(sym) {
		factor.UTo(u)
	} else {
		size := math.Sqrt(max(mat.Trace(sym), math.SmallestNonzeroFloat32) / float64(rank))
		for d := range rank {
			u.SetTri(d, d, size)
		}
	}
	for j := range rows {
		x := v[j*rank : j*rank+rank]
		for d := range rank {
			y := float64(x[d])
			for k := range d {
				y -= row[k] * u.At(k, d)
			}
			row[d] = y / u.At(d, d)
		}
		for d := range rank {
			x[d] = float32(scale * row[d])
		}
	}
}

// Gram returns VᵀV of a matrix of so many columns, by rows.
func Gram[F kernel.Float](v []float32, columns int) *kernel.Normal[F] {
	all := make([]uint32, len(v)/columns)
	for j := range all {
		all[j] = uint32(j)
	}
	var n kernel.Normal[F]
	n.Reset(columns)
	n.Gather(v, all, make([]F, len(all)))
	return &n
}

// Unpack writes a packed upper triangle into the upper triangle of the r×r matrix x.
func Unpack(x, packed []float64, r int) {
	at := 0
	for a := 0; a < r; a++ {
		at += copy(x[a*r+a:a*r+r], packed[at:at+r-a])
	}
}
