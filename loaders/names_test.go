package loaders

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestNames(t *testing.T) {
	for name, ids := range map[string][]string{
		"none":             {},
		"1 to n":           {"1", "2", "3"},
		"numbers":          {"7", "3", "900000000000000000"},
		"zero":             {"0"},
		"leading zero":     {"007", "7"},
		"too long a digit": {"1234567890123456789012"},
		"words":            {"alice", "", "bob b", "ünï"},
		"mixed":            {"1", "2", "x"},
	} {
		t.Run(name, func(t *testing.T) {
			checkNames(t, NamesOf(ids), ids)
		})
	}
	t.Run("numbered", func(t *testing.T) {
		checkNames(t, Numbered(4), []string{"1", "2", "3", "4"})
	})
	t.Run("zero value", func(t *testing.T) {
		checkNames(t, Names{}, nil)
	})
}

func TestNamesHoldAnyIDs(t *testing.T) {
	id := rapid.OneOf(rapid.String(), rapid.Custom(func(t *rapid.T) string { return fmt.Sprint(rapid.Uint64().Draw(t, "number")) }))
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfN(id, 1, 20).Draw(t, "ids")
		checkNames(t, NamesOf(ids), ids)
		i := rapid.IntRange(0, len(ids)-1).Draw(t, "left out")
		checkNames(t, NamesOf(ids).without(i), slices.Delete(slices.Clone(ids), i, i+1))
	})
}

func checkNames(t interface{ Fatalf(string, ...any) }, names Names, ids []string) {
	if names.Len() != len(ids) {
		t.Fatalf("%d names for %d ids", names.Len(), len(ids))
	}
	for i, id := range ids {
		if got := names.At(i); got != id {
			t.Fatalf("name %d of %q is %q", i, ids, got)
		}
		if got := string(names.AppendTo([]byte("x"), i)); got != "x"+id {
			t.Fatalf("name %d of %q appends as %q", i, ids, got)
		}
	}
}
