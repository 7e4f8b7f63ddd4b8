package tui_test

import (
	"flag"
	"os"
	"testing"

	"dpals/tui"
)

// TestKeysDocument keeps docs/keys.md what the key table says: go test ./tui -run TestKeysDocument -update writes it.
func TestKeysDocument(t *testing.T) {
	const file = "../docs/keys.md"
	want := tui.KeysDocument()
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not what the key table says: write it with go test ./tui -run TestKeysDocument -update", file)
	}
}
