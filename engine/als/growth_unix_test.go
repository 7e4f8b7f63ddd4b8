//go:build unix

package als_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"dpals/accounting"
	"dpals/accounting/noise"
	"dpals/engine/als"
	"dpals/engine/internal/enginetest"
	"dpals/engine/method"
	"dpals/loaders"
)

// meterOfPhases is a method.Progress that keeps the least processor time, and the least time, that a phase of a step
// took: other programs can only add to it.
type meterOfPhases struct {
	phase      string
	cpu, since time.Duration
	used, took map[string]time.Duration
}

func (w *meterOfPhases) stop() {
	cpu, now := processorTime(), time.Duration(time.Now().UnixNano())
	if w.phase != "" {
		least := func(of map[string]time.Duration, d time.Duration) {
			if known, ok := of[w.phase]; !ok || d < known {
				of[w.phase] = d
			}
		}
		least(w.used, cpu-w.cpu)
		least(w.took, now-w.since)
	}
	w.cpu, w.since = cpu, now
}

// processorTime is what the process has used so far, in user mode and for it in the system.
func processorTime() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func (w *meterOfPhases) Phase(name string, step, _ int) {
	w.stop()
	if w.phase = name; step == 0 {
		w.phase = "" // what comes before the steps
	}
}
func (w *meterOfPhases) Part(float64)                      {}
func (w *meterOfPhases) Iteration(int, method.Model) error { w.stop(); w.phase = ""; return nil }

// BenchmarkGrowth measures how the processor time of a step of dpals (k = 50, β = 0.5) grows with the ratings at
// constant proportions, with the users, the items, the rank and the threads. One run of three steps is enough:
//
//	go test -run xxx -bench Growth -benchtime 1x ./engine/als
func BenchmarkGrowth(b *testing.B) {
	const users, items, per = 69878, 10677, 143 // of MovieLens 10M
	steps := func(name string, users, items, per, rank, threads int) {
		b.Run(name, func(b *testing.B) {
			source := fmt.Sprintf("synth:skewed:n=%d,m=%d,per=%d", users, items, per)
			train := enginetest.Problem(b, source).Split.Train
			w := stepOfDPALS(b, train, rank, threads)
			b.ReportMetric(float64(train.Count()), "ratings")
			b.ReportMetric(w.used["users"].Seconds(), "users-cpu-s")
			b.ReportMetric(w.used["items"].Seconds(), "items-cpu-s")
			b.ReportMetric((w.took["users"] + w.took["items"]).Seconds(), "step-s")
			b.ReportMetric(0, "ns/op")
		})
	}
	all := runtime.GOMAXPROCS(0)
	for _, tenths := range []int{10, 25, 50, 100} {
		steps(fmt.Sprintf("ratings/×%g", float64(tenths)/10), users*tenths/10, items*tenths/10, per, 32, all)
	}
	steps("ratings/n=1000000,m=50000", 1000000, 50000, 100, 32, all)
	for _, n := range []int{users / 4, users / 2, users, 2 * users, 4 * users} {
		steps(fmt.Sprintf("users/%d", n), n, items, users*per/n, 32, all)
	}
	for _, m := range []int{items / 4, items / 2, items, 2 * items, 4 * items} {
		steps(fmt.Sprintf("items/%d", m), users, m, per, 32, all)
	}
	for _, rank := range []int{8, 16, 32, 64, 128} {
		steps(fmt.Sprintf("rank/%d", rank), users, items, per, rank, all)
	}
	for _, threads := range []int{1, 2} {
		steps(fmt.Sprintf("threads/%d", threads), users, items, per, 32, threads)
	}
}

// stepOfDPALS trains three steps and returns the least that each phase took.
func stepOfDPALS(b *testing.B, train *loaders.Ratings, rank, threads int) *meterOfPhases {
	b.Helper()
	m, c := als.DPALS, method.Settings{"rank": float64(rank), "iterations": 3, "k": 50, "beta": 0.5, "sampling": 1}
	public := method.Public{Items: train.Items, Low: train.Low, High: train.High, Epsilon: 10, Delta: 1e-5}
	settings, err := m.Settle(c)
	if err != nil {
		b.Fatal(err)
	}
	settings = m.Resolve(public, settings)
	requests, err := m.Plan(public, settings)
	if err != nil {
		b.Fatal(err)
	}
	plan, err := accounting.NewPlan(accounting.Exact, public.Epsilon, public.Delta, requests)
	if err != nil {
		b.Fatal(err)
	}
	w := &meterOfPhases{used: make(map[string]time.Duration), took: make(map[string]time.Duration)}
	task := &method.Task{
		Train: train, Public: public, Settings: settings, Threads: threads, Progress: w,
		Meter: accounting.NewMeter(plan, noise.Seeded(1), nil),
	}
	if _, err := m.Fit(context.Background(), task); err != nil {
		b.Fatal(err)
	}
	return w
}
