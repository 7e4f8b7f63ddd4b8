package als

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"dpals/accounting"
	"dpals/engine/kernel"
	"dpals/engine/method"
	"dpals/engine/parallel"
)

// itemStep releases the pooled curvature S = Σ_i ρ_i·p̂_i·p̂_iᵀ, the mean squared residual, and every item's moments
// W_j = Σ_i ω_ij·ρ_i·y_ij·p̂_i, and moves the items' factors to their posterior means. In the eigenbasis of S/n the
// expected curvature n_j·S/n of every item is diagonal, so no item needs a matrix of its own.
func (f *ebFit) itemStep(ctx context.Context, t int) error {
	pooled, err := f.releaseCurvature(ctx, t)
	if err != nil {
		return err
	}
	if err := f.releaseResidual(ctx, t); err != nil {
		return err
	}
	moments, err := f.releaseMoments(ctx, t)
	if err != nil {
		return err
	}
	return f.shrink(ctx, t, pooled, moments)
}

// pooled is what the curvature release tells: the eigenvectors (r×r, by columns) and eigenvalues of the factors' part
// of S̃/ñ, ascending and positive, and the mean of ρ_i over users.
type pooled struct {
	basis  *mat.Dense
	values []float64
	seen   []bool // the eigenvalue rises above zero
	left   float64
}

// releaseCurvature releases S = Σ_i ρ_i·(c, p̂_i)(c, p̂_i)ᵀ, where c stands for the bias.
func (f *ebFit) releaseCurvature(ctx context.Context, t int) (*pooled, error) {
	r, c := f.rank, f.constant()*margin
	name := named("curvature", t)
	release := f.task.Meter.Plan().Named(name)
	bounds := parallel.Ranges(f.task.Train.Ptr, chunk)
	parts := make([][]float64, len(bounds)-1)
	err := parallel.Each(ctx, f.task.Threads, len(parts), func(_, b int) error {
		part, row := make([]float64, (r+1)*(r+2)/2), make([]float64, r+1)
		row[0] = c
		for i := bounds[b]; i < bounds[b+1]; i++ {
			if len(f.residualsOf(i)) == 0 {
				continue
			}
			for d, p := range f.row(i) {
				row[d+1] = float64(p)
			}
			at := 0
			for a := range row {
				for b := a; b <= r; b++ {
					part[at] += accounting.Truncate(f.share[i]*row[a]*row[b], release.Grid)
					at++
				}
			}
		}
		parts[b] = part
		return nil
	})
	if err != nil {
		return nil, err
	}
	packed := make([]float64, (r+1)*(r+2)/2)
	for _, part := range parts { // exact sums: the cut into parts changes nothing
		for k, v := range part {
			packed[k] += v
		}
	}
	if err := f.task.Meter.Release(name, packed); err != nil {
		return nil, err
	}
	out := &pooled{basis: new(mat.Dense), values: make([]float64, r),
		left: 1} // without biases nothing asks for it
	if c > 0 {
		out.left = usualClipping.Update(packed[0]/(f.users*c*c), release.Sigma/(f.users*c*c), leastClipping, 1)
	}
	full := make([]float64, r*r)
	unpack(full, packed[r+1:], r)
	s := mat.NewSymDense(r, full)
	s.ScaleSym(1/f.users, s)
	var eigen mat.EigenSym
	if eigen.Factorize(s, true) {
		eigen.Values(out.values)
		eigen.VectorsTo(out.basis)
	} else { // it has not happened; the directions then stay as they are
		out.basis.CloneFrom(mat.NewDiagDense(r, slices.Repeat([]float64{1}, r)))
	}
	out.seen = make([]bool, r)
	for d, v := range out.values {
		out.seen[d] = v > 0
		out.values[d] = max(v, leastCurvature*f.clipUser*f.clipUser)
	}
	return out, nil
}

// leastCurvature floors eigenvalues of S/n, over Γ_u²: noise can make them negative.
const leastCurvature = 1e-6

// residualBound is the largest residual that counts in full in the residual release, over the rating range.
const residualBound = 0.75

// releaseResidual sets τ² to the released mean over users of their mean squared residual.
func (f *ebFit) releaseResidual(ctx context.Context, t int) error {
	name := named("residual", t)
	release := f.task.Meter.Plan().Named(name)
	bound := residualBound * (f.task.Public.High - f.task.Public.Low)
	bounds := parallel.Ranges(f.task.Train.Ptr, chunk)
	parts := make([]float64, len(bounds)-1)
	err := parallel.Each(ctx, f.task.Threads, len(parts), func(_, b int) error {
		for i := bounds[b]; i < bounds[b+1]; i++ {
			residuals, total := f.residualsOf(i), 0.0
			for _, v := range residuals {
				y := float64(v) / bound
				total += min(y*y, 1)
			}
			if len(residuals) > 0 {
				parts[b] += accounting.Truncate(min(total/float64(len(residuals)), 1), release.Grid)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	released := make([]float64, 1)
	for _, p := range parts {
		released[0] += p
	}
	if err := f.task.Meter.Release(name, released); err != nil {
		return err
	}
	// A step changes the residuals by a part of themselves.
	was := f.noise / (bound * bound)
	f.noise = bound * bound * method.Usual(was, was/3).Update(released[0]/f.users, release.Sigma/f.users, leastResidual, 1)
	return nil
}

// leastResidual floors the released mean squared residual, over the square of its bound.
const leastResidual = 1e-3

// releaseMoments returns W̃, len(items)×(r+1), the bias first.
func (f *ebFit) releaseMoments(ctx context.Context, t int) ([]float64, error) {
	d, c := f.rank+1, f.constant()*margin
	name := named("moments", t)
	opening, err := f.task.Meter.Begin(name, len(f.items), d)
	if err != nil {
		return nil, err
	}
	unit := math.Ldexp(1, opening.Release().Grid)
	moments := make([]float64, len(f.items)*d)
	targets := make([]*[chunk]float64, f.task.Threads)
	err = f.eachItem(ctx, func(worker, k, j int) error {
		if targets[worker] == nil {
			targets[worker] = new([chunk]float64)
		}
		raters, residuals := f.raters(j)
		w := moments[k*d : k*d+d]
		// Many raters are summed part by part, between which cancelling is noticed.
		for from := 0; from < len(raters); from += chunk {
			if err := ctx.Err(); err != nil {
				return err
			}
			part := raters[from:min(from+chunk, len(raters))]
			y := targets[worker][:len(part)]
			for e, i := range part {
				y[e] = f.share[i] * f.design.omega(int(i), j)
			}
			for e, at := range residuals[from : from+len(part)] {
				y[e] = y[e] * float64(f.residuals[at]) / unit
				w[0] += math.Trunc(y[e] * c)
			}
			kernel.AddTruncated(w[1:], f.factors, part, y)
		}
		for a := range w {
			w[a] *= unit
		}
		return opening.AddNoise(k, w)
	})
	if err != nil {
		return nil, err
	}
	return moments, opening.End()
}

// shrink turns the moments into the next model. In direction d, with h_j = n_j·s_d,
//
//	w_jd + h_j·q_jd ~ N(h_j·v_jd, τ²·Σω²·s_d + σ²),    v_jd ~ N(0, Λ_d),
//
// where q is what the residuals were taken about; Λ_d is fitted over the items. All of it is post-processing.
func (f *ebFit) shrink(ctx context.Context, t int, s *pooled, moments []float64) error {
	r, was := f.rank, f.model
	basis, curvature := s.basis, s.values
	sigma := f.task.Meter.Plan().Named(named("moments", t)).Sigma
	next := was.next()
	next.noise = f.noise
	next.q, next.qVar = make([]float32, len(was.q)), make([]float32, len(was.qVar))
	next.directions = make([]method.Direction, r)
	kept := make([]float64, len(f.items)*r)
	err := parallel.Each(ctx, f.task.Threads, r, func(_, d int) error {
		y, h, noise := make([]float64, len(f.items)), make([]float64, len(f.items)), make([]float64, len(f.items))
		for k, j := range f.items {
			h[k] = f.weight[k] * curvature[d]
			noise[k] = f.noise*f.square[k]*curvature[d] + sigma*sigma
			old := 0.0
			for a := range r {
				y[k] += basis.At(a, d) * moments[k*(r+1)+a+1]
				old += basis.At(a, d) * float64(was.q[j*r+a])
			}
			y[k] += h[k] * old
		}
		prior := 0.0
		if s.seen[d] {
			prior = fitPrior(y, h, noise, f.within/curvature[d])
		}
		// Users' factors are given unit variance by the scale √s_d, which the items' take over.
		root := math.Sqrt(curvature[d])
		for k, j := range f.items {
			total := h[k]*h[k]*prior + noise[k]
			next.q[j*r+d] = float32(h[k] * prior * y[k] / total * root)
			next.qVar[j*r+d] = float32(prior * noise[k] / total * curvature[d])
			kept[k*r+d] = h[k] * h[k] * prior / total
		}
		if prior == 0 && t < f.steps {
			f.revive(next.q, d, y)
		}
		next.directions[d] = method.Direction{Signal: prior * curvature[d], Noise: medianNoise(h, noise) * curvature[d]}
		return nil
	})
	if err != nil {
		return err
	}
	f.model = next
	f.learnBiases(moments, s.left, sigma)
	next.kept = make([]float64, len(f.items))
	total := 0.0
	for _, d := range next.directions {
		total += d.Signal
	}
	for k := range next.kept {
		for d, dir := range next.directions {
			if total > 0 {
				next.kept[k] += kept[k*r+d] * dir.Signal / total
			}
		}
	}
	slices.SortStableFunc(next.directions, func(a, b method.Direction) int { return cmp.Compare(b.Signal, a.Signal) })
	return nil
}

// learnBiases adds the first coordinate of the moments to the evidence: w_j ~ N(c·ρ̄·n_j·(b − b_j), σ²), b_j what the
// residuals were taken about.
func (f *ebFit) learnBiases(moments []float64, left, sigma float64) {
	c := f.constant() * margin
	if c == 0 {
		return
	}
	sums := make([]float64, len(f.items))
	for k, j := range f.items {
		sums[k] = moments[k*(f.rank+1)] + c*left*f.weight[k]*float64(f.model.bias[j])
	}
	f.believe(sums, c*left, sigma)
	f.shrinkBiases()
}

// medianNoise is the variance of the estimate y/h for the item of median weight.
func medianNoise(h, noise []float64) float64 {
	ratios := make([]float64, 0, len(h))
	for k := range h {
		if h[k] > 0 {
			ratios = append(ratios, noise[k]/(h[k]*h[k]))
		}
	}
	if len(ratios) == 0 {
		return math.Inf(1)
	}
	slices.Sort(ratios)
	return ratios[len(ratios)/2]
}
