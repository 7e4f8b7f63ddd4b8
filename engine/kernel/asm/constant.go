package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// known are the constants that the file has, by name.
var known = make(map[string]Mem)

// data is a constant of 32-bit words in memory, written on its first use.
func data(name string, words ...uint32) Mem {
	m, ok := known[name]
	if !ok {
		m = GLOBL(name, RODATA|NOPTR)
		for i, w := range words {
			DATA(4*i, U32(w))
		}
		known[name] = m
	}
	return m
}

// number is a number of the element type in memory. It is written by its bits, because the assembler takes a whole
// number for an integer.
func (v vector) number(name string, x float64) Mem {
	name += fmt.Sprint(8 * v.size)
	if v.size == 4 {
		return data(name, math.Float32bits(float32(x)))
	}
	bits := math.Float64bits(x)
	return data(name, uint32(bits), uint32(bits>>32))
}
