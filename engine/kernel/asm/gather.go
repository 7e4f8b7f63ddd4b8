package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// ahead is how many rows a gather asks the memory for before it needs them, an even number: enough to hide a memory
// that is busy, and few enough for rows of 128 to stay in the first cache.
const ahead = 48

// gather copies rows of a float32 matrix into a panel.
func (v vector) gather() {
	v.function("gather", "func(count, known int, index *uint32, rows *float32, rank int, y, panel *T, ld, border int)",
		`copies the rows of length rank that index names to a panel, with zeros up to a whole vector,
and y and 1 to the two columns at border. It asks the memory for rows to come, of known ≥ count rows in all.`)
	var (
		count, index = param("count"), param("index")
		rows, rank   = param("rows"), param("rank")
		y, panel     = param("y"), param("panel")
		ld, border   = v.stride("ld"), v.stride("border")
		row, columns = label("row"), label("columns")
		tail, last   = label("tail"), label("last")
		from, next   = GP64(), GP64()
		to, left     = GP64(), GP64()
		limit        = param("known")
	)
	LEAQ(Mem{Base: index, Index: limit, Scale: 4, Disp: -4}, limit)
	mask := v.tailMask(rank)
	Label(row)
	v.source(at(index, 0), rows, rank, from)
	v.ahead(index, limit, to)
	v.source(at(to, 0), rows, rank, next)
	MOVQ(panel, to)
	MOVQ(rank, left)
	Label(columns)
	CMPQ(left, imm(v.lanes()))
	JLT(LabelRef(tail))
	x := v.reg()
	PREFETCHT0(at(next, 0))
	if v.size == 4 {
		v.load(at(from, 0), x)
	} else {
		VCVTPS2PD(at(from, 0), x)
	}
	v.store(x, at(to, 0))
	ADDQ(imm(4*v.lanes()), from)
	ADDQ(imm(4*v.lanes()), next)
	ADDQ(imm(v.bytes), to)
	SUBQ(imm(v.lanes()), left)
	JMP(LabelRef(columns))
	Label(tail)
	TESTQ(left, left)
	JZ(LabelRef(last))
	PREFETCHT0(at(next, 0))
	r := v.reg()
	v.loadTail(from, mask, r)
	v.store(r, at(to, 0))
	Label(last)
	value := XMM()
	v.by(VMOVSS, VMOVSD)(at(y, 0), value)
	v.by(VMOVSS, VMOVSD)(value, Mem{Base: panel, Index: border, Scale: 1})
	v.by(VMOVSS, VMOVSD)(v.number("one", 1), value)
	v.by(VMOVSS, VMOVSD)(value, Mem{Base: panel, Index: border, Scale: 1, Disp: v.size})
	ADDQ(imm(4), index)
	ADDQ(imm(v.size), y)
	ADDQ(ld, panel)
	DECQ(count)
	JNZ(LabelRef(row))
	finish()
}

// ahead sets to to where the index some rows ahead stands, or to the last one, at limit.
func (v vector) ahead(index, limit, to reg.GPVirtual) {
	LEAQ(at(index, 4*ahead), to)
	CMPQ(to, limit)
	CMOVQGT(limit, to)
}

// source sets from to the row of float32 that an index names.
func (v vector) source(index Mem, rows, rank, from reg.GPVirtual) {
	MOVL(index, from.As32())
	IMULQ(rank, from)
	LEAQ(Mem{Base: rows, Index: from, Scale: 4}, from)
}

// tailMask returns the mask of what is left of a row of float32 after whole vectors.
func (v vector) tailMask(rank reg.GPVirtual) reg.Register {
	n := GP64()
	MOVQ(rank, n)
	ANDQ(imm(v.lanes()-1), n)
	if v.bytes == 64 {
		k, ones := K(), GP64()
		MOVQ(U64(1), ones)
		SHLXQ(n, ones, ones)
		DECQ(ones)
		KMOVW(ones.As32(), k)
		return k
	}
	// As many ones as lanes are left, from a table of eight of them before eight zeros.
	p := GP64()
	LEAQ(tailTable(), p)
	SHLQ(imm(2), n)
	SUBQ(n, p)
	if v.size == 4 {
		m := YMM()
		VMOVDQU(at(p, 32), m)
		return m
	}
	m := XMM()
	VMOVDQU(at(p, 32), m)
	return m
}

// loadTail loads the masked lanes of float32 as elements, zero elsewhere.
func (v vector) loadTail(from reg.Register, mask reg.Register, to reg.VecVirtual) {
	switch {
	case v.bytes == 64 && v.size == 4:
		VMOVUPS_Z(at(from, 0), mask, to)
	case v.bytes == 64:
		VMOVUPS_Z(at(from, 0), mask, to.AsY())
		VCVTPS2PD(to.AsY(), to)
	case v.size == 4:
		VMASKMOVPS(at(from, 0), mask, to)
	default:
		VMASKMOVPS(at(from, 0), mask, to.AsX())
		VCVTPS2PD(to.AsX(), to)
	}
}

// tailTable is eight words of ones and eight of zeros.
func tailTable() Mem {
	var words [16]uint32
	for i := range 8 {
		words[i] = 0xffffffff
	}
	return data("tail", words[:]...)
}
