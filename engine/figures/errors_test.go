package figures

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"dpals/engine/method"
	"dpals/engine/sweep"
)

// example is a finished sweep over two data sets.
func example() sweep.Snapshot {
	seed := uint64(1)
	s := sweep.Snapshot{Spec: sweep.Spec{Data: []string{"ml-100k", "ratings.csv"}, Epsilon: []float64{0.5, 1, 2, 5}, Delta: 1e-6, Repeats: 5, Seed: &seed}}
	for d, data := range s.Spec.Data {
		for _, curve := range []struct {
			method   string
			trust    method.Trust
			settings map[string]string
			means    []float64
			s        float64
		}{
			{"dpals-eb", method.TrustJoint, map[string]string{"rank": "3", "iterations": "2"}, []float64{1.02, 0.985, 0.962, 0.948}, 0.006},
			{"dpals", method.TrustJoint, map[string]string{"rank": "3"}, []float64{1.11, 1.06, 1.01, 0.972}, 0.012},
			{"dpfw", method.TrustJoint, nil, []float64{1.08, 1.04, 1.02, 0.998}, 0.008},
			{"ldp-gd", method.TrustLocal, nil, []float64{1.13, 1.12, 1.10, 1.06}, 0.01},
			{"item-mean", method.TrustNone, nil, []float64{1.021}, 0.002},
			{"als", method.TrustNone, nil, []float64{0.914}, 0.003},
		} {
			for i, mean := range curve.means {
				c := sweep.Cell{Data: data, Method: curve.method, Trust: curve.trust, Settings: curve.settings, N: 5, Of: 5,
					Mean: mean + 0.1*float64(d), Deviation: curve.s}
				if len(curve.means) > 1 {
					c.Epsilon = s.Spec.Epsilon[i]
				}
				s.Cells = append(s.Cells, c)
			}
		}
	}
	return s
}

func render(t *testing.T, s sweep.Snapshot) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteErrors(&b, s); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// wellFormed fails if a figure is not XML, or holds what is not a number.
func wellFormed(t *testing.T, svg string) {
	t.Helper()
	if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
		t.Error("the figure holds NaN or Inf")
	}
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestWriteErrors(t *testing.T) {
	s := example()
	svg := render(t, s)
	wellFormed(t, svg)
	for _, want := range []string{
		"Test RMSE on ml-100k", "Test RMSE on ratings.csv", "Test RMSE (rating units)", "privacy budget ε", "Mean ± 1 s.d. of up to 5 runs",
		"not private", "joint differential privacy", "local differential privacy", "dpals-eb iterations=2 rank=3", "known seed and protects no user",
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("the figure has no %q", want)
		}
	}
	if again := render(t, s); again != svg {
		t.Error("two figures of the same results differ")
	}
	s.Spec.Seed, s.Spec.PrivateMetrics = nil, 0.1
	svg = render(t, s)
	if strings.Contains(svg, "Simulation") || !strings.Contains(svg, "Validation RMSE on ml-100k") || !strings.Contains(svg, "these numbers are private") {
		t.Error("released errors of real runs are drawn as a simulation, or as numbers that are not private")
	}
}

// Few results, results that are not numbers and unusual names still give a figure.
func TestUnusualFigures(t *testing.T) {
	cell := sweep.Cell{Data: "<a>&\"\x1b\uffff\xff", Method: "dpals", Trust: method.TrustJoint, Epsilon: 1, N: 1, Mean: 1, Private: true}
	with := func(change func(*sweep.Cell)) sweep.Cell {
		c := cell
		change(&c)
		return c
	}
	for name, cells := range map[string][]sweep.Cell{
		"nothing":          nil,
		"one run":          {cell},
		"diverged":         {with(func(c *sweep.Cell) { c.Mean = math.NaN() }), with(func(c *sweep.Cell) { c.Mean = math.Inf(1) })},
		"one level":        {with(func(c *sweep.Cell) { c.Trust, c.Epsilon, c.N, c.Deviation = method.TrustNone, 0, 3, 0.1 })},
		"ε without bound":  {cell, with(func(c *sweep.Cell) { c.Epsilon = math.Inf(1) })},
		"no deviation":     {with(func(c *sweep.Cell) { c.Deviation = math.NaN() })},
		"unknown trust":    {with(func(c *sweep.Cell) { c.Trust = "x\x00" })},
		"two points alike": {cell, cell},
	} {
		t.Run(name, func(t *testing.T) {
			wellFormed(t, render(t, sweep.Snapshot{Spec: sweep.Spec{Data: []string{cell.Data}, Epsilon: []float64{1, 1000}}, Cells: cells}))
		})
	}
	many := example()
	for i := range 40 {
		many.Cells = append(many.Cells, with(func(c *sweep.Cell) {
			c.Data, c.Settings = "ml-100k", map[string]string{"rank": strings.Repeat("1", i+1)}
		}))
	}
	wellFormed(t, render(t, many))
}

// A tick at every ε, a label only where labels do not overlap.
func TestEpsilonTicks(t *testing.T) {
	p := panel{}
	for _, e := range []float64{1, 1.01, 2, 5, 100} {
		p.curves = append(p.curves, curve{points: []sweep.Cell{{Epsilon: e, N: 1, Mean: 1}}})
	}
	low, high, ticks := p.epsilonAxis()
	var labels []string
	for _, tick := range ticks {
		labels = append(labels, tick.Label)
	}
	if got := strings.Join(labels, "|"); got != "1||2|5|100" || low >= 1 || high <= 100 {
		t.Errorf("labels %s from %g to %g", got, low, high)
	}
}
