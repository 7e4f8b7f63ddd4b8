package chart

import (
	"fmt"
	"math"
	"testing"

	"dpals/themes"
)

func BenchmarkDraw(b *testing.B) {
	th, err := themes.BuiltIn().Named("dark", themes.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for _, points := range []int{5, 15, 1000} {
		c := Chart{XLabel: "iteration", XMax: float64(points), Cursor: math.NaN(),
			Thresholds: []Threshold{{Name: "user mean", Y: 1.035, Series: -1}, {Name: "als", Y: 0.86, Series: 2}}}
		for i := range 4 {
			x, y := rmse(points, 1.03, 0.9+0.02*float64(i), 0.3, 0.002)
			c.Lines = append(c.Lines, line(fmt.Sprintf("run %d", i), i, i > 1, x, y))
		}
		b.Run(fmt.Sprintf("120x36-%d-points", points), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.Draw(th, 120, 36)
			}
		})
	}
}
