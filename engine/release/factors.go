package release

import (
	"math/rand/v2"

	"dpals/engine/estimate"
	"dpals/engine/method"
)

// RandomFactors returns normal factors of s.d. estimate.StartSize, m×rank by rows, zero for items that are not trained ([DPALS]
// B.2's random start; the scale only has to be of the order of the factors that are found).
func RandomFactors(task *method.Task, rank int, trained []bool) []float32 {
	factors := make([]float32, task.Train.Items*rank)
	random := rand.New(rand.NewChaCha8(task.Seed))
	for j := range trained {
		for d := 0; d < rank; d++ {
			if x := float32(estimate.StartSize * random.NormFloat64()); trained[j] {
				factors[j*rank+d] = x
			}
		}
	}
	return factors
}
