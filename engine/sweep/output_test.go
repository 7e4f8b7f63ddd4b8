package sweep

import (
	"bytes"
	"encoding/csv"
	"testing"
)

func TestWriteCSV(t *testing.T) {
	s := finished(t, grid(), Environment{Load: load, Jobs: 2})
	var table bytes.Buffer
	if err := s.WriteCSV(&table); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&table).ReadAll()
	if err != nil || len(rows) != 29 || rows[0][len(rows[0])-2] != "rank" || rows[1][len(rows[1])-2] != "2" {
		t.Errorf("%d rows: %v", len(rows), err)
	}
}
