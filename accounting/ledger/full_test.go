//go:build unix

package ledger

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"dpals/accounting"
	"dpals/accounting/noise"
	"dpals/internal/sqlitedb"
)

func init() {
	roles["fill"] = fillTheDisk
	roles["readonly"] = meetReadOnly
}

// spendUntil makes releases until one is refused, and returns how many were made and why no more.
func spendUntil(t testing.TB, l *Ledger) (made int, err error) {
	p := planned(t, 1, 100)
	for {
		a, err := l.Begin(Run{Dataset: people, Name: "people", Method: "dpals", Plan: p})
		if err != nil {
			return made, err
		}
		m := accounting.NewMeter(p, noise.Seeded(1), journal(a))
		for _, r := range p.Releases {
			vector := []float64{0}
			if err := m.Release(r.Name, vector); err != nil {
				if vector[0] != 0 {
					t.Fatal("noise was drawn for a release that was not charged")
				}
				return made, err
			}
			made++
		}
		if err := a.End("done"); err != nil {
			return made, err
		}
	}
}

func chargesOf(t testing.TB, l *Ledger) (n int) {
	t.Helper()
	runs, err := l.Runs(people)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range runs {
		n += int(r.Charges)
	}
	return n
}

// A database that cannot grow refuses releases and keeps every charge it took.
func TestFullDatabase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l, err := open(dir, settings{migrations: migrations, wait: sqlitedb.DefaultWait, pragmas: []string{"max_page_count(16)"}})
	if err != nil {
		t.Fatal(err)
	}
	made, err := spendUntil(t, l)
	if err == nil || !strings.Contains(err.Error(), "the disk is full") {
		t.Errorf("a full disk gives %v", err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l = opened(t, dir)
	verified(t, l)
	if n := chargesOf(t, l); n < made || made == 0 {
		t.Errorf("%d releases were made and %d are charged", made, n)
	}
}

// fillTheDisk trains where files cannot grow past a size.
func fillTheDisk(dir string, log *os.File) error {
	l, err := Open(dir)
	if err != nil {
		return err
	}
	const most = 200 << 10
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: most, Max: most}); err != nil {
		return err
	}
	for {
		p, err := equalReleases(1, 10)
		if err != nil {
			return err
		}
		if err := trainToEnd(l, p, log); err != nil {
			return err
		}
	}
}

func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	log := filepath.Join(dir, "events")
	cmd, said := process(t, "fill", dir, log)
	if err := cmd.Wait(); err == nil || !cmd.ProcessState.Exited() {
		t.Fatalf("ended with %v", err)
	}
	if text := said.String(); !strings.Contains(text, "the ledger cannot be") {
		t.Errorf("said %q", text)
	}
	released := logged(t, log)
	if len(released) == 0 {
		t.Error("nothing was released before the disk was full")
	}
	proven(t, opened(t, dir), released)
}

// meetReadOnly opens a ledger that it may not write.
func meetReadOnly(dir string, log *os.File) error {
	if os.Getuid() == 0 {
		const nobody = 65534
		if err := errors.Join(syscall.Setgroups(nil), syscall.Setgid(nobody), syscall.Setuid(nobody)); err != nil {
			return err
		}
	}
	l, err := Open(dir)
	if err == nil { // SQLite opens a database to read it where it can no more
		var p *accounting.Plan
		if p, err = equalReleases(1, 1); err == nil {
			_, err = l.Begin(Run{Dataset: people, Name: "people", Method: "dpals", Plan: p})
		}
	}
	if err == nil {
		return errors.New("admitted")
	}
	_, err = fmt.Fprintln(log, err)
	return err
}

func TestReadOnlyFolder(t *testing.T) {
	for _, c := range []struct {
		name string
		set  func(dir string) error
	}{
		{"folder that may not be made", func(dir string) error { return os.Chmod(filepath.Dir(dir), 0o555) }},
		{"empty folder", func(dir string) error {
			return errors.Join(os.Mkdir(dir, 0o755), os.Chmod(dir, 0o555))
		}},
		{"folder of a ledger", func(dir string) error {
			l, err := Open(dir)
			if err != nil {
				return err
			}
			return errors.Join(l.Close(), shut(dir))
		}},
		{"database alone", func(dir string) error {
			l, err := Open(dir)
			if err != nil {
				return err
			}
			return errors.Join(l.Close(), os.Chmod(dir, 0o777), os.Chmod(filepath.Join(dir, ownersFolder), 0o777),
				os.Chmod(filepath.Join(dir, markFile), 0o666), os.Chmod(filepath.Join(dir, sqlitedb.File), 0o444))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			parent, err := os.MkdirTemp("", "dpals")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				_ = filepath.WalkDir(parent, func(path string, d os.DirEntry, err error) error { return os.Chmod(path, 0o700) })
				_ = os.RemoveAll(parent)
			})
			if err := os.Chmod(parent, 0o777); err != nil {
				t.Fatal(err)
			}
			dir := filepath.Join(parent, "state")
			if err := c.set(dir); err != nil {
				t.Fatal(err)
			}
			log := filepath.Join(t.TempDir(), "said")
			cmd, said := process(t, "readonly", dir, log)
			if err := cmd.Wait(); err != nil {
				t.Fatalf("%v: %s", err, said)
			}
			text, err := os.ReadFile(log)
			if err != nil || !strings.Contains(string(text), "choose another with --state") {
				t.Errorf("said %q, %v", text, err)
			}
		})
	}
}

// shut makes a folder and all in it read-only.
func shut(dir string) error {
	return filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if d.IsDir() {
			return errors.Join(err, os.Chmod(path, 0o555))
		}
		return errors.Join(err, os.Chmod(path, 0o444))
	})
}
