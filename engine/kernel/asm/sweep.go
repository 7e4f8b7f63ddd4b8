package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// batch is how many problems are swept at once, one in each lane; where a vector is shorter, several vectors go side
// by side. A sweep waits for its square roots and divisions, which cost the same for one lane as for all.
const batch = 8

// tiny replaces an exact zero on the diagonal, far below the rounding errors of any matrix that is swept.
const tiny = 1e-140

// sweep is one pass of the QL algorithm with an explicit shift over many tridiagonal matrices, from the last row up.
func (v vector) sweep() {
	v.function("sweep", "func(steps int, d, e, w, shift, record *T)", fmt.Sprintf(
		`makes a QL step of so many rotations on %d tridiagonal matrices side by side. d, e and w point at
their last rows, rows being %d apart; every rotation is applied to w, and its cosines and sines go to record.`, batch, batch))
	var (
		steps         = param("steps")
		pd, pe, pw    = param("d"), param("e"), param("w")
		pshift, pr    = param("shift"), param("record")
		loop          = label("rows")
		side          = batch / v.lanes()
		row           = batch * v.size
		p, c, s, w    = v.regs(side), v.regs(side), v.regs(side), v.regs(side)
		one, nearZero = v.number("one", 1), v.number("tiny", tiny)
	)
	for k := range p {
		off := k * v.bytes
		v.load(at(pd, off), p[k])
		VSUBPD(at(pshift, off), p[k], p[k])
		v.bcast(nearZero, c[k])
		v.add(c[k], p[k], p[k])
		v.bcast(one, c[k])
		v.zero(s[k])
		v.load(at(pw, off), w[k])
	}
	Label(loop)
	for k := range p {
		off := k * v.bytes
		e, g, h, r, inv, num, dd := v.reg(), v.reg(), v.reg(), v.reg(), v.reg(), v.reg(), v.reg()
		v.load(at(pe, off-row), e)
		v.load(at(pd, off-row), dd)
		VSUBPD(at(pshift, off), dd, dd)
		v.mul(p[k], p[k], r)
		v.fma(e, e, r)
		v.sqrt(r, r)
		v.mul(e, c[k], g)
		v.mul(p[k], c[k], h)
		v.mul(s[k], r, inv) // e of the row below
		v.store(inv, at(pe, off))
		v.bcast(one, inv)
		v.div(r, inv, inv)
		v.mul(e, g, num)
		VFMSUB231PD(dd, p[k], num) // p·d − e·g
		v.mul(inv, e, s[k])
		v.mul(inv, p[k], c[k])
		v.bcast(nearZero, p[k])
		v.fma(inv, num, p[k])
		v.store(c[k], at(pr, off))
		v.store(s[k], at(pr, off+row))
		// d of the row below: h + s·(c·g + s·d) + shift
		v.mul(s[k], dd, dd)
		v.fma(g, c[k], dd)
		v.add(at(pshift, off), h, h)
		v.fma(dd, s[k], h)
		v.store(h, at(pd, off))
		x := v.reg()
		v.load(at(pw, off-row), x)
		v.mul(c[k], w[k], g)
		v.fma(x, s[k], g)
		v.store(g, at(pw, off))
		// w of this row: c·x − s·w
		v.mul(s[k], w[k], w[k])
		VFMSUB231PD(x, c[k], w[k])
	}
	for _, q := range []reg.Register{pd, pe, pw} {
		SUBQ(imm(row), q)
	}
	ADDQ(imm(2*row), pr)
	DECQ(steps)
	JNZ(LabelRef(loop))
	for k := range p {
		off := k * v.bytes
		v.mul(p[k], s[k], s[k])
		v.store(s[k], at(pe, off))
		v.mul(p[k], c[k], c[k])
		v.add(at(pshift, off), c[k], c[k])
		v.store(c[k], at(pd, off))
		v.store(w[k], at(pw, off))
	}
	finish()
}

// replay undoes a sweep on the vectors it was applied to.
func (v vector) replay() {
	v.function("replay", "func(steps int, w, record *T)", `takes back the rotations of a sweep from w, which points at the first row
of the sweep as record points at its last rotation.`)
	var (
		steps, pw, pr = param("steps"), param("w"), param("record")
		loop          = label("rows")
		side          = batch / v.lanes()
		row           = batch * v.size
		w             = v.regs(side)
	)
	for k := range w {
		v.load(at(pw, k*v.bytes), w[k])
	}
	Label(loop)
	for k := range w {
		off := k * v.bytes
		c, s, x, y := v.reg(), v.reg(), v.reg(), v.reg()
		v.load(at(pr, off), c)
		v.load(at(pr, off+row), s)
		v.load(at(pw, off+row), x)
		v.mul(s, x, y)
		v.fma(w[k], c, y)
		v.store(y, at(pw, off))
		v.mul(c, x, x)
		v.fnma(w[k], s, x)
		VMOVUPD(x, w[k])
	}
	ADDQ(imm(row), pw)
	SUBQ(imm(2*row), pr)
	DECQ(steps)
	JNZ(LabelRef(loop))
	for k := range w {
		v.store(w[k], at(pw, k*v.bytes))
	}
	finish()
}
