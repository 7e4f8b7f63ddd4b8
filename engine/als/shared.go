package als

import (
	"fmt"

	"dpals/engine/method"
)

// Shared implements method.Sharer.
func (m *Model) Shared() method.Shared {
	s := method.Shared{
		Rank: m.rank, Items: m.v, Trained: m.trained,
		Scalars: map[string]float64{
			"mean": m.mean, "lambda": m.ridge.lambda, "exponent": m.ridge.exponent, "z": m.ridge.z,
		},
	}
	for d := range m.rank {
		s.Columns = append(s.Columns, fmt.Sprintf("v%d", d+1))
	}
	fit := "u minimises the sum over their rated, trained items j of (rating_j - mean - u·V_j)² + ridge·‖u‖². "
	predict := "Their prediction is mean + u·V_j for a trained item, and their own mean rating for another.\n"
	if m.local {
		s.Scalars["offset_ridge"] = float64(m.offset)
		fit = "u and a minimise the sum over their rated items j of (rating_j - mean - a - u·V_j)² + ridge·‖u‖² + " +
			"offset_ridge·a², where V_j is zero for an item that is not trained. "
		predict = "Their prediction is mean + a + u·V_j.\n"
	}
	s.Recipe = "A user solves for themselves, from these numbers and their own ratings; nothing of theirs has to leave them.\n" + fit +
		"With c ratings, ridge = lambda·c^exponent/z, or lambda where exponent is 0. "
	if m.gravity != nil {
		s.Recipe += "The unobserved entries add u·K·u with K = lambda0·(sum over all items of V_j·V_jᵀ). "
		s.Scalars["lambda0"] = float64(m.lambda0)
	}
	s.Recipe += predict + "Predictions are clamped to the rating range.\n"
	if m.note != "" {
		s.Recipe += m.note + "\n"
	}
	return s
}
