package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// pivot is the tile on the diagonal of a row block of Cholesky: what the rows above leave of it, factorised in
// registers.
func (v vector) pivot() {
	v.function("pivot", "func(k int, a, b *T, ld int, h, u *T, lane int, least, inverse *T) (ok int)", fmt.Sprintf(
		`factorises H − AᵀB, %d rows of one vector whose diagonal starts at a lane, into u, for k rows of a and b; the
inverse square roots of the pivots go to inverse. It returns 0 where a pivot is not above least, or not finite.`, v.rows))
	var (
		k, a, b, ld    = param("k"), param("a"), param("b"), v.stride("ld")
		h, u, lane     = param("h"), param("u"), param("lane")
		least, inverse = param("least"), param("inverse")
		fail           = label("fail")
		n              = v.rows
	)
	acc := v.loadTile(h, ld, 1)
	v.accumulate(k, a, b, ld, acc, v.fnma)

	// Lane numbers of the diagonal, as operands of the permutation that broadcasts a lane. With as many lanes as rows
	// the diagonal starts at lane 0 and AVX2 takes the number from the instruction.
	lanes := make([]reg.VecVirtual, n)
	fixed := v.bytes == 32 && v.size == 8
	for i := range lanes {
		if fixed {
			break
		}
		lanes[i] = v.reg()
		x := XMM()
		if v.size == 4 {
			VMOVD(lane.As32(), x)
			VPBROADCASTD(x, lanes[i])
		} else {
			VMOVQ(lane, x)
			VPBROADCASTQ(x, lanes[i])
		}
		INCQ(lane)
	}
	spread := func(from reg.VecVirtual, i int, to reg.VecVirtual) {
		if fixed {
			VPERMPD(Imm(uint64(i*0x55)), from, to)
			return
		}
		v.by(func(o ...Op) { VPERMPS(o...) }, func(o ...Op) { VPERMPD(o...) })(from, lanes[i], to)
	}

	one, limit := v.reg(), v.number("largest", math.MaxFloat64)
	if v.size == 4 {
		limit = v.number("largest", math.MaxFloat32)
	}
	v.bcast(v.number("one", 1), one)
	compare := func(m, r Op) {
		if v.size == 4 {
			VUCOMISS(m, r)
		} else {
			VUCOMISD(m, r)
		}
	}
	for i := 0; i < n; i++ {
		p, inv, scaled := v.reg(), v.reg(), v.reg()
		row := acc[i][0]
		spread(row, i, p)
		compare(at(least, i*v.size), p.AsX())
		JLS(LabelRef(fail)) // not above, or not a number
		compare(limit, p.AsX())
		JHI(LabelRef(fail))
		// Rows below wait for the division alone; the square root scales this row beside them.
		v.div(p, one, inv)
		v.mul(inv, row, scaled)
		for j := i + 1; j < n; j++ {
			x := v.reg()
			spread(row, j, x)
			v.fnma(x, scaled, acc[j][0])
		}
		v.sqrt(p, p)
		v.div(p, one, p)
		v.mul(p, row, row)
		if v.size == 4 {
			VMOVSS(p.AsX(), at(inverse, i*v.size))
		} else {
			VMOVSD(p.AsX(), at(inverse, i*v.size))
		}
	}
	v.storeTile(acc, u, ld)
	result := GP64()
	MOVQ(U64(1), result)
	Store(result, ReturnIndex(0))
	finish()
	Label(fail)
	XORQ(result, result)
	Store(result, ReturnIndex(0))
	finish()
}

// row is the rest of a row block of Cholesky: what the rows above leave of it, solved with the diagonal tile.
func (v vector) row() {
	v.function("row", "func(k int, a, b *T, ld int, h, u *T, vectors int, diagonal, inverse *T)", fmt.Sprintf(
		`writes D⁻ᵀ·(H − AᵀB) to u, %d rows of so many vectors, for k rows of a and b; D is the triangle at diagonal,
with the inverses of its diagonal.`, v.rows))
	var (
		k, a, b, ld = param("k"), param("a"), param("b"), v.stride("ld")
		h, u        = param("h"), param("u")
		vectors     = param("vectors")
		diagonal    = param("diagonal")
		inverse     = param("inverse")
		done        = label("done")
	)
	for width := 3; width >= 1; width-- {
		group, next := label("group"), label("narrower")
		Label(group)
		CMPQ(vectors, Imm(uint64(width)))
		JLT(LabelRef(next))
		acc := v.loadTile(h, ld, width)
		v.accumulate(k, a, b, ld, acc, v.fnma)
		d := GP64()
		MOVQ(diagonal, d)
		for i := range acc {
			x := v.reg()
			v.bcast(at(inverse, i*v.size), x)
			for j := range acc[i] {
				v.mul(x, acc[i][j], acc[i][j])
			}
			for l := i + 1; l < v.rows; l++ {
				x := v.reg()
				v.bcast(at(d, l*v.size), x)
				for j := range acc[i] {
					v.fnma(x, acc[i][j], acc[l][j])
				}
			}
			ADDQ(ld, d)
		}
		v.storeTile(acc, u, ld)
		for _, p := range []reg.Register{b, h, u} {
			ADDQ(imm(width*v.bytes), p)
		}
		SUBQ(Imm(uint64(width)), vectors)
		if width > 1 {
			JMP(LabelRef(group))
		} else {
			JNZ(LabelRef(group))
		}
		Label(next)
	}
	Label(done)
	finish()
}
