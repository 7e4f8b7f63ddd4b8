package tui_test

import (
	"testing"

	"dpals/internal/tuitest/driver"
)

// What every screen says before there is anything to show.
func TestEmptyScreens(t *testing.T) {
	for _, name := range []string{"Frontier", "Data", "Privacy", "People", "Runs"} {
		t.Run(name, func(t *testing.T) {
			driver.RequireGolden(t, name, []driver.State{{Name: "loading", Options: driver.Unloaded}}, driver.UsualSizes)
		})
	}
}
