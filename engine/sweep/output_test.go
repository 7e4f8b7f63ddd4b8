package sweep

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
)

func TestOutputs(t *testing.T) {
	spec := grid()
	s := finished(t, spec, Environment{Load: load, Jobs: 2})
	var table, picture bytes.Buffer
	if err := errors.Join(s.WriteCSV(&table), s.WriteSVG(&picture)); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&table).ReadAll()
	if err != nil || len(rows) != 29 || rows[0][len(rows[0])-2] != "rank" || rows[1][len(rows[1])-2] != "2" {
		t.Errorf("%d rows: %v", len(rows), err)
	}
	for _, want := range []string{"joint differential privacy", "not private", "dpals-eb iterations=2 rank=3", "protect nobody"} {
		if !strings.Contains(picture.String(), want) {
			t.Errorf("the picture has no %q", want)
		}
	}
	well(t, &picture)
}

// well fails where a picture is not well formed, or holds what is no number.
func well(t *testing.T, picture *bytes.Buffer) {
	t.Helper()
	if strings.Contains(picture.String(), "NaN") || strings.Contains(picture.String(), "Inf") {
		t.Error("the picture holds what is no number")
	}
	d := xml.NewDecoder(picture)
	for {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// A picture of little, or of odd names, is a picture.
func TestOddPictures(t *testing.T) {
	cell := Cell{Data: `<a>&"\x1b`, Method: "dpals", Trust: "joint", Epsilon: 1, N: 1, Mean: 1, Private: true}
	for name, cells := range map[string][]Cell{
		"nothing":   nil,
		"one":       {cell},
		"diverged":  {{Data: cell.Data, Method: "als", N: 1, Mean: math.NaN()}, {Data: cell.Data, Method: "x", N: 1, Mean: math.Inf(1)}},
		"one level": {{Data: cell.Data, Method: "als", Trust: "none", N: 3, Mean: 0.9, Deviation: 0.1}},
	} {
		t.Run(name, func(t *testing.T) {
			var picture bytes.Buffer
			s := Snapshot{Spec: Spec{Data: []string{cell.Data}, Epsilon: []float64{1, 1000}}, Cells: cells}
			if err := s.WriteSVG(&picture); err != nil {
				t.Fatal(err)
			}
			well(t, &picture)
		})
	}
}
