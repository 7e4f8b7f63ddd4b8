package tui_test

import (
	"testing"

	"dpals/internal/tuitest/driver"
)

// Every screen while the ratings load.
func TestEmptyScreens(t *testing.T) {
	for _, name := range []string{"Frontier", "Data", "Privacy", "People", "Runs"} {
		t.Run(name, func(t *testing.T) {
			driver.RequireGolden(t, name, []driver.State{{Name: "loading", Options: driver.Unloaded}}, driver.UsualSizes)
		})
	}
}
