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

// The δ of the curves: from the first to the last, so many to a factor of ten.
const (
	firstDelta     = 1e-12
	lastDelta      = 1e-1
	deltasByDecade = 4
)

// costKey is what the curves of a plan depend on.
type costKey struct {
	total      accounting.TotalCost
	delta      float64
	accountant string
}

// costCurve is ε at every δ by one way to state it.
type costCurve struct {
	name    string
	own     bool // the one that the run's ε is stated by
	epsilon []float64
}

// costCurves is what the ε of the budget would be at other δ, and by other accountants. It is read only.
type costCurves struct {
	deltas []float64
	curves []costCurve
}

func keyOf(p *accounting.Plan) (k costKey) {
	if p != nil {
		k = costKey{p.TotalCost(), p.Delta, p.AccountantName()}
	}
	return k
}

// plot is the command that works out the curves of the budget.
func (p *Screen) plot() tea.Cmd {
	key := keyOf(p.budget())
	if key == (costKey{}) {
		return nil
	}
	return p.curve.Request(p.Ctx, key, func(context.Context) (costCurves, error) { return newCostCurves(key), nil })
}

// takeCurves takes the curves. The crosshair stands on the run's δ until it is moved or left.
func (p *Screen) takeCurves(msg tea.Msg) tea.Cmd {
	first, before, l := p.curve.Version() == 0, p.curve.Key().delta, &p.lens
	next, changed := p.curve.Receive(msg)
	if !changed {
		return nil
	}
	delta := p.curve.Key().delta
	if first || l.Cursor == before {
		l.Reading, l.Cursor = first || l.Reading, delta
	}
	l.Home = delta
	return next
}

// newCostCurves works out the curves: some hundred roots, a few milliseconds.
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
		add("through μ, as in a ledger", false, func(delta float64) (float64, error) {
			return accounting.Exact.Epsilon(key.total.Mu, delta)
		})
		return m
	}
	for _, a := range accounting.Accountants() {
		add(a.Name(), a.Name() == key.accountant, func(delta float64) (float64, error) { return key.total.Epsilon(a, delta) })
	}
	return m
}

// curveDeltas are the δ that curves are worked out at, that of the run among them.
func curveDeltas(own float64) (deltas []float64) {
	first, last := math.Log10(firstDelta), math.Log10(lastDelta)
	for i := range int(math.Round((last-first)*deltasByDecade)) + 1 {
		deltas = append(deltas, math.Pow(10, first+float64(i)/deltasByDecade))
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

// curveChart is ε against δ; under the three accountants, or flat where it is pure.
func (p *Screen) curveChart() chart.Chart {
	c := p.curve.Value()
	g := chart.Chart{XLabel: "δ", LogX: true, Empty: p.noCurves()}
	key := keyOf(p.budget())
	if key == (costKey{}) || len(c.deltas) == 0 {
		return g
	}
	p.lens.On(&g, c.deltas[0], c.deltas[len(c.deltas)-1], c.deltas[len(c.deltas)-1], c.deltas)
	series := 0
	if r := p.payer(); r != nil {
		series = r.Series
	}
	for i, curve := range c.curves {
		l := chart.Line{Name: curve.name, X: c.deltas, Y: curve.epsilon, Series: series + i, Dashed: !curve.own}
		if at := slices.Index(c.deltas, p.curve.Key().delta); at >= 0 {
			l.Value = format.Number(curve.epsilon[at])
		}
		g.Lines = append(g.Lines, l)
	}
	return g
}

func (p *Screen) noCurves() string {
	if p.budget() != nil {
		return "working it out"
	}
	return p.NoPlan("What ε is at every δ is drawn here once a private method is planned.")
}

func (p *Screen) curvePanel() string {
	note := ""
	if plan := p.budget(); plan != nil {
		note = "ε " + format.Number(plan.Epsilon) + " at δ " + format.Number(plan.EffectiveDelta())
	}
	if p.lens.Zoomed() {
		note = "part, 0 shows all · " + note
	}
	return p.Panel(panelCurve, p.heading(panelCurve, "ε at every δ"), note, func(w, h int) string {
		c := p.curveChart()
		return c.Draw(p.Theme, w, h)
	})
}
