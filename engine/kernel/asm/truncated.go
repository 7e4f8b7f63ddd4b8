package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// truncated sums rows of a float32 matrix, each times a number and truncated toward zero, in double precision.
func (v vector) truncated() {
	v.function("truncated", "func(count int, index *uint32, rows *float32, rank int, y, sums *T)",
		`adds the rows of length rank that index names, each times its y and truncated toward zero, to
sums. It asks the memory for rows to come.`)
	var (
		limit, index = param("count"), param("index")
		rows, rank   = param("rows"), param("rank")
		y, sums      = param("y"), param("sums")
		row, columns = label("row"), label("columns")
		tail, last   = label("tail"), label("last")
		from, next   = GP64(), GP64()
		to, left     = GP64(), GP64()
		factor       = v.reg()
		half, whole  = v.tailMask(rank), v.mask(rank)
	)
	LEAQ(Mem{Base: index, Index: limit, Scale: 4, Disp: -4}, limit)
	Label(row)
	v.source(at(index, 0), rows, rank, from)
	v.ahead(index, limit, to)
	v.source(at(to, 0), rows, rank, next)
	v.bcast(at(y, 0), factor)
	MOVQ(sums, to)
	MOVQ(rank, left)
	Label(columns)
	CMPQ(left, imm(v.lanes()))
	JLT(LabelRef(tail))
	PREFETCHT0(at(next, 0))
	x := v.reg()
	VCVTPS2PD(at(from, 0), x)
	v.mul(factor, x, x)
	v.trunc(x)
	v.add(at(to, 0), x, x)
	v.store(x, at(to, 0))
	ADDQ(imm(v.bytes/2), from)
	ADDQ(imm(v.bytes/2), next)
	ADDQ(imm(v.bytes), to)
	SUBQ(imm(v.lanes()), left)
	JMP(LabelRef(columns))
	Label(tail)
	TESTQ(left, left)
	JZ(LabelRef(last))
	PREFETCHT0(at(next, 0))
	x, sum := v.reg(), v.reg()
	v.loadTail(from, half, x)
	v.mul(factor, x, x)
	v.trunc(x)
	v.maskedLoad(to, whole, sum)
	v.add(sum, x, x)
	v.maskedStore(x, whole, to)
	Label(last)
	ADDQ(imm(4), index)
	ADDQ(imm(v.size), y)
	CMPQ(index, limit)
	JLS(LabelRef(row))
	finish()
}
