package gradient

import "slices"

// contribution is one user's part of the gradient of V, and of Φ·V. Only what is reported is computed. Every number is
// clipped to [−1, 1].
//
// Not safe for concurrent use.
type contribution struct {
	solver *solver
	clip   float64 // Γ
	items  []uint32
	values []float32
	solved bool
}

// of turns to another user.
func (c *contribution) of(items []uint32, values []float32) {
	c.items, c.values, c.solved = items, values, false
}

// at is coordinate (a, l) of Φ·G, clipped: Σ_j Φ_aj·clip(e_j·u_l/Γ) over their items j of bucket a. Of most buckets a user
// has none, and then they need not even solve for their row. The items of a bucket are looked up in theirs.
func (c *contribution) at(phi *projection, a, l int) (x float64) {
	for place := a; place < len(phi.order); place += phi.buckets {
		j := phi.order[place]
		if k, rated := slices.BinarySearch(c.items, j); rated {
			x += float64(phi.sign[j]) * c.entry(k, l)
		}
	}
	return unit(x)
}

// entry is clip(e·u_l/Γ) for the item at place k of theirs, where e is the residual of that rating.
func (c *contribution) entry(k, l int) float64 {
	if !c.solved {
		c.solver.Solve(c.items, c.values)
		c.solved = true
	}
	return unit(float64(c.solver.residual(k, c.items[k])) * float64(c.solver.u[l]) / c.clip)
}

// unit clips a number to [−1, 1]; what is not a number counts as 0.
func unit(x float64) float64 {
	if x != x {
		return 0
	}
	return min(max(x, -1), 1)
}
