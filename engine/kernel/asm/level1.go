package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The functions here take slices of any length: what is left after whole vectors is masked.

// dot is the inner product.
func (v vector) dot() {
	v.function("dot", "func(n int, x, y *T) (sum T)", `returns the sum of products of n elements.`)
	const chains = 4
	var (
		n, x, y          = param("n"), param("x"), param("y")
		sums             = v.regs(chains)
		wide, one        = label("wide"), label("one")
		tail, done, mask = label("tail"), label("done"), v.mask(n)
	)
	for _, s := range sums {
		v.zero(s)
	}
	Label(wide)
	CMPQ(n, imm(chains*v.lanes()))
	JLT(LabelRef(one))
	for i, s := range sums {
		a := v.reg()
		v.load(at(x, i*v.bytes), a)
		v.fma(at(y, i*v.bytes), a, s)
	}
	ADDQ(imm(chains*v.bytes), x)
	ADDQ(imm(chains*v.bytes), y)
	SUBQ(imm(chains*v.lanes()), n)
	JMP(LabelRef(wide))
	Label(one)
	CMPQ(n, imm(v.lanes()))
	JLT(LabelRef(tail))
	a := v.reg()
	v.load(at(x, 0), a)
	v.fma(at(y, 0), a, sums[0])
	ADDQ(imm(v.bytes), x)
	ADDQ(imm(v.bytes), y)
	SUBQ(imm(v.lanes()), n)
	JMP(LabelRef(one))
	Label(tail)
	TESTQ(n, n)
	JZ(LabelRef(done))
	a, b := v.reg(), v.reg()
	v.maskedLoad(x, mask, a)
	v.maskedLoad(y, mask, b)
	v.fma(b, a, sums[1])
	Label(done)
	v.add(sums[1], sums[0], sums[0])
	v.add(sums[3], sums[2], sums[2])
	v.add(sums[2], sums[0], sums[0])
	v.sum(sums[0])
	Store(sums[0].AsX(), ReturnIndex(0))
	finish()
}

// addScaled is y += s·x.
func (v vector) addScaled() {
	v.function("addScaled", "func(n int, y *T, s T, x *T)", `adds s·x to y, n elements of each.`)
	var (
		n, x, y    = param("n"), param("x"), param("y")
		s          = v.reg()
		loop, tail = label("columns"), label("tail")
		done, mask = label("done"), v.mask(n)
	)
	m, _ := Param("s").Resolve()
	v.bcast(m.Addr, s)
	Label(loop)
	CMPQ(n, imm(v.lanes()))
	JLT(LabelRef(tail))
	a := v.reg()
	v.load(at(y, 0), a)
	v.fma(at(x, 0), s, a)
	v.store(a, at(y, 0))
	ADDQ(imm(v.bytes), x)
	ADDQ(imm(v.bytes), y)
	SUBQ(imm(v.lanes()), n)
	JMP(LabelRef(loop))
	Label(tail)
	TESTQ(n, n)
	JZ(LabelRef(done))
	a, b := v.reg(), v.reg()
	v.maskedLoad(x, mask, a)
	v.maskedLoad(y, mask, b)
	v.fma(a, s, b)
	v.maskedStore(b, mask, y)
	Label(done)
	finish()
}

// squares is the squared norm of single precision, in double.
func (v vector) squares() {
	v.function("squares", "func(n int, x *float32) (sum float64)", `returns the sum of squares of n numbers, in double precision.`)
	var (
		n, x       = param("n"), param("x")
		sums       = v.regs(2)
		loop, tail = label("columns"), label("tail")
		done, mask = label("done"), v.tailMask(n)
	)
	v.zero(sums[0])
	v.zero(sums[1])
	Label(loop)
	CMPQ(n, imm(v.lanes()))
	JLT(LabelRef(tail))
	a := v.reg()
	VCVTPS2PD(at(x, 0), a)
	v.fma(a, a, sums[0])
	ADDQ(imm(v.bytes/2), x)
	SUBQ(imm(v.lanes()), n)
	JMP(LabelRef(loop))
	Label(tail)
	TESTQ(n, n)
	JZ(LabelRef(done))
	a = v.reg()
	v.loadTail(x, mask, a)
	v.fma(a, a, sums[1])
	Label(done)
	v.add(sums[1], sums[0], sums[0])
	v.sum(sums[0])
	Store(sums[0].AsX(), ReturnIndex(0))
	finish()
}

// mask returns the mask of what is left of n elements after whole vectors.
func (v vector) mask(n reg.GPVirtual) reg.Register {
	if v.bytes == 64 {
		return v.tailMask(n)
	}
	m, left, p := YMM(), GP64(), GP64()
	MOVQ(n, left)
	ANDQ(imm(v.lanes()-1), left)
	SHLQ(imm(log2(v.size)), left)
	LEAQ(tailTable(), p)
	SUBQ(left, p)
	VMOVDQU(at(p, 32), m)
	return m
}

func (v vector) maskedLoad(from, mask reg.Register, to reg.VecVirtual) {
	if v.bytes == 64 {
		v.by(func(o ...Op) { VMOVUPS_Z(o[0], o[1], o[2]) }, func(o ...Op) { VMOVUPD_Z(o[0], o[1], o[2]) })(at(from, 0), mask, to)
		return
	}
	v.by(func(o ...Op) { VMASKMOVPS(o[0], o[1], o[2]) }, func(o ...Op) { VMASKMOVPD(o[0], o[1], o[2]) })(at(from, 0), mask, to)
}

func (v vector) maskedStore(from reg.VecVirtual, mask, to reg.Register) {
	if v.bytes == 64 {
		v.by(VMOVUPS, VMOVUPD)(from, mask, at(to, 0))
		return
	}
	v.by(func(o ...Op) { VMASKMOVPS(o[0], o[1], o[2]) }, func(o ...Op) { VMASKMOVPD(o[0], o[1], o[2]) })(from, mask, at(to, 0))
}
