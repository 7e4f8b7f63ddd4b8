package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// transpose is a matrix of single precision transposed, square by square in registers.
func (v vector) transpose() {
	n := v.lanes()
	v.function("transpose", "func(down, across int, a *T, lda int, b *T, ldb int)", fmt.Sprintf(
		`writes the transpose of a, down·%[1]d rows of across·%[1]d columns, to b.`, n))
	var (
		down, across  = param("down"), param("across")
		a, lda        = param("a"), v.stride("lda")
		b, ldb        = param("b"), v.stride("ldb")
		band, squares = label("band"), label("squares")
		pa, pb, left  = GP64(), GP64(), GP64()
		p             = GP64()
	)
	Label(band)
	MOVQ(a, pa)
	MOVQ(b, pb)
	MOVQ(across, left)
	Label(squares)
	rows := v.regs(n)
	MOVQ(pa, p)
	for i, r := range rows {
		v.load(at(p, 0), r)
		if i+1 < n {
			ADDQ(lda, p)
		}
	}
	MOVQ(pb, p)
	for i, r := range v.transposed(rows) {
		v.store(r, at(p, 0))
		if i+1 < n {
			ADDQ(ldb, p)
		}
	}
	ADDQ(imm(v.bytes), pa)
	for range rows {
		ADDQ(ldb, pb)
	}
	DECQ(left)
	JNZ(LabelRef(squares))
	for range rows {
		ADDQ(lda, a)
	}
	ADDQ(imm(v.bytes), b)
	DECQ(down)
	JNZ(LabelRef(band))
	finish()
}

// transposed returns the columns of a square, in place of its rows: 2×2 blocks of numbers are turned, then of pairs,
// then of quarters of 128 bits.
func (v vector) transposed(rows []reg.VecVirtual) []reg.VecVirtual {
	n := len(rows)
	// step replaces rows i and j, so that few registers are in use at once.
	step := func(i, j int, low, high func(a, b, to reg.VecVirtual)) {
		l := v.reg()
		low(rows[i], rows[j], l)
		h := v.reg()
		high(rows[i], rows[j], h)
		rows[i], rows[j] = l, h
	}
	unpack := func(f func(...Op)) func(a, b, to reg.VecVirtual) {
		return func(a, b, to reg.VecVirtual) { f(b, a, to) }
	}
	shuffle := func(order uint64) func(a, b, to reg.VecVirtual) {
		return func(a, b, to reg.VecVirtual) {
			if v.bytes == 64 {
				VSHUFF32X4(Imm(order), b, a, to)
			} else {
				VPERM2F128(Imm(order), b, a, to)
			}
		}
	}
	for i := 0; i < n; i += 2 {
		step(i, i+1, unpack(VUNPCKLPS), unpack(VUNPCKHPS))
	}
	for i := 0; i < n; i += 4 {
		step(i, i+2, unpack(VUNPCKLPD), unpack(VUNPCKHPD))
		step(i+1, i+3, unpack(VUNPCKLPD), unpack(VUNPCKHPD))
		rows[i+1], rows[i+2] = rows[i+2], rows[i+1]
	}
	// Row 4q+c now holds, in quarter g, column 4g+c of rows 4q … 4q+3.
	for c := 0; c < 4; c++ {
		if v.bytes == 32 {
			step(c, 4+c, shuffle(0x20), shuffle(0x31))
			continue
		}
		step(c, 4+c, shuffle(0x88), shuffle(0xdd))
		step(8+c, 12+c, shuffle(0x88), shuffle(0xdd))
		step(c, 8+c, shuffle(0x88), shuffle(0xdd))
		step(4+c, 12+c, shuffle(0x88), shuffle(0xdd))
	}
	return rows
}
