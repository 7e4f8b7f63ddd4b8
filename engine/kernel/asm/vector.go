package main

import (
	"fmt"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// isa is an instruction set: how wide its vectors are and how many rows the register tiles have.
type isa struct {
	name  string
	bytes int // of a vector
	rows  int // of a register tile; a tile of rows×3 vectors leaves room for the operands
}

var (
	avx512 = isa{"AVX512", 64, 8}
	avx2   = isa{"AVX2", 32, 4}
)

// vector is the instructions for one element type: float32 or float64, by its size in bytes.
type vector struct {
	isa
	size int
}

func (v vector) lanes() int { return v.bytes / v.size }

// goType is the element's name in Go signatures, short in function names.
func (v vector) goType() string { return fmt.Sprintf("float%d", 8*v.size) }
func (v vector) short() string  { return fmt.Sprintf("F%d", 8*v.size) }

func (v vector) reg() reg.VecVirtual {
	switch v.bytes {
	case 64:
		return ZMM()
	case 32:
		return YMM()
	}
	return XMM()
}

// part is the lower part of a register that is as wide as a vector.
func (v vector) part(r reg.VecVirtual) Op {
	if v.bytes == 32 {
		return r.AsY()
	}
	return r.AsX()
}

func (v vector) regs(n int) []reg.VecVirtual {
	list := make([]reg.VecVirtual, n)
	for i := range list {
		list[i] = v.reg()
	}
	return list
}

type emit func(...Op)

// by picks the instruction for single or double precision.
func (v vector) by(single, double emit) emit {
	if v.size == 4 {
		return single
	}
	return double
}

func (v vector) load(m Mem, r reg.VecVirtual)  { v.by(VMOVUPS, VMOVUPD)(m, r) }
func (v vector) store(r reg.VecVirtual, m Mem) { v.by(VMOVUPS, VMOVUPD)(r, m) }
func (v vector) bcast(m Op, r reg.VecVirtual)  { v.by(VBROADCASTSS, VBROADCASTSD)(m, r) }
func (v vector) add(a, b Op, to reg.VecVirtual) {
	v.by(VADDPS, VADDPD)(a, b, to)
}
func (v vector) mul(a, b Op, to reg.VecVirtual) {
	v.by(VMULPS, VMULPD)(a, b, to)
}

// fma adds a·b to acc, fnma subtracts it.
func (v vector) fma(a Op, b, acc reg.VecVirtual)  { v.by(VFMADD231PS, VFMADD231PD)(a, b, acc) }
func (v vector) fnma(a Op, b, acc reg.VecVirtual) { v.by(VFNMADD231PS, VFNMADD231PD)(a, b, acc) }

// div sets to = a / b.
func (v vector) div(b Op, a, to reg.VecVirtual) { v.by(VDIVPS, VDIVPD)(b, a, to) }
func (v vector) sqrt(a Op, to reg.VecVirtual)   { v.by(VSQRTPS, VSQRTPD)(a, to) }

// trunc truncates double precision toward zero.
func (v vector) trunc(r reg.VecVirtual) {
	toZero := Imm(0b1011) // without an exception for what is cut off
	if v.bytes == 64 {
		VRNDSCALEPD(toZero, r, r)
	} else {
		VROUNDPD(toZero, r, r)
	}
}

func (v vector) zero(r reg.VecVirtual) {
	if v.bytes == 64 {
		VPXORD(r, r, r)
	} else {
		VPXOR(r, r, r)
	}
}

// sum adds the lanes of r into its lowest lane, overwriting r.
func (v vector) sum(r reg.VecVirtual) {
	half := YMM()
	if v.bytes == 64 {
		VEXTRACTF64X4(Imm(1), r, half)
		v.by(VADDPS, VADDPD)(half, r.AsY(), r.AsY())
	}
	quarter := half.AsX()
	VEXTRACTF128(Imm(1), r.AsY(), quarter)
	v.by(VADDPS, VADDPD)(quarter, r.AsX(), r.AsX())
	VPERMILPD(Imm(1), r.AsX(), quarter)
	v.by(VADDPS, VADDPD)(quarter, r.AsX(), r.AsX())
	if v.size == 4 {
		VMOVSHDUP(r.AsX(), quarter)
		VADDSS(quarter, r.AsX(), r.AsX())
	}
}

// at is the element or vector at a distance in bytes from a pointer.
func at(p reg.Register, disp int) Mem { return Mem{Base: p, Disp: disp} }

// imm is a distance as an immediate operand of a 64-bit addition.
func imm(n int) Op {
	if n < 128 {
		return Imm(uint64(n))
	}
	return U32(n)
}

// param loads a parameter into a general register.
func param(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }

// stride loads a distance counted in elements and turns it into bytes.
func (v vector) stride(name string) reg.GPVirtual {
	r := param(name)
	SHLQ(Imm(uint64(log2(v.size))), r)
	return r
}

func log2(n int) (l int) {
	for ; n > 1; n >>= 1 {
		l++
	}
	return l
}

// function starts a function whose name ends in its element type and instruction set; T stands for the type.
func (v vector) function(name, signature, doc string) {
	begin(name+v.short()+v.name, strings.ReplaceAll(signature, "T", v.goType()), doc)
}

// begin starts a function; doc says what it does, as a sentence that starts with its verb.
func begin(name, signature, doc string) {
	TEXT(name, NOSPLIT, signature)
	Pragma("noescape")
	Doc(strings.Split(name+" "+doc, "\n")...)
}

// finish ends a function.
func finish() {
	VZEROUPPER()
	RET()
}

// labels are unique within the file.
var labelCount int

func label(name string) string {
	labelCount++
	return fmt.Sprintf("%s%d", name, labelCount)
}
