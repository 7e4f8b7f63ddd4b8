package main

import (
	"flag"
	"log"

	. "github.com/mmcloughlin/avo/build"
)

func main() {
	set := flag.String("isa", "", "avx512 or avx2")
	flag.Parse()
	var target isa
	switch *set {
	case "avx512":
		target = avx512
	case "avx2":
		target = avx2
	default:
		log.Fatalf("-isa %q: give avx512 or avx2", *set)
	}
	ConstraintExpr("amd64")
	for _, size := range []int{4, 8} {
		v := vector{target, size}
		for width := 1; width <= 3; width++ {
			v.strip(width)
		}
		v.border()
		v.pivot()
		v.row()
		v.forward()
		v.dots()
		v.gather()
		v.dot()
		v.addScaled()
		v.peak()
	}
	vector{target, 4}.transpose()
	v := vector{target, 8}
	v.squares()
	v.truncated()
	v.rankTwo()
	v.fold()
	v.scale()
	v.turn()
	v.reflect()
	v.sweep()
	v.replay()
	z := integer{target}
	z.gather()
	z.strip("stripIntegers", target.rows)
	z.strip("borderIntegers", 1)
	Generate()
}
