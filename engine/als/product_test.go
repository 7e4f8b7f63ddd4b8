package als_test

import (
	"testing"

	"dpals/engine"
	"dpals/engine/als"
	"dpals/engine/internal/enginetest"
	"dpals/engine/method"
)

// [DPALS] §6.1's ratings are an exact product, which the algorithm of the analysis recovers where noise is small: 1 is
// the error of predicting nothing.
func TestTheoryRecoversAnExactProduct(t *testing.T) {
	source := "synth:lowrank:n=20000"
	if testing.Short() {
		source = "synth:lowrank:n=5000,m=250"
	}
	p := enginetest.Problem(t, source)
	for _, init := range []float64{0, 1, 2} {
		r, _ := enginetest.Run(t, als.DPALS, p, engine.Config{Epsilon: 60,
			Settings: method.Settings{"rank": 5, "theory": 1, "init": init}})
		t.Logf("init %g: validation RMSE %.4f", init, r.ValidRMSE)
		if most := 0.2; r.ValidRMSE > most {
			t.Errorf("init %g: validation RMSE %.4f, want at most %g", init, r.ValidRMSE, most)
		}
	}
}
