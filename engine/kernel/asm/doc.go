// Command asm writes the assembly of package kernel for one instruction set. go generate runs it; its output is
// committed and reproducible.
//
// Every function works on memory that the Go side has padded: rows are whole vectors, tiles are whole, and the number
// of terms of a sum is a multiple of four, so the loops have no tails. The few functions that take slices of any
// length mask theirs. It must never write a function that reads beyond what its arguments name.
package main
