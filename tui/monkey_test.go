package tui_test

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
	"dpals/internal/tuitest/driver"
	"dpals/tui"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// monkeys is the number of random sessions, each with its own seed. DPALS_MONKEYS changes it.
const monkeys = 1

// TestMonkey presses, clicks, drags, pastes and resizes at random with the real engine. Nothing may panic, every frame must
// be exact, and no goroutine may stay.
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
	problem := driver.SmallProblem(t)
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
	o := driver.Options()
	o.Methods, o.Foresee, o.Launch = nil, nil, nil
	o.Problem, o.Config = problem, engine.Config{Threads: 2, Ledger: l}
	o.Pace = session.RevealPace
	o.Store = kept
	o.SessionFile = t.TempDir() + "/session.json"
	o.Sources = []string{"other"}
	o.Open = func(context.Context, string) (engine.Problem, error) { return problem, nil }
	loop := driver.NewLoop(ctx, t, o)
	m := loop.Model
	loop.Run(m.Init())
	loop.Take(tea.WindowSizeMsg{Width: 120, Height: 36})
	dice := rand.New(rand.NewPCG(seed, 2))
	w, h := 120, 36
	for range 1000 {
		switch dice.IntN(24) {
		case 0:
			w, h = ui.MinWidth+dice.IntN(300-ui.MinWidth), ui.MinHeight+dice.IntN(100-ui.MinHeight)
			if dice.IntN(6) == 0 { // too small, most of the time
				w, h = 1+dice.IntN(300), 1+dice.IntN(ui.MinHeight)
			}
			loop.Take(tea.WindowSizeMsg{Width: w, Height: h})
		case 1, 2, 3:
			loop.Take(driver.RandomMouse(dice, w, h))
		case 5:
			loop.Take(tea.PasteMsg{Content: "日本 \x1b[31m pasted\nline"})
		case 4:
			if all := m.Choices(); !m.Frame().TooSmall() { // as the palette does them
				loop.Run(all[dice.IntN(len(all))].Do())
				m.Left = false
			}
		default:
			loop.Take(randomKey(dice, m.Screens[m.Current]))
		}
		loop.Drain()
		if dice.IntN(16) == 0 {
			loop.Rest(20 * time.Millisecond)
		}
		tuitest.Exactly(t, m.View().Content, w, h)
		if strings.Contains(tuitest.Plain(m.View().Content), "\x1b") {
			t.Fatal("an escape sequence of a name got through")
		}
	}
	cancel()
	m.Session.Lanes.Wait(tui.ShutdownPatience)
	for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, %d before\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
		}
	}
}

// randomKey returns a key of the screen in front, or any key.
func randomKey(dice *rand.Rand, front tui.Screen) tea.KeyPressMsg {
	var names []string
	if dice.IntN(2) == 0 {
		for _, k := range front.Keys(true) {
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
