package als

import "math"

// revive gives items factors in a direction d that nothing was believed of, for the users' next solve: zeros would give
// users none either, and the direction could never be learnt. They are what was released of it, y, scaled to the size
// of a start. Believed or not, y leans towards the signal, so steps that find nothing to believe are rounds of noisy
// power iteration, whose signal grows until there is. Post-processing of the moments.
func (f *ebFit) revive(q []float32, d int, y []float64) {
	squares := 0.0
	for _, x := range y {
		squares += x * x
	}
	scale := startScale / math.Sqrt(squares/float64(len(y)))
	if !(scale > 0) || math.IsInf(scale, 0) {
		return
	}
	for k, j := range f.items {
		q[j*f.rank+d] = float32(scale * y[k])
	}
}
