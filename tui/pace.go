package tui

import (
	"reflect"
	"sync"
	"time"
	"unsafe"

	tea "charm.land/bubbletea/v2"
)

// How often the renderer checks for something to draw. A key waits for one check at most, so it checks often while there
// are messages; without any, each check would wake a processor for nothing.
const (
	framesPerSecond = 100
	restingFrame    = time.Second
	restAfter       = 300 * time.Millisecond // without a message
)

// pacer slows the renderer's ticker down while no message comes. Bubble Tea has no option for that: its ticker runs at
// the rate that the program was built with, which costs half a percent of a core where keys are to feel immediate. So the
// ticker is read from the program by the name of its field; where no field has that name and type, the rate stays as it
// is, and a test fails. Safe for concurrent use.
type pacer struct {
	mu      sync.Mutex
	program *tea.Program
	ticker  *time.Ticker
	sleep   *time.Timer
	resting bool
}

// wake sets the full rate until no message has come for restAfter. It is called in Update, when the program has its
// ticker.
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

// rest sets the slow rate.
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

// rendererTicker returns the ticker of a running program, nil where it has none.
func rendererTicker(program *tea.Program) *time.Ticker {
	field := reflect.ValueOf(program).Elem().FieldByName("ticker")
	if !field.IsValid() || field.Type() != reflect.TypeFor[*time.Ticker]() {
		return nil
	}
	return *(**time.Ticker)(unsafe.Pointer(field.UnsafeAddr()))
}
