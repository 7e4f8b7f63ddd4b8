package frankwolfe_test

import (
	"testing"

	"dpals/engine"
	"dpals/engine/frankwolfe"
	"dpals/engine/internal/enginetest"
	"dpals/engine/method"
)

// A tenth of the users of [DPFW]'s synthetic set, evaluation after every step included.
func BenchmarkDPFW(b *testing.B) {
	p := enginetest.Problem(b, "synth:lowrank:n=50000,m=400,rank=1,p=0.2")
	for b.Loop() {
		enginetest.Run(b, frankwolfe.DPFW, p, engine.Config{Epsilon: 5, Settings: method.Settings{"iterations": 20}})
	}
}
