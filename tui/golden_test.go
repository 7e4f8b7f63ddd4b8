package tui

import (
	"testing"
)

// What every screen says before there is anything to show.
func TestEmptyScreens(t *testing.T) {
	for _, name := range []string{"Frontier", "Data", "Privacy", "People", "Runs"} {
		t.Run(name, func(t *testing.T) { requireGolden(t, name, []state{{name: "loading", options: unloaded}}, usualSizes) })
	}
}
