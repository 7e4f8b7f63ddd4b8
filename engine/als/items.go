package als

import (
	"context"
	"fmt"
	"math"

	"dpals/accounting"
	"dpals/engine/kernel"
	"dpals/engine/parallel"
)

// batch is how many trained items one piece of the item step covers.
const batch = 8

// workspace of one goroutine in the item step.
type workspace struct {
	h, rows []float64 // (r+1)×(r+1) sums and four rows (z, t), in grid units
	gram    []float64 // packed upper triangle, then noisy
	rhs     []float64
	x       []float64 // r×r
	solve   kernel.Positive
}

// itemStep releases X_j = Σ_i z_ij·z_ijᵀ and g_j = Σ_i t_ij·z_ij for every trained item and solves
// V_j = (X̃_j₊ + ridge_j·I [+ λ₀·K̃])⁻¹·g̃_j, where z_ij is √ω_ij·û_i and t_ij is √ω_ij times the clipped residual,
// both truncated to a grid on which all sums are exact.
func (f *fit) itemStep(ctx context.Context, t int) error {
	gravity, err := f.globalGram(t)
	if err != nil {
		return err
	}
	r := f.rank
	meter := f.task.Meter
	gram, err := meter.Begin(fmt.Sprintf("gram %d", t), len(f.items), r*(r+1)/2)
	if err != nil {
		return err
	}
	rhs, err := meter.Begin(fmt.Sprintf("rhs %d", t), len(f.items), r)
	if err != nil {
		return err
	}
	next := f.model.next()
	spaces := make([]*workspace, f.task.Threads)
	pieces := (len(f.items) + batch - 1) / batch
	err = parallel.Each(ctx, f.task.Threads, pieces, func(worker, b int) error {
		ws := spaces[worker]
		if ws == nil {
			ws = newWorkspace(r)
			spaces[worker] = ws
		}
		for k := b * batch; k < min((b+1)*batch, len(f.items)); k++ {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := f.sum(ctx, ws, f.items[k]); err != nil {
				return err
			}
			if err := gram.Blur(k, ws.gram); err != nil {
				return err
			}
			if err := rhs.Blur(k, ws.rhs); err != nil {
				return err
			}
			f.solveItem(ws, gravity, f.ridges[k], next.v[f.items[k]*r:f.items[k]*r+r])
		}
		f.task.Progress.Part(float64(b+1) / float64(pieces))
		return nil
	})
	if err != nil {
		return err
	}
	if err := gram.End(); err != nil {
		return err
	}
	if err := rhs.End(); err != nil {
		return err
	}
	if f.lambda0 > 0 {
		next.lambda0 = float32(f.lambda0)
		next.gravity = gravityOf(next)
	}
	f.model = next
	return nil
}

func newWorkspace(r int) *workspace {
	return &workspace{
		h: make([]float64, (r+1)*(r+1)), rows: make([]float64, 4*(r+1)),
		gram: make([]float64, r*(r+1)/2), rhs: make([]float64, r), x: make([]float64, r*r),
	}
}

// sum fills the workspace with X_j and g_j of one item, exact multiples of their grids.
func (f *fit) sum(ctx context.Context, ws *workspace, item int) error {
	var (
		d              = f.rank + 1
		g              = gridsOf(f.config)
		toZ, toT       = math.Ldexp(1, -g.z), math.Ldexp(1, -g.t)
		raters, values = f.design.selected.Item(item)
		weight         = f.design.item[item]
	)
	clear(ws.h)
	for k, i := range raters {
		row := ws.rows[k%4*d : k%4*d+d]
		root := weight * f.design.user[i]
		for a, u := range f.state.row(int(i)) {
			row[a] = math.Trunc(root * float64(u) * toZ)
		}
		// A user's offset may overflow, and the clip then bounds it like any other; it is never NaN (solver.finish).
		y := float64(values[k]) - f.model.mean
		if f.local {
			y -= float64(f.state.offset[i])
		}
		row[d-1] = math.Trunc(root * min(max(y, -f.clipRating), f.clipRating) * toT)
		if k%4096 == 4095 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		if k%4 == 3 {
			kernel.AddGram4(ws.h, ws.rows[:d], ws.rows[d:2*d], ws.rows[2*d:3*d], ws.rows[3*d:])
		}
	}
	for k := 0; k < len(raters)%4; k++ {
		kernel.AddGram(ws.h, ws.rows[k*d:k*d+d])
	}
	at := 0
	for a := 0; a < f.rank; a++ {
		for b := a; b < f.rank; b++ {
			ws.gram[at] = math.Ldexp(ws.h[a*d+b], 2*g.z)
			at++
		}
		ws.rhs[a] = math.Ldexp(ws.h[a*d+d-1], g.z+g.t)
	}
	return nil
}

// solveItem solves the noisy normal equations of one item into v. It reads released values only.
func (f *fit) solveItem(ws *workspace, gravity []float64, ridge float64, v []float32) {
	r := f.rank
	unpack(ws.x, ws.gram, r)
	ok := true
	if gravity == nil {
		ok = ws.solve.Solve(ws.x, ridge, ws.rhs)
	} else {
		// λ₀·K̃ is added to the projected matrix, so the projection is made explicit first.
		ws.solve.Project(ws.x, r)
		for i, g := range gravity {
			ws.x[i] += f.lambda0 * g
		}
		ok = ws.solve.Solve(ws.x, ridge, ws.rhs)
	}
	if !ok {
		return
	}
	for d, x := range ws.rhs {
		v[d] = float32(x)
	}
}

// globalGram releases K = Σ_i û_i·û_iᵀ when λ₀ is used, and returns its positive part (r×r).
func (f *fit) globalGram(t int) ([]float64, error) {
	if f.lambda0 == 0 {
		return nil, nil
	}
	r := f.rank
	grid := accounting.GridFor(f.clipUser, bits)
	h, row := make([]float64, r*r), make([]float64, r)
	for i := 0; i < f.task.Train.Users; i++ {
		for d, u := range f.state.row(i) {
			row[d] = math.Trunc(float64(u) * math.Ldexp(1, -grid))
		}
		kernel.AddGram(h, row)
	}
	packed := make([]float64, 0, r*(r+1)/2)
	for a := 0; a < r; a++ {
		for b := a; b < r; b++ {
			packed = append(packed, math.Ldexp(h[a*r+b], 2*grid))
		}
	}
	if err := f.task.Meter.Release(fmt.Sprintf("global gram %d", t), packed); err != nil {
		return nil, err
	}
	unpack(h, packed, r)
	var p kernel.Positive
	p.Project(h, r)
	return h, nil
}

// gravityOf is λ₀·VᵀV, the weight of the unobserved entries in a user's solve.
func gravityOf(m *Model) []float32 {
	h := make([]float32, m.rank*m.rank)
	for j := 0; j < len(m.v); j += m.rank {
		kernel.AddGram(h, m.v[j:j+m.rank])
	}
	for i := range h {
		h[i] *= m.lambda0
	}
	return h
}

// unpack writes a packed upper triangle into the upper triangle of the r×r matrix x.
func unpack(x, packed []float64, r int) {
	at := 0
	for a := 0; a < r; a++ {
		at += copy(x[a*r+a:a*r+r], packed[at:at+r-a])
	}
}
