package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// forward is Uᵀ·z = b for an upper triangular factor by rows, one row block after the other.
func (v vector) forward() {
	v.function("forward", "func(blocks int, u *T, ld int, inverse, b *T, vectors int)", fmt.Sprintf(
		`solves Uᵀ·z = b in place of b, for blocks·%d rows of so many vectors of u and the inverses of its diagonal.`, v.rows))
	var (
		blocks, u, ld       = param("blocks"), param("u"), v.stride("ld")
		inverse, b, vectors = param("inverse"), param("b"), param("vectors")
		column, rows, end   = GP64(), GP64(), GP64()
		block, done         = label("block"), label("done")
		p, q                = GP64(), GP64()
	)
	TESTQ(blocks, blocks)
	JZ(LabelRef(done))
	XORQ(column, column) // distance of the block's first column, in bytes
	MOVQ(vectors, end)
	SHLQ(Imm(uint64(log2(v.bytes))), end)
	Label(block)
	z := v.regs(v.rows)
	// The block's own triangle, on numbers: each step is one multiplication and one fused multiply-add late.
	MOVQ(u, rows)
	own := make([]reg.VecVirtual, v.rows)
	for i := range own {
		own[i] = XMM()
		v.by(VMOVSS, VMOVSD)(Mem{Base: b, Index: column, Scale: 1, Disp: i * v.size}, own[i])
	}
	for i := 0; i < v.rows; i++ {
		v.by(VMULSS, VMULSD)(Mem{Base: inverse, Index: column, Scale: 1, Disp: i * v.size}, own[i], own[i])
		v.by(VMOVSS, VMOVSD)(own[i], Mem{Base: b, Index: column, Scale: 1, Disp: i * v.size})
		for l := i + 1; l < v.rows; l++ {
			v.by(VFNMADD231SS, VFNMADD231SD)(Mem{Base: rows, Index: column, Scale: 1, Disp: l * v.size}, own[i], own[l])
		}
		ADDQ(ld, rows)
	}
	for i := range own {
		v.bcast(own[i], z[i])
	}
	// The columns to the right of the block, from the vector that holds its end.
	ADDQ(imm(v.rows*v.size), column)
	MOVQ(column, q)
	loop, last := label("columns"), label("last")
	if half := (vector{isa{bytes: v.rows * v.size}, v.size}); half.bytes < v.bytes {
		// Where the block ends in the middle of a vector, the other half of that vector.
		whole := label("whole")
		TESTQ(U32(v.bytes-1), q)
		JZ(LabelRef(whole))
		MOVQ(u, rows)
		t, x := half.reg(), half.reg()
		half.load(Mem{Base: b, Index: q, Scale: 1}, t)
		for i := 0; i < v.rows; i++ {
			half.load(Mem{Base: rows, Index: q, Scale: 1}, x)
			half.fnma(half.part(z[i]), x, t)
			ADDQ(ld, rows)
		}
		half.store(t, Mem{Base: b, Index: q, Scale: 1})
		ADDQ(imm(half.bytes), q)
		Label(whole)
	}
	Label(loop)
	CMPQ(q, end)
	JGE(LabelRef(last))
	t := v.reg()
	v.load(Mem{Base: b, Index: q, Scale: 1}, t)
	MOVQ(u, p)
	ADDQ(q, p)
	for i := 0; i < v.rows; i++ {
		v.fnma(at(p, 0), z[i], t)
		if i+1 < v.rows {
			ADDQ(ld, p)
		}
	}
	v.store(t, Mem{Base: b, Index: q, Scale: 1})
	ADDQ(imm(v.bytes), q)
	JMP(LabelRef(loop))
	Label(last)
	MOVQ(rows, u)
	DECQ(blocks)
	JNZ(LabelRef(block))
	Label(done)
	finish()
}

// dots is the product of a row block with a vector.
func (v vector) dots() {
	v.function("dots", "func(vectors int, a *T, ld int, x, y *T)", fmt.Sprintf(
		`writes the products of %d rows of a with x, of so many vectors, to y.`, v.rows))
	var (
		vectors, a, ld = param("vectors"), param("a"), v.stride("ld")
		x, y           = param("x"), param("y")
		loop, done     = label("columns"), label("done")
		p              = GP64()
	)
	sums := v.regs(v.rows)
	for _, s := range sums {
		v.zero(s)
	}
	TESTQ(vectors, vectors)
	JZ(LabelRef(done))
	Label(loop)
	right := v.reg()
	v.load(at(x, 0), right)
	MOVQ(a, p)
	for i, s := range sums {
		v.fma(at(p, 0), right, s)
		if i+1 < v.rows {
			ADDQ(ld, p)
		}
	}
	ADDQ(imm(v.bytes), a)
	ADDQ(imm(v.bytes), x)
	DECQ(vectors)
	JNZ(LabelRef(loop))
	Label(done)
	for i, s := range sums {
		v.sum(s)
		v.by(VMOVSS, VMOVSD)(s.AsX(), at(y, i*v.size))
	}
	finish()
}

// peak is nothing but fused multiply-adds, as many at once as the latency asks for.
func (v vector) peak() {
	const chains = 12
	v.function("peak", "func(rounds int)", fmt.Sprintf(`makes rounds·%d independent fused multiply-adds of vectors.`, chains))
	rounds, loop := param("rounds"), label("round")
	acc, x := v.regs(chains), v.reg()
	v.zero(x)
	for _, r := range acc {
		v.zero(r)
	}
	Label(loop)
	for _, r := range acc {
		v.fma(x, x, r)
	}
	DECQ(rounds)
	JNZ(LabelRef(loop))
	finish()
}
