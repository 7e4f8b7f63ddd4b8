package tui_test

import (
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpals/internal/tuitest"
	"dpals/internal/tuitest/driver"
)

// BenchmarkFrame measures one frame: everything drawn again, the progress of a run, a change of a knob.
func BenchmarkFrame(b *testing.B) {
	for _, size := range [][2]int{{120, 36}, {240, 70}} {
		bed := driver.New(b, size[0], size[1], driver.Options())
		driver.Ghost(bed)
		bed.Press("enter")
		r := driver.Running(bed)
		run := func(name string, before func()) {
			b.Run(fmt.Sprintf("%s/%dx%d", name, size[0], size[1]), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					before()
					bed.Model.View()
				}
			})
		}
		run("all", bed.Session.Redraw)
		run("progress", func() {
			r.Progress.Done += 0.001
		})
		run("knob", func() {
			bed.Send(tea.KeyPressMsg(tuitest.Keys["down"]))
			bed.Session.Knobs.Focus %= 5
		})
	}
}

// BenchmarkScreen measures one frame of each screen, with the content of the pictures in the documentation: everything drawn
// again, and a key.
func BenchmarkScreen(b *testing.B) {
	s := newStudio(b)
	for _, p := range pictures {
		p.pose(s)
		for _, size := range [][2]int{{120, 36}, {240, 70}} {
			s.perform(s.Send(tea.WindowSizeMsg{Width: size[0], Height: size[1]}))
			run := func(what string, before func(int)) {
				b.Run(fmt.Sprintf("%s/%s/%dx%d", p.name, what, size[0], size[1]), func(b *testing.B) {
					b.ReportAllocs()
					for i := 0; b.Loop(); i++ {
						before(i)
						s.Model.View()
					}
				})
			}
			run("all", func(int) { s.Session.Redraw() })
			run("key", func(i int) { s.Send(tea.KeyPressMsg(tuitest.Keys[[]string{"down", "up"}[i%2]])) })
		}
	}
}
