package tui

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/store"
	"dpals/internal/tuitest"
)

// monkeys is how many play with the dashboard, each with a seed of its own, unless DPALS_MONKEYS says otherwise.
const monkeys = 1

// TestMonkey presses, clicks, drags, pastes and resizes at random on the real engine. Nothing panics, every frame is
// exact, and nothing is left running.
func TestMonkey(t *testing.T) {
	n := monkeys
	if more, err := strconv.Atoi(os.Getenv("DPALS_MONKEYS")); err == nil {
		n = more
	}
	for seed := range n {
		t.Run(fmt.Sprint("seed ", seed+1), func(t *testing.T) { monkey(t, uint64(seed+1)) })
	}
}

func monkey(t *testing.T, seed uint64) {
	problem := smallProblem(t)
	problem.Name = "猿の\x1b[2Jデータ🐒"
	problem.Fingerprint = "a fingerprint"
	state := t.TempDir()
	l, err := ledger.Open(state)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	kept, err := store.Open(state, store.Options{Ledger: l, Warn: func(err error) { t.Error(err) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = kept.Close() })
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	o := fakeOptions()
	o.methods, o.foresee, o.launch = nil, nil, nil
	o.Problem, o.Config = problem, engine.Config{Threads: 2, Ledger: l}
	o.pace = stepPace
	o.Store = kept
	o.SessionFile = t.TempDir() + "/session.json"
	o.Sources = []string{"other"}
	o.Open = func(context.Context, string) (engine.Problem, error) { return problem, nil }
	loop := newLoop(ctx, t, o)
	m := loop.m
	loop.run(m.Init())
	loop.take(tea.WindowSizeMsg{Width: 120, Height: 36})
	dice := rand.New(rand.NewPCG(seed, 2))
	w, h := 120, 36
	for range 1000 {
		switch dice.IntN(24) {
		case 0:
			w, h = minWidth+dice.IntN(300-minWidth), minHeight+dice.IntN(100-minHeight)
			if dice.IntN(6) == 0 { // too small, most of the time
				w, h = 1+dice.IntN(300), 1+dice.IntN(minHeight)
			}
			loop.take(tea.WindowSizeMsg{Width: w, Height: h})
		case 1, 2, 3:
			loop.take(randomMouse(dice, w, h))
		case 5:
			loop.take(tea.PasteMsg{Content: "日本 \x1b[31m pasted\nline"})
		case 4:
			if all := m.choices(); !m.frame.tooSmall() { // as the palette does them
				loop.run(all[dice.IntN(len(all))].Do())
				m.left = false
			}
		default:
			loop.take(randomKey(dice, m.screens[m.current]))
		}
		loop.drain()
		if dice.IntN(16) == 0 {
			loop.rest(20 * time.Millisecond)
		}
		tuitest.Exactly(t, m.View().Content, w, h)
		if strings.Contains(tuitest.Plain(m.View().Content), "\x1b") {
			t.Fatal("an escape sequence of a name got through")
		}
	}
	cancel()
	m.bench.lanes.wait(shutdownPatience)
	for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, %d before\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
		}
	}
}

// randomKey is one that means something on the screen in front, or any of the table, or a letter for what is being typed.
func randomKey(dice *rand.Rand, front screen) tea.KeyPressMsg {
	var names []string
	if dice.IntN(2) == 0 {
		for _, k := range front.keys(true) {
			names = append(names, k.Keys...)
		}
	} else {
		names = slices.Sorted(maps.Keys(tuitest.Keys))
		for r := '!'; r <= '~'; r++ {
			names = append(names, string(r))
		}
		names = append(names, "ctrl+p")
	}
	name := names[dice.IntN(len(names))]
	if key, ok := tuitest.Keys[name]; ok {
		return tea.KeyPressMsg(key)
	}
	if letter, ok := strings.CutPrefix(name, "ctrl+"); ok {
		return tea.KeyPressMsg{Code: []rune(letter)[0], Mod: tea.ModCtrl}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}
