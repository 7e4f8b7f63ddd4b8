package store

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"dpals/internal/sqlitedb"
)

// nullIfNotFinite returns the value of a column: NULL for NaN and infinities.
func nullIfNotFinite(v float64) any {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return v
}

// nullIfZero returns the value of a column: NULL for 0.
func nullIfZero(v float64) any {
	if v == 0 {
		return nil
	}
	return v
}

// nullIfEmpty returns the value of a column: NULL for the empty string.
func nullIfEmpty(s string) any {
	if s == "" {
		return nil
	}
	return sqlitedb.CleanText(s)
}

func nullIfNoID(n int64) any {
	if n == 0 {
		return nil
	}
	return n
}

func nullIfNoTime(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return sqlitedb.FormatTime(t)
}

func encodeObject[V any](m map[string]V) string {
	if m == nil {
		return "{}"
	}
	out, err := json.Marshal(m)
	if err != nil { // a number that JSON has none for
		return "{}"
	}
	return sqlitedb.CleanText(string(out))
}

// encodeSettings returns settings as a JSON object. Numbers become JSON numbers, so that filters can compare them.
func encodeSettings(settings map[string]string) string {
	all := make(map[string]any, len(settings))
	for name, value := range settings {
		all[name] = value
		if n := json.Number(value); json.Valid([]byte(value)) {
			if _, err := n.Float64(); err == nil {
				all[name] = n
			}
		}
	}
	return encodeObject(all)
}

// decodeSettings returns the settings of such a JSON object.
func decodeSettings(text string) (map[string]string, error) {
	var all map[string]any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&all); err != nil {
		return nil, err
	}
	settings := make(map[string]string, len(all))
	for name, value := range all {
		settings[name] = fmt.Sprint(value)
	}
	return settings, nil
}

func seedText(seed *uint64) any {
	if seed == nil {
		return nil
	}
	return strconv.FormatUint(*seed, 10)
}
