package tui_test

import (
	"fmt"
	"testing"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/internal/tuitest"
	"dpals/internal/tuitest/driver"
)

// Every method of the registry is drawn in exactly its cells, before and after it has trained. Golden files exist only for
// the fake methods, since the numbers of real ones change with the engine.
func TestRegistryScreens(t *testing.T) {
	configs := []engine.Config{{Method: "dpals", Settings: method.Settings{"k": 50, "iterations": 2, "sigma-g": 15.5, "sigma-rhs": 7.7, "sigma-pre": 10}}}
	for _, m := range engine.Methods() {
		configs = append(configs, engine.Config{Method: m.Name})
	}
	for _, c := range configs {
		for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 50}} {
			t.Run(fmt.Sprintf("%s/%dx%d", c.Method, size[0], size[1]), func(t *testing.T) {
				b := driver.OfRegistry(t, size[0], size[1], c)
				tuitest.Exactly(t, b.Content(), size[0], size[1])
				b.Compared()
				if r := b.Session.Runs.Current; r.Method.Iterative {
					b.Whole(0.995)
				} else {
					b.Begin(r)
					b.IterateTo(r, 1, 1, 1.02, 1.035)
					b.Finish(r)
				}
				tuitest.Exactly(t, b.Content(), size[0], size[1])
				b.Shows(c.Method)
				b.Shows("done in")
			})
		}
	}
}
