package kernel

import "golang.org/x/sys/cpu"

//go:generate go run ./asm -isa avx512 -pkg kernel -out avx512_amd64.s -stubs avx512_amd64.go
//go:generate go run ./asm -isa avx2 -pkg kernel -out avx2_amd64.s -stubs avx2_amd64.go

var avx512 = kernels{
	name: "avx512",
	f32: loops[float32]{
		rows: 8, lanes: 16,
		strip:  [4]func(int, *float32, *float32, int, *float32, int, int){1: strip1F32AVX512, 2: strip2F32AVX512, 3: strip3F32AVX512},
		border: borderF32AVX512, pivot: pivotF32AVX512, row: rowF32AVX512, forward: forwardF32AVX512, dots: dotsF32AVX512,
		gather: gatherF32AVX512, dot: dotF32AVX512, addScaled: addScaledF32AVX512, peak: peakF32AVX512,
	},
	f64: loops[float64]{
		rows: 8, lanes: 8,
		strip:  [4]func(int, *float64, *float64, int, *float64, int, int){1: strip1F64AVX512, 2: strip2F64AVX512, 3: strip3F64AVX512},
		border: borderF64AVX512, pivot: pivotF64AVX512, row: rowF64AVX512, forward: forwardF64AVX512, dots: dotsF64AVX512,
		gather: gatherF64AVX512, dot: dotF64AVX512, addScaled: addScaledF64AVX512, peak: peakF64AVX512,
	},
	spectral: spectral{
		rankTwo: rankTwoF64AVX512, fold: foldF64AVX512, scale: scaleF64AVX512, turn: turnF64AVX512, reflect: reflectF64AVX512,
		sweep: sweepF64AVX512, replay: replayF64AVX512,
	},
	integers:  integers{words: 16, gatherIntegers: gatherIntegersAVX512, stripIntegers: stripIntegersAVX512, borderIntegers: borderIntegersAVX512},
	transpose: transposeF32AVX512,
	squares:   squaresF64AVX512,
	truncated: truncatedF64AVX512,
}

var avx2 = kernels{
	name: "avx2",
	f32: loops[float32]{
		rows: 4, lanes: 8,
		strip:  [4]func(int, *float32, *float32, int, *float32, int, int){1: strip1F32AVX2, 2: strip2F32AVX2, 3: strip3F32AVX2},
		border: borderF32AVX2, pivot: pivotF32AVX2, row: rowF32AVX2, forward: forwardF32AVX2, dots: dotsF32AVX2,
		gather: gatherF32AVX2, dot: dotF32AVX2, addScaled: addScaledF32AVX2, peak: peakF32AVX2,
	},
	f64: loops[float64]{
		rows: 4, lanes: 4,
		strip:  [4]func(int, *float64, *float64, int, *float64, int, int){1: strip1F64AVX2, 2: strip2F64AVX2, 3: strip3F64AVX2},
		border: borderF64AVX2, pivot: pivotF64AVX2, row: rowF64AVX2, forward: forwardF64AVX2, dots: dotsF64AVX2,
		gather: gatherF64AVX2, dot: dotF64AVX2, addScaled: addScaledF64AVX2, peak: peakF64AVX2,
	},
	spectral: spectral{
		rankTwo: rankTwoF64AVX2, fold: foldF64AVX2, scale: scaleF64AVX2, turn: turnF64AVX2, reflect: reflectF64AVX2,
		sweep: sweepF64AVX2, replay: replayF64AVX2,
	},
	integers:  integers{words: 8, gatherIntegers: gatherIntegersAVX2, stripIntegers: stripIntegersAVX2, borderIntegers: borderIntegersAVX2},
	transpose: transposeF32AVX2,
	squares:   squaresF64AVX2,
	truncated: truncatedF64AVX2,
}

// supported lists the variants of this machine, the fastest first. The operating system must save the wide
// registers, which the cpu package asks about.
func supported() (list []*kernels) {
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VL {
		list = append(list, &avx512)
	}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		list = append(list, &avx2)
	}
	return append(list, &portable)
}
