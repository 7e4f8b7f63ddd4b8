package ledger

import (
	"fmt"
	"testing"

	"dpals/accounting"
)

func BenchmarkCharge(b *testing.B) {
	l := opened(b, b.TempDir())
	limited(b, l, 1e6)
	p := planned(b, 1, 1)
	p.Mu = 1000
	a := begun(b, l, p)
	c := accounting.Charge{Release: p.Releases[0]}
	c.Release.Mu = 1e-3
	for b.Loop() {
		if err := a.Charge(c); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBegin(b *testing.B) {
	l := opened(b, b.TempDir())
	limited(b, l, 1e6)
	p := planned(b, 1, 1)
	for b.Loop() {
		a := begun(b, l, p)
		b.StopTimer()
		if err := a.End("done"); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}

// many writes a history of n ended runs of 10 releases, in one transaction.
func many(b testing.TB, l *Ledger, n int) {
	b.Helper()
	p := planned(b, 0.01, 10)
	err := l.write(func(t *transaction) error {
		d, err := t.findOrAddDataset(people, "people")
		if err != nil {
			return err
		}
		if err := d.save(t); err != nil {
			return err
		}
		for range n {
			r := &row{settings: "{}", Entry: Entry{Dataset: people, Name: "people", Method: "dpals", Accountant: "exact", Epsilon: p.Epsilon, Delta: p.Delta, Mu: p.Mu}}
			if err := r.add(t); err != nil {
				return err
			}
			for _, release := range p.Releases {
				r.SpentMu = accounting.Compose(r.SpentMu, release.Mu)
				r.Charges++
				if err := t.saveCharge(r.ID, r.Charges, Release{release, r.SpentMu, r.Started}); err != nil {
					return err
				}
			}
			d.runs++
			d.running++ // until it ends, in the next line
			if err := r.settle(t, d, "done"); err != nil {
				return err
			}
		}
		return d.save(t)
	})
	if err != nil {
		b.Fatal(err)
	}
}

func BenchmarkStatus(b *testing.B) {
	for _, n := range []int{10, 10_000} {
		b.Run(fmt.Sprintf("%d runs", n), func(b *testing.B) {
			l := opened(b, b.TempDir())
			limited(b, l, 100)
			many(b, l, n)
			for b.Loop() {
				status(b, l)
			}
		})
	}
}

func BenchmarkOpen(b *testing.B) {
	for _, n := range []int{10, 1000, 10_000} {
		b.Run(fmt.Sprintf("%d runs", n), func(b *testing.B) {
			dir := b.TempDir()
			l := opened(b, dir)
			many(b, l, n)
			if err := l.Close(); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				l, err := Open(dir)
				if err != nil {
					b.Fatal(err)
				}
				_ = l.Close()
			}
		})
	}
}
