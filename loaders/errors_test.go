package loaders_test

import (
	"testing"

	"dpals/loaders"
)

func TestInputErrorNamesPathLineAndColumn(t *testing.T) {
	for want, e := range map[string]loaders.InputError{
		"a.csv:3:7: rating \"x\": not a number": {Path: "a.csv", Line: 3, Column: 7, Reason: `rating "x": not a number`},
		"a.csv:3: cut":                          {Path: "a.csv", Line: 3, Reason: "cut"},
		"a.csv: empty":                          {Path: "a.csv", Reason: "empty"},
	} {
		if got := e.Error(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
