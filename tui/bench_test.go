package tui

import (
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpals/internal/tuitest"
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
		run("all", func() { bed.bench.skin++ })
		run("progress", func() {
			r.progress.Done += 0.001
		})
		run("knob", func() {
			bed.send(tea.KeyPressMsg(tuitest.Keys["down"]))
			bed.bench.knobs.focus %= 5
		})
	}
}

// BenchmarkScreen is what one message costs on each screen, filled as in the pictures of the documentation: everything
// drawn anew, and a key.
func BenchmarkScreen(b *testing.B) {
	s := newStudio(b)
	for _, p := range pictures {
		p.pose(s)
		for _, size := range [][2]int{{120, 36}, {240, 70}} {
			s.perform(s.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]}))
			run := func(what string, before func(int)) {
				b.Run(fmt.Sprintf("%s/%s/%dx%d", p.name, what, size[0], size[1]), func(b *testing.B) {
					b.ReportAllocs()
					for i := 0; b.Loop(); i++ {
						before(i)
						s.m.View()
					}
				})
			}
			run("all", func(int) { s.bench.skin++ })
			run("key", func(i int) { s.send(tea.KeyPressMsg(tuitest.Keys[[]string{"down", "up"}[i%2]])) })
		}
	}
}
