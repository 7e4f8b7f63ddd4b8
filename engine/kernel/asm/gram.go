package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// strip is C += AᵀB for a column strip of B, width vectors wide: tile after tile of rows of C stays in registers
// while the k rows of A and B pass by.
func (v vector) strip(width int) {
	v.function(fmt.Sprintf("strip%d", width), "func(k int, a, b *T, ld int, c *T, ldc, tiles int)", fmt.Sprintf(
		`adds AᵀB to tiles·%d rows of %d elements of c, for k rows of a and b, k a multiple of 4.`, v.rows, width*v.lanes()))
	var (
		k, a, b, ld = param("k"), param("a"), param("b"), v.stride("ld")
		c, ldc      = param("c"), v.stride("ldc")
		tiles       = param("tiles")
		tile        = label("tile")
	)
	TESTQ(tiles, tiles)
	none := label("none")
	JZ(LabelRef(none))
	Label(tile)
	acc := v.loadTile(c, ldc, width)
	v.accumulate(k, a, b, ld, acc, v.fma)
	v.storeTile(acc, c, ldc)
	ADDQ(imm(v.rows*v.size), a)
	for i := 0; i < v.rows; i++ {
		ADDQ(ldc, c)
	}
	DECQ(tiles)
	JNZ(LabelRef(tile))
	Label(none)
	finish()
}

// loadTile returns the tile of rows×width vectors at c.
func (v vector) loadTile(c, ldc reg.Register, width int) [][]reg.VecVirtual {
	p := GP64()
	MOVQ(c, p)
	acc := make([][]reg.VecVirtual, v.rows)
	for i := range acc {
		acc[i] = v.regs(width)
		for j, r := range acc[i] {
			v.load(at(p, j*v.bytes), r)
		}
		if i+1 < v.rows {
			ADDQ(ldc, p)
		}
	}
	return acc
}

func (v vector) storeTile(acc [][]reg.VecVirtual, c, ldc reg.Register) {
	p := GP64()
	MOVQ(c, p)
	for i := range acc {
		for j, r := range acc[i] {
			v.store(r, at(p, j*v.bytes))
		}
		if i+1 < v.rows {
			ADDQ(ldc, p)
		}
	}
}

// accumulate adds or subtracts AᵀB, k rows of each, to a tile of registers. k is a multiple of 4, and may be 0.
func (v vector) accumulate(k, a, b, ld reg.Register, acc [][]reg.VecVirtual, fma func(Op, reg.VecVirtual, reg.VecVirtual)) {
	var (
		pa, pb, left = GP64(), GP64(), GP64()
		loop, done   = label("terms"), label("summed")
		width        = len(acc[0])
	)
	MOVQ(a, pa)
	MOVQ(b, pb)
	MOVQ(k, left)
	TESTQ(left, left)
	JZ(LabelRef(done))
	Label(loop)
	for unrolled := 0; unrolled < 2; unrolled++ {
		right := v.regs(width)
		for j, r := range right {
			v.load(at(pb, j*v.bytes), r)
		}
		for i := range acc {
			x := v.reg()
			v.bcast(at(pa, i*v.size), x)
			for j := range acc[i] {
				fma(x, right[j], acc[i][j])
			}
		}
		ADDQ(ld, pa)
		ADDQ(ld, pb)
	}
	SUBQ(Imm(2), left)
	JNZ(LabelRef(loop))
	Label(done)
}

// border is the two rows of sums that border a Gram matrix: Aᵀ·B for a of two columns.
func (v vector) border() {
	v.function("border", "func(k int, a, b *T, ld int, c *T, ldc, vectors int)", fmt.Sprintf(
		`adds AᵀB to two rows of vectors·%d elements of c, for a of k rows of two, k a multiple of 4.`, v.lanes()))
	var (
		k, a, b, ld  = param("k"), param("a"), param("b"), v.stride("ld")
		c, ldc       = param("c"), v.stride("ldc")
		vectors      = param("vectors")
		pa, pb, left = GP64(), GP64(), GP64()
		wide, narrow = label("wide"), label("narrow")
		rest, done   = label("rest"), label("done")
	)
	const width = 4
	Label(wide)
	CMPQ(vectors, Imm(width))
	JLT(LabelRef(rest))
	acc := [2][]reg.VecVirtual{v.regs(width), v.regs(width)}
	for j := 0; j < width; j++ {
		v.load(at(c, j*v.bytes), acc[0][j])
		v.load(Mem{Base: c, Index: ldc, Scale: 1, Disp: j * v.bytes}, acc[1][j])
	}
	loop := label("terms")
	MOVQ(a, pa)
	MOVQ(b, pb)
	MOVQ(k, left)
	Label(loop)
	x, y, right := v.reg(), v.reg(), v.reg()
	v.bcast(at(pa, 0), x)
	v.bcast(at(pa, v.size), y)
	for j := 0; j < width; j++ {
		v.load(at(pb, j*v.bytes), right)
		v.fma(x, right, acc[0][j])
		v.fma(y, right, acc[1][j])
	}
	ADDQ(ld, pa)
	ADDQ(ld, pb)
	DECQ(left)
	JNZ(LabelRef(loop))
	for j := 0; j < width; j++ {
		v.store(acc[0][j], at(c, j*v.bytes))
		v.store(acc[1][j], Mem{Base: c, Index: ldc, Scale: 1, Disp: j * v.bytes})
	}
	ADDQ(imm(width*v.bytes), b)
	ADDQ(imm(width*v.bytes), c)
	SUBQ(Imm(width), vectors)
	JMP(LabelRef(wide))

	// One vector alone: four terms in flight, because one sum would wait for itself.
	Label(rest)
	TESTQ(vectors, vectors)
	JZ(LabelRef(done))
	Label(narrow)
	const terms = 4
	sum := [2][]reg.VecVirtual{v.regs(terms), v.regs(terms)}
	v.load(at(c, 0), sum[0][0])
	v.load(Mem{Base: c, Index: ldc, Scale: 1}, sum[1][0])
	for i := 1; i < terms; i++ {
		v.zero(sum[0][i])
		v.zero(sum[1][i])
	}
	loop = label("terms")
	MOVQ(a, pa)
	MOVQ(b, pb)
	MOVQ(k, left)
	Label(loop)
	for i := 0; i < terms; i++ {
		x, right := v.reg(), v.reg()
		v.load(at(pb, 0), right)
		v.bcast(at(pa, 0), x)
		v.fma(x, right, sum[0][i])
		v.bcast(at(pa, v.size), x)
		v.fma(x, right, sum[1][i])
		ADDQ(ld, pa)
		ADDQ(ld, pb)
	}
	SUBQ(Imm(terms), left)
	JNZ(LabelRef(loop))
	for _, s := range sum {
		v.add(s[1], s[0], s[0])
		v.add(s[3], s[2], s[2])
		v.add(s[2], s[0], s[0])
	}
	v.store(sum[0][0], at(c, 0))
	v.store(sum[1][0], Mem{Base: c, Index: ldc, Scale: 1})
	ADDQ(imm(v.bytes), b)
	ADDQ(imm(v.bytes), c)
	DECQ(vectors)
	JNZ(LabelRef(narrow))
	Label(done)
	finish()
}
