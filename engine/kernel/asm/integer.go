package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// integer is the instructions for exact sums of products of 16-bit integers z of at most 2¹⁴.
//
// A panel holds two rows in one: every column is a pair of integers, (z, z′) of row 2p and row 2p+1. One instruction
// multiplies pairs and adds the two products in 32 bits. So that many can be added, the right factor is split into
// z = 128·h + l with |h| ≤ 2⁷ and −2⁶ ≤ l < 2⁶: its products are at most 2²¹, and 1022 rows of them stay below 2³¹.
type integer struct{ isa }

// limbBits is where a right factor is split.
const limbBits = 7

func (v integer) lanes() int { return v.bytes / 4 }

func (v integer) reg() reg.VecVirtual { return vector{v.isa, 4}.reg() }

func (v integer) function(name, signature, doc string) {
	begin(name+v.name, signature, doc)
}

// strip is C += AᵀB for one vector of pairs of B, as two sums for its two limbs.
func (v integer) strip(name string, rows int) {
	v.function(name, "func(pairs int, a, high, low *uint32, ld int, c *float64, ldc, tiles int)", fmt.Sprintf(
		`adds AᵀB to tiles·%d rows of %d elements of c, for so many pairs of rows of a and of the limbs of b, at most 511.`, rows, v.lanes()))
	var (
		pairs, a   = param("pairs"), param("a")
		high, low  = param("high"), param("low")
		ld         = param("ld")
		c, ldc     = param("c"), param("ldc")
		tiles      = param("tiles")
		tile, loop = label("tile"), label("pairs")
		none       = label("none")
		pa, ph, pl = GP64(), GP64(), GP64()
		left       = GP64()
		sums       = make([][2]reg.VecVirtual, rows)
		words      = vector{v.isa, 4}
		double     = vector{v.isa, 8}
		factor     = double.reg()
	)
	SHLQ(imm(2), ld)
	SHLQ(imm(3), ldc)
	TESTQ(tiles, tiles)
	JZ(LabelRef(none))
	double.bcast(double.number("limb", 1<<limbBits), factor)
	Label(tile)
	for i := range sums {
		for limb := range sums[i] {
			sums[i][limb] = v.reg()
			words.zero(sums[i][limb])
		}
	}
	MOVQ(a, pa)
	MOVQ(high, ph)
	MOVQ(low, pl)
	MOVQ(pairs, left)
	Label(loop)
	limbs := [2]reg.VecVirtual{v.reg(), v.reg()}
	words.load(at(ph, 0), limbs[0])
	words.load(at(pl, 0), limbs[1])
	for i := range sums {
		x := v.reg()
		VPBROADCASTD(at(pa, 4*i), x)
		for limb, b := range limbs {
			product := v.reg()
			VPMADDWD(b, x, product)
			VPADDD(product, sums[i][limb], sums[i][limb])
		}
	}
	ADDQ(ld, pa)
	ADDQ(ld, ph)
	ADDQ(ld, pl)
	DECQ(left)
	JNZ(LabelRef(loop))

	p := GP64()
	MOVQ(c, p)
	for i := range sums {
		for half := 0; half < 2; half++ {
			m := at(p, half*v.bytes)
			sum := double.reg()
			double.load(m, sum)
			for limb, from := range sums[i] {
				x := double.reg()
				if half == 1 {
					v.upper(from, from)
				}
				v.widen(from, x)
				if limb == 0 {
					double.fma(factor, x, sum)
				} else {
					double.add(x, sum, sum)
				}
			}
			double.store(sum, m)
		}
		if i+1 < rows {
			ADDQ(ldc, p)
		}
	}
	ADDQ(imm(4*rows), a)
	for i := 0; i < rows; i++ {
		ADDQ(ldc, c)
	}
	DECQ(tiles)
	JNZ(LabelRef(tile))
	Label(none)
	finish()
}

// upper moves the upper half of a register to the lower.
func (v integer) upper(from, to reg.VecVirtual) {
	if v.bytes == 64 {
		VEXTRACTI64X4(Imm(1), from, to.AsY())
	} else {
		VEXTRACTI128(Imm(1), from, to.AsX())
	}
}

// widen converts the 32-bit integers in the lower half of a register to float64.
func (v integer) widen(from, to reg.VecVirtual) {
	if v.bytes == 64 {
		VCVTDQ2PD(from.AsY(), to)
	} else {
		VCVTDQ2PD(from.AsX(), to)
	}
}

// gather turns rows of a float32 matrix into pairs of integers and their limbs.
func (v integer) gather() {
	v.function("gatherIntegers", "func(pairs, known int, index *uint32, rows *float32, rank int, scale *float64, panel *uint32, ld, width int)",
		`writes the rows of length rank that index names, two and two, each times its scale, clamped to
±2¹⁴ and truncated toward zero, to a panel: pairs, their high limbs and their low limbs, width columns apart. It
asks the memory for rows to come, of known rows in all, at least two for each pair.`)
	var (
		single, double = vector{v.isa, 4}, vector{v.isa, 8}
		pairs, index   = param("pairs"), param("index")
		rows, rank     = param("rows"), param("rank")
		scale, panel   = param("scale"), param("panel")
		ld, width      = param("ld"), param("width")
		pair, columns  = label("pair"), label("columns")
		tail, last     = label("tail"), label("last")
		from           = [2]reg.GPVirtual{GP64(), GP64()}
		factor         = [2]reg.VecVirtual{v.reg(), v.reg()}
		next           = [2]reg.GPVirtual{GP64(), GP64()}
		to, left       = GP64(), GP64()
		limit          = param("known")
		most, least    = v.reg(), v.reg()
		round          = v.reg()
	)
	LEAQ(Mem{Base: index, Index: limit, Scale: 4, Disp: -8}, limit)
	SHLQ(imm(2), ld)
	SHLQ(imm(2), width)
	double.bcast(double.number("most", 1<<14), most)
	double.bcast(double.number("least", -1<<14), least)
	VPBROADCASTD(data("halves", 1<<(limbBits-1)|1<<(limbBits-1+16)), round)
	mask := single.tailMask(rank)
	// write converts one vector of each row and stores the pairs.
	write := func(x [2]reg.VecVirtual) {
		for i := range x {
			var half [2]reg.VecVirtual
			for j := range half {
				half[j] = v.reg()
				if j == 1 {
					v.upper(x[i], x[i])
				}
				if v.bytes == 64 {
					VCVTPS2PD(x[i].AsY(), half[j])
				} else {
					VCVTPS2PD(x[i].AsX(), half[j])
				}
				VMULPD(factor[i], half[j], half[j])
				VMINPD(half[j], most, half[j]) // what is not a number stays, and becomes 0 below
				VMAXPD(half[j], least, half[j])
				if v.bytes == 64 {
					VCVTTPD2DQ(half[j], half[j].AsY())
				} else {
					VCVTTPD2DQY(half[j], half[j].AsX())
				}
			}
			if v.bytes == 64 {
				VINSERTI64X4(Imm(1), half[1].AsY(), half[0], x[i])
			} else {
				VINSERTI128(Imm(1), half[1].AsX(), half[0], x[i])
			}
		}
		z, high, low := x[0], x[1], v.reg()
		VPSLLD(Imm(16), z, z)
		VPSRLD(Imm(16), z, z)
		VPSLLD(Imm(16), x[1], x[1])
		v.or(x[1], z)
		single.store(z, at(to, 0))
		VPADDW(round, z, high)
		VPSRAW(Imm(limbBits), high, high)
		single.store(high, Mem{Base: to, Index: width, Scale: 1})
		VPSLLW(Imm(limbBits), high, low)
		VPSUBW(low, z, low)
		single.store(low, Mem{Base: to, Index: width, Scale: 2})
		ADDQ(imm(v.bytes), to)
	}
	Label(pair)
	single.ahead(index, limit, to)
	for i := range from {
		single.source(at(to, 4*i), rows, rank, next[i])
		single.source(at(index, 4*i), rows, rank, from[i])
		double.bcast(at(scale, 8*i), factor[i])
	}
	MOVQ(panel, to)
	MOVQ(rank, left)
	Label(columns)
	CMPQ(left, imm(v.lanes()))
	JLT(LabelRef(tail))
	x := [2]reg.VecVirtual{v.reg(), v.reg()}
	for i := range x {
		PREFETCHT0(at(next[i], 0))
		single.load(at(from[i], 0), x[i])
		ADDQ(imm(v.bytes), from[i])
		ADDQ(imm(v.bytes), next[i])
	}
	write(x)
	SUBQ(imm(v.lanes()), left)
	JMP(LabelRef(columns))
	Label(tail)
	TESTQ(left, left)
	JZ(LabelRef(last))
	x = [2]reg.VecVirtual{v.reg(), v.reg()}
	for i := range x {
		PREFETCHT0(at(next[i], 0))
		single.loadTail(from[i], mask, x[i])
	}
	write(x)
	Label(last)
	ADDQ(imm(8), index)
	ADDQ(imm(16), scale)
	ADDQ(ld, panel)
	DECQ(pairs)
	JNZ(LabelRef(pair))
	finish()
}

// or adds the bits of a to b.
func (v integer) or(a, b reg.VecVirtual) {
	if v.bytes == 64 {
		VPORD(a, b, b)
	} else {
		VPOR(a, b, b)
	}
}
