package als

import (
	"context"
	"fmt"
	"math"

	"dpals/accounting"
	"dpals/engine/estimate"
	"dpals/engine/kernel"
	"dpals/engine/release"
	"dpals/internal/parallel"
)

// workspace is what one goroutine needs to fit items.
type workspace struct {
	sums     kernel.Exact
	scale, t [release.Chunk]float64        // of a part of an item's raters
	problems [release.Batch]kernel.Problem // X_j and g_j, noisy, then solved
	square   []float64                     // r×r, where λ₀·K̃ is added
	solve    kernel.Positive
}

// updateItems releases X_j = Σ_i z_ij·z_ijᵀ and g_j = Σ_i t_ij·z_ij for every trained item and solves
// V_j = (X̃_j₊ + ridge_j·I [+ λ₀·K̃])⁻¹·g̃_j, where z_ij is √ω_ij·û_i and t_ij is √ω_ij times the clipped residual,
// both truncated to a grid on which all sums are exact.
func (f *fit) updateItems(ctx context.Context, t int) error {
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
	f.state.rate(f.design.User, f.local)
	next := f.model.next()
	spaces := make([]*workspace, f.task.Threads)
	pieces := (len(f.items) + release.Batch - 1) / release.Batch
	err = parallel.Each(ctx, f.task.Threads, pieces, func(worker, b int) error {
		ws := spaces[worker]
		if ws == nil {
			ws = newWorkspace(r)
			spaces[worker] = ws
		}
		first := b * release.Batch
		problems := ws.problems[:min(release.Batch, len(f.items)-first)]
		for k := range problems {
			p, item := &problems[k], f.items[first+k]
			if err := f.sum(ctx, ws, item, p); err != nil {
				return err
			}
			if err := gram.AddNoise(first+k, p.Upper); err != nil {
				return err
			}
			if err := rhs.AddNoise(first+k, p.B); err != nil {
				return err
			}
			p.Ridge = f.ridges[first+k]
		}
		f.solveItems(ws, gravity, problems)
		for k, p := range problems {
			if item := f.items[first+k]; p.OK {
				for d, x := range p.B {
					next.v[item*r+d] = float32(x)
				}
			}
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
	ws := &workspace{square: make([]float64, r*r)}
	for k := range ws.problems {
		ws.problems[k] = kernel.Problem{Upper: make([]float64, r*(r+1)/2), B: make([]float64, r)}
	}
	return ws
}

// sum fills a problem with X_j and g_j of one item, exact multiples of their grids.
func (f *fit) sum(ctx context.Context, ws *workspace, item int, p *kernel.Problem) error {
	var (
		g              = gridsOf(f.config)
		toZ, toT       = math.Ldexp(1, -g.z), math.Ldexp(1, -g.t)
		raters, values = f.design.Selected.Item(item)
		weight         = f.design.Item[item]
	)
	ws.sums.Reset(f.rank)
	// Many raters are gathered part by part, between which cancelling is noticed.
	for from := 0; from < len(raters); from += release.Chunk {
		if err := ctx.Err(); err != nil {
			return err
		}
		to := min(from+release.Chunk, len(raters))
		part := raters[from:to]
		scale, t := ws.scale[:len(part)], ws.t[:len(part)]
		// The raters are fetched in a loop that does nothing else, so that many are under way at a time.
		for k, i := range part {
			scale[k], t[k] = f.state.raters[i].weight, f.state.raters[i].offset
		}
		for k, value := range values[from:to] {
			root := weight * scale[k]
			// A user's offset may overflow, and the clip then bounds it like any other; it is never NaN.
			y := float64(value) - f.model.mean - t[k]
			scale[k] = root * toZ
			t[k] = math.Trunc(root * min(max(y, -f.clipRating), f.clipRating) * toT)
		}
		ws.sums.Gather(f.state.u, part, scale, t)
	}
	ws.sums.Upper(p.Upper, math.Ldexp(1, 2*g.z))
	ws.sums.Right(p.B, math.Ldexp(1, g.z+g.t))
	return nil
}

// solveItems solves the noisy normal equations of a batch. It reads released values only.
func (f *fit) solveItems(ws *workspace, gravity []float64, problems []kernel.Problem) {
	if gravity == nil {
		ws.solve.SolveBatch(problems)
		return
	}
	// λ₀·K̃ is added to the projected matrix, so the projection is made explicit.
	for k := range problems {
		p := &problems[k]
		estimate.Unpack(ws.square, p.Upper, f.rank)
		ws.solve.Project(ws.square, f.rank)
		for i, g := range gravity {
			ws.square[i] += f.lambda0 * g
		}
		// The sum is positive, so Cholesky does where the ridge keeps it from being singular.
		p.OK = ws.solve.SolveDefinite(ws.square, p.Ridge, p.B) || ws.solve.Solve(ws.square, p.Ridge, p.B)
	}
}

// globalGram releases K = Σ_i û_i·û_iᵀ when λ₀ is used, and returns its positive part (r×r).
func (f *fit) globalGram(t int) ([]float64, error) {
	if f.lambda0 == 0 {
		return nil, nil
	}
	r := f.rank
	grid := accounting.GridFor(f.clipUser, bits)
	all := make([]uint32, f.task.Train.Users)
	scale, none := make([]float64, len(all)), make([]float64, len(all))
	for i := range all {
		all[i], scale[i] = uint32(i), math.Ldexp(1, -grid)
	}
	var sums kernel.Exact
	sums.Reset(r)
	sums.Gather(f.state.u, all, scale, none)
	packed := make([]float64, r*(r+1)/2)
	sums.Upper(packed, math.Ldexp(1, 2*grid))
	if err := f.task.Meter.Release(fmt.Sprintf("global gram %d", t), packed); err != nil {
		return nil, err
	}
	h := make([]float64, r*r)
	estimate.Unpack(h, packed, r)
	var p kernel.Positive
	p.Project(h, r)
	return h, nil
}

// gravityOf is λ₀·VᵀV, the weight of the unobserved entries in a user's solve.
func gravityOf(m *Model) []float32 {
	h := make([]float32, m.rank*m.rank)
	sums := estimate.Gram[float32](m.v, m.rank)
	sums.Each(func(i int, row []float32) {
		kernel.AddScaled(h[i*m.rank+i:i*m.rank+m.rank], m.lambda0, row)
	})
	return h
}
