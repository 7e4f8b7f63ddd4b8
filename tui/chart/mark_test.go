package chart

import (
	"strings"
	"testing"

	"dpals/themes"
	"dpals/tui/canvas"
)

func TestMarksStandWhereTheyAre(t *testing.T) {
	base := Chart{XMin: 0, XMax: 100, YMin: 0, YMax: 100, Lines: []Line{{Name: "line", X: []float64{0, 100}, Y: []float64{0, 0}}}}
	at := func(x float64) (column int, rows string) {
		c := base
		c.Marks = []Mark{{X: x, Name: "β 70 %", Series: -1}}
		all := rowsOf(c, theme(t, themes.Options{}), 60, 16)
		for _, row := range all {
			if i := strings.Index(row, "╎"); i >= 0 {
				return canvas.Width(row[:i]), strings.Join(all, "\n")
			}
		}
		return -1, strings.Join(all, "\n")
	}
	left, text := at(20)
	right, _ := at(70)
	if left < 0 || right-left < 20 || !strings.Contains(text, "╎ β 70 %") {
		t.Errorf("marks at 20 and 70 of 100 stand in columns %d and %d:\n%s", left, right, text)
	}
	if _, text := at(100); !strings.Contains(text, "β 70 % ╎") {
		t.Errorf("a mark at the edge has its name at the left:\n%s", text)
	}
	if column, _ := at(101); column >= 0 {
		t.Error("a mark outside the domain is drawn")
	}
}
