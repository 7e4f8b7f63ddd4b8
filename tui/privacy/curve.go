package privacy

import (
	"context"
	"math"
	"slices"

	tea "charm.land/bubbletea/v2"

	"dpals/accounting"
	"dpals/internal/format"
	"dpals/tui/chart"
)

// The δ at which the curves are computed.
const (
	firstDelta      = 1e-12
	lastDelta       = 1e-1
	deltasPerDecade = 4
)

// costKey holds what the curves of a plan depend on.
type costKey struct {
	total      accounting.TotalCost
	delta      float64
	accountant string
}

// costCurve is ε at every δ by one accountant.
type costCurve struct {
	name    string
	own     bool // the accountant of the run
	epsilon []float64
}

// costCurves is ε of a plan at each δ, by every accountant. It is read only.
type costCurves struct {
	deltas []float64
	curves []costCurve
}

// keyOf returns the key of a plan; the zero key for nil.
func keyOf(p *accounting.Plan) (k costKey) {
	if p != nil {
		k = costKey{p.TotalCost(), p.Delta, p.AccountantName()}
	}
	return k
}

// computeCurves returns the command that computes the curves of the shown plan; nil where they are known or in progress.
func (p *Screen) computeCurves() tea.Cmd {
	key := keyOf(p.Plan())
	if key == (costKey{}) {
		return nil
	}
	return p.curves.Request(p.Ctx, key, func(context.Context) (costCurves, error) { return newCostCurves(key), nil })
}

// takeCurves handles the result of computeCurves. The crosshair follows the run's δ until it is moved or hidden.
func (p *Screen) takeCurves(msg tea.Msg) tea.Cmd {
	first, before, v := p.curves.Version() == 0, p.curves.Key().delta, &p.curveView
	next, changed := p.curves.Receive(msg)
	if !changed {
		return nil
	}
	delta := p.curves.Key().delta
	if first || v.Cursor == before {
		v.Reading, v.Cursor = first || v.Reading, delta
	}
	v.Home = delta
	return next
}

// newCostCurves computes the curves. It finds some hundred roots, in a few milliseconds.
func newCostCurves(key costKey) costCurves {
	m := costCurves{deltas: curveDeltas(key.delta)}
	add := func(name string, own bool, epsilon func(delta float64) (float64, error)) {
		curve := costCurve{name: name, own: own, epsilon: make([]float64, len(m.deltas))}
		for i, delta := range m.deltas {
			e, err := epsilon(delta)
			if err != nil {
				e = math.NaN()
			}
			curve.epsilon[i] = e
		}
		m.curves = append(m.curves, curve)
	}
	if pure := key.total.PureEpsilon; pure > 0 {
		add("pure ε, at any δ", true, func(float64) (float64, error) { return pure, nil })
		add("by μ, as in the ledger", false, func(delta float64) (float64, error) {
			return accounting.Exact.Epsilon(key.total.Mu, delta)
		})
		return m
	}
	for _, a := range accounting.Accountants() {
		add(a.Name(), a.Name() == key.accountant, func(delta float64) (float64, error) { return key.total.Epsilon(a, delta) })
	}
	return m
}

// curveDeltas returns the δ at which curves are computed, with that of the run.
func curveDeltas(own float64) (deltas []float64) {
	first, last := math.Log10(firstDelta), math.Log10(lastDelta)
	for i := range int(math.Round((last-first)*deltasPerDecade)) + 1 {
		deltas = append(deltas, math.Pow(10, first+float64(i)/deltasPerDecade))
	}
	near := func(d float64) bool { return math.Abs(d-own) <= 1e-9*own }
	if i := slices.IndexFunc(deltas, near); i >= 0 {
		deltas[i] = own
	} else if own > 0 && own < 1 {
		deltas = append(deltas, own)
		slices.Sort(deltas)
	}
	return deltas
}

// curveChart returns the chart of ε by δ: one line for each accountant, or a flat line where ε is pure.
func (p *Screen) curveChart() chart.Chart {
	c := p.curves.Value()
	g := chart.Chart{XLabel: "δ", LogX: true, Empty: p.noCurves()}
	key := keyOf(p.Plan())
	if key == (costKey{}) || len(c.deltas) == 0 {
		return g
	}
	p.curveView.On(&g, c.deltas[0], c.deltas[len(c.deltas)-1], c.deltas[len(c.deltas)-1], c.deltas)
	series := 0
	if r := p.plannedRun(); r != nil {
		series = r.Series
	}
	for i, curve := range c.curves {
		l := chart.Line{Name: curve.name, X: c.deltas, Y: curve.epsilon, Series: series + i, Dashed: !curve.own}
		if at := slices.Index(c.deltas, p.curves.Key().delta); at >= 0 {
			l.Value = format.Number(curve.epsilon[at])
		}
		g.Lines = append(g.Lines, l)
	}
	return g
}

// noCurves returns why there are no curves.
func (p *Screen) noCurves() string {
	if p.Plan() != nil {
		return "computing"
	}
	return p.noPlan()
}

// curvePanel draws the curves.
func (p *Screen) curvePanel() string {
	note := ""
	if plan := p.Plan(); plan != nil {
		note = "ε " + format.Number(plan.Epsilon) + " at δ " + format.Number(plan.EffectiveDelta())
	}
	if p.curveView.Zoomed() {
		note = "zoomed (0: all) · " + note
	}
	return p.Panel(panelCurve, p.heading(panelCurve, "ε at every δ"), note, func(w, h int) string {
		c := p.curveChart()
		return c.Draw(p.Theme, w, h)
	})
}
