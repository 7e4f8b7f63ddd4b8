package tui

import (
	"reflect"
	"sync"
	"time"
	"unsafe"

	tea "charm.land/bubbletea/v2"
)

// How often the renderer looks for something to draw. A key waits for it once at most, so it looks often while somebody
// acts or a run reports; at rest each look would wake a processor for nothing.
const (
	framesPerSecond = 100
	restingFrame    = time.Second
	restAfter       = 300 * time.Millisecond // without a message
)

// pacer slows the renderer's ticker down while no message comes. Bubble Tea has no option for that: its ticker runs at
// the rate that the program was built with, and costs half a percent of a core at a rate at which keys feel at once.
// So the ticker is taken from the program by the name of its field; where there is none of that name and type any more,
// the rate just stays (a test tells). Safe for concurrent use.
type pacer struct {
	mu      sync.Mutex
	program *tea.Program
	ticker  *time.Ticker
	sleep   *time.Timer
	resting bool
}

// wake lets the renderer look at its full rate until no message has come for a while. It is called in Update, when the
// program has its ticker.
func (p *pacer) wake() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ticker == nil {
		if p.ticker = rendererTicker(p.program); p.ticker == nil {
			return
		}
		p.sleep = time.AfterFunc(restAfter, p.rest)
		return
	}
	p.sleep.Reset(restAfter)
	if p.resting {
		p.resting = false
		p.ticker.Reset(time.Second / framesPerSecond)
	}
}

func (p *pacer) rest() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.resting = true
	p.ticker.Reset(restingFrame)
}

// stop is called when the program has ended, which stops its ticker.
func (p *pacer) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.sleep != nil {
		p.sleep.Stop()
	}
}

// rendererTicker is the ticker of a program that runs; nil where it has none.
func rendererTicker(program *tea.Program) *time.Ticker {
	field := reflect.ValueOf(program).Elem().FieldByName("ticker")
	if !field.IsValid() || field.Type() != reflect.TypeFor[*time.Ticker]() {
		return nil
	}
	return *(**time.Ticker)(unsafe.Pointer(field.UnsafeAddr()))
}
