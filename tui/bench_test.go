package tui

import (
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// BenchmarkFrame is what one message costs on the screen: everything drawn anew, a run's progress, a turned knob.
func BenchmarkFrame(b *testing.B) {
	for _, size := range [][2]int{{120, 36}, {240, 70}} {
		bed := newBed(b, size[0], size[1], fakeOptions())
		ghost(bed)
		bed.press("enter")
		r := running(bed)
		run := func(name string, before func()) {
			b.Run(fmt.Sprintf("%s/%dx%d", name, size[0], size[1]), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					before()
					bed.m.View()
				}
			})
		}
		run("all", func() { bed.m.bench.skin++ })
		run("progress", func() {
			r.progress.Done += 0.001
		})
		run("knob", func() {
			bed.send(tea.KeyPressMsg(namedKeys["down"]))
			bed.tune().knobs.focus %= 5
		})
	}
}
