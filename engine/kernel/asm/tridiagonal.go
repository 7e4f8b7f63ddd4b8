package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// order is the order of the diagonal blocks that a matrix under tridiagonalisation holds in full.
const order = 8

// blocks loads a length in blocks as one in vectors.
func (v vector) blocks() reg.GPVirtual {
	r := param("blocks")
	if n := log2(order * v.size / v.bytes); n > 0 {
		SHLQ(imm(n), r)
	}
	return r
}

// rankTwo is the step that tridiagonalisation spends its time in: one pass over what is left of the matrix updates
// it and multiplies it by the next vector.
func (v vector) rankTwo() {
	v.function("rankTwo", "func(blocks int, a *T, ld int, v, w, u, y, z *T)", fmt.Sprintf(
		`subtracts v·wᵀ + w·vᵀ from the upper triangle of a symmetric matrix of blocks·%[1]d rows whose
diagonal blocks of order %[1]d are full, and adds its product with u to y + z; z is written, y is added to.`, order))
	var (
		width, a, ld = v.blocks(), param("a"), v.stride("ld") // vectors from the block's first column to the end
		pv, pw, pu   = param("v"), param("w"), param("u")
		y, z         = param("y"), param("z")
		rows         = v.rows / 2
		block        = label("block")
		done         = label("done")
	)
	TESTQ(width, width)
	JZ(LabelRef(done))
	Label(block)
	for tile := 0; tile < order/rows; tile++ {
		vi, wi, ui, dots := v.regs(rows), v.regs(rows), v.regs(rows), v.regs(rows)
		for i := range vi {
			row := (tile*rows + i) * v.size
			v.bcast(at(pv, row), vi[i])
			v.bcast(at(pw, row), wi[i])
			v.bcast(at(pu, row), ui[i])
			v.zero(dots[i])
		}
		index, end := GP64(), GP64()
		column := func(diagonal bool) {
			vj, wj, yj, uj := v.reg(), v.reg(), v.reg(), v.reg()
			v.load(Mem{Base: pv, Index: index, Scale: 1}, vj)
			v.load(Mem{Base: pw, Index: index, Scale: 1}, wj)
			v.load(Mem{Base: y, Index: index, Scale: 1}, yj)
			if !diagonal {
				v.load(Mem{Base: pu, Index: index, Scale: 1}, uj)
			}
			p := GP64()
			LEAQ(Mem{Base: a, Index: index, Scale: 1}, p)
			for i := range vi {
				x := v.reg()
				v.load(at(p, 0), x)
				v.fnma(wj, vi[i], x)
				v.fnma(vj, wi[i], x)
				v.store(x, at(p, 0))
				v.fma(x, ui[i], yj)
				if !diagonal {
					v.fma(x, uj, dots[i])
				}
				if i+1 < rows {
					ADDQ(ld, p)
				}
			}
			v.store(yj, Mem{Base: y, Index: index, Scale: 1})
			ADDQ(imm(v.bytes), index)
		}
		XORQ(index, index)
		for j := 0; j < order*v.size/v.bytes; j++ {
			column(true)
		}
		MOVQ(width, end)
		SHLQ(imm(log2(v.bytes)), end)
		loop, last := label("columns"), label("last")
		Label(loop)
		CMPQ(index, end)
		JGE(LabelRef(last))
		column(false)
		JMP(LabelRef(loop))
		Label(last)
		v.storeSums(dots, at(z, tile*rows*v.size))
		for i := 0; i < rows; i++ {
			ADDQ(ld, a)
		}
	}
	for _, p := range []reg.Register{a, pv, pw, pu, y, z} {
		ADDQ(imm(order*v.size), p)
	}
	SUBQ(imm(order*v.size/v.bytes), width)
	JNZ(LabelRef(block))
	Label(done)
	finish()
}

// storeSums writes the sums over the lanes of four 512-bit or two 256-bit registers of double precision.
func (v vector) storeSums(r []reg.VecVirtual, m Mem) {
	pair := func(a, b reg.VecVirtual) reg.VecVirtual {
		low, high := v.reg(), v.reg()
		VUNPCKLPD(b, a, low)
		VUNPCKHPD(b, a, high)
		VADDPD(low, high, low)
		return low
	}
	if v.bytes == 32 {
		s, t := pair(r[0], r[1]), XMM()
		VEXTRACTF128(Imm(1), s, t)
		VADDPD(t, s.AsX(), t)
		VMOVUPD(t, m)
		return
	}
	var half [2]reg.VecVirtual
	for i := range half {
		s := pair(r[2*i], r[2*i+1])
		half[i] = YMM()
		VEXTRACTF64X4(Imm(1), s, half[i])
		VADDPD(s.AsY(), half[i], half[i])
	}
	low, high := YMM(), YMM()
	VPERM2F128(Imm(0x20), half[1], half[0], low)
	VPERM2F128(Imm(0x31), half[1], half[0], high)
	VADDPD(low, high, low)
	VMOVUPD(low, m)
}

// fold is a rank-two update of one row, and its length.
func (v vector) fold() {
	v.function("fold", "func(blocks int, a, v, w *T, s, t float64) (squares float64)", `subtracts s·w + t·v from a and returns the sum of its squares.`)
	var (
		vectors   = v.blocks()
		a, pv, pw = param("a"), param("v"), param("w")
		s, t, sum = v.reg(), v.reg(), v.reg()
		loop      = label("columns")
	)
	sAddr, _ := Param("s").Resolve()
	tAddr, _ := Param("t").Resolve()
	v.bcast(sAddr.Addr, s)
	v.bcast(tAddr.Addr, t)
	v.zero(sum)
	Label(loop)
	x := v.reg()
	v.load(at(a, 0), x)
	v.fnma(at(pw, 0), s, x)
	v.fnma(at(pv, 0), t, x)
	v.store(x, at(a, 0))
	v.fma(x, x, sum)
	for _, p := range []reg.Register{a, pv, pw} {
		ADDQ(imm(v.bytes), p)
	}
	DECQ(vectors)
	JNZ(LabelRef(loop))
	v.sum(sum)
	Store(sum.AsX(), ReturnIndex(0))
	finish()
}

// turn completes a step: w = p − (τ/2·pᵀu)·u for p = τ·(y + z), and makes u the v of the next update.
func (v vector) turn() {
	v.function("turn", "func(blocks int, u, y, z, v, w *T, tau float64)", `sets w = p − (τ/2·pᵀu)·u for p = τ·(y + z), copies u to v and clears y.`)
	var (
		vectors    = v.blocks()
		u, y, z    = param("u"), param("y"), param("z")
		pv, pw     = param("v"), param("w")
		tau, sum   = v.reg(), v.reg()
		index, end = GP64(), GP64()
		loop       = label("columns")
		zero       = v.reg()
	)
	m, _ := Param("tau").Resolve()
	v.bcast(m.Addr, tau)
	v.zero(sum)
	v.zero(zero)
	MOVQ(vectors, end)
	SHLQ(imm(log2(v.bytes)), end)
	XORQ(index, index)
	Label(loop)
	p := v.reg()
	v.load(Mem{Base: y, Index: index, Scale: 1}, p)
	v.add(Mem{Base: z, Index: index, Scale: 1}, p, p)
	v.mul(tau, p, p)
	v.store(p, Mem{Base: pw, Index: index, Scale: 1})
	v.store(zero, Mem{Base: y, Index: index, Scale: 1})
	v.fma(Mem{Base: u, Index: index, Scale: 1}, p, sum)
	ADDQ(imm(v.bytes), index)
	CMPQ(index, end)
	JLT(LabelRef(loop))
	v.sum(sum)
	half := XMM()
	VMULSD(tau.AsX(), sum.AsX(), half)
	VMULSD(v.number("half", 0.5), half, half)
	v.bcast(half, sum)
	XORQ(index, index)
	loop = label("columns")
	Label(loop)
	r, w := v.reg(), v.reg()
	v.load(Mem{Base: u, Index: index, Scale: 1}, r)
	v.load(Mem{Base: pw, Index: index, Scale: 1}, w)
	v.fnma(sum, r, w)
	v.store(w, Mem{Base: pw, Index: index, Scale: 1})
	v.store(r, Mem{Base: pv, Index: index, Scale: 1})
	ADDQ(imm(v.bytes), index)
	CMPQ(index, end)
	JLT(LabelRef(loop))
	finish()
}

// reflect applies one Householder reflector to a vector.
func (v vector) reflect() {
	v.function("reflect", "func(blocks int, u *T, tau float64, b *T)", `subtracts τ·(uᵀb)·u from b.`)
	var (
		vectors, u, b = v.blocks(), param("u"), param("b")
		tau, sum      = v.reg(), v.reg()
		index, end    = GP64(), GP64()
		loop          = label("columns")
	)
	m, _ := Param("tau").Resolve()
	v.bcast(m.Addr, tau)
	v.zero(sum)
	MOVQ(vectors, end)
	SHLQ(imm(log2(v.bytes)), end)
	XORQ(index, index)
	Label(loop)
	x := v.reg()
	v.load(Mem{Base: u, Index: index, Scale: 1}, x)
	v.fma(Mem{Base: b, Index: index, Scale: 1}, x, sum)
	ADDQ(imm(v.bytes), index)
	CMPQ(index, end)
	JLT(LabelRef(loop))
	v.sum(sum)
	VMULSD(tau.AsX(), sum.AsX(), sum.AsX())
	v.bcast(sum.AsX(), tau)
	XORQ(index, index)
	loop = label("columns")
	Label(loop)
	y := v.reg()
	v.load(Mem{Base: b, Index: index, Scale: 1}, y)
	v.fnma(Mem{Base: u, Index: index, Scale: 1}, tau, y)
	v.store(y, Mem{Base: b, Index: index, Scale: 1})
	ADDQ(imm(v.bytes), index)
	CMPQ(index, end)
	JLT(LabelRef(loop))
	finish()
}

// scale multiplies a padded vector by a number.
func (v vector) scale() {
	v.function("scale", "func(blocks int, x *T, s float64)", `multiplies x by s.`)
	vectors, x, s, loop := v.blocks(), param("x"), v.reg(), label("columns")
	m, _ := Param("s").Resolve()
	v.bcast(m.Addr, s)
	Label(loop)
	r := v.reg()
	v.load(at(x, 0), r)
	v.mul(s, r, r)
	v.store(r, at(x, 0))
	ADDQ(imm(v.bytes), x)
	DECQ(vectors)
	JNZ(LabelRef(loop))
	finish()
}
