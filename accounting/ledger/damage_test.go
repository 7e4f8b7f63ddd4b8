package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpals/accounting"
	"dpals/internal/sqlitedb"
)

// files are the contents of a state folder.
type files map[string][]byte

// taken reads the files of a folder, whose ledger is closed or has done nothing since.
func taken(t testing.TB, dir string) files {
	t.Helper()
	f := make(files)
	for _, name := range []string{sqlitedb.File, sqlitedb.File + "-wal", markFile} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil {
			f[name] = text
		} else if !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
	}
	return f
}

// with is the files with one of them replaced, or left out where the content is nil.
func (f files) with(name string, content []byte) files {
	g := make(files)
	for k, v := range f {
		g[k] = v
	}
	if g[name] = content; content == nil {
		delete(g, name)
	}
	return g
}

func (f files) put(t testing.TB) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range f {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// history is a ledger of several data sets, with ended, refused and abandoned runs; on people little is left.
func history(t testing.TB, dir string) *Ledger {
	t.Helper()
	l := opened(t, dir)
	limited(t, l, 1)
	for i := range 25 {
		p := planned(t, 0.5, 1+i%4)
		a, err := l.Begin(Run{Dataset: fmt.Sprintf("%064d", i), Name: fmt.Sprint("others ", i), Method: "dpals", Plan: p})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range p.Releases {
			if err := a.Charge(accounting.Charge{Release: r}); err != nil {
				t.Fatal(err)
			}
		}
		if i%2 == 0 {
			if err := a.End("done"); err != nil {
				t.Fatal(err)
			}
		}
	}
	trained(t, l, planned(t, 0.5, 8))
	trained(t, l, planned(t, 0.5, 3))
	refusedBegin(t, l, planned(t, 1, 1))
	a := begun(t, l, planned(t, 0.25, 3))
	if err := a.Charge(accounting.Charge{Release: planned(t, 0.25, 3).Releases[0]}); err != nil {
		t.Fatal(err)
	}
	return l
}

// truth is what a ledger must not forget.
type truth struct {
	spent float64
	limit Limit
	over  *accounting.Plan // does not fit
}

func truthOf(t testing.TB, l *Ledger) truth {
	s := status(t, l)
	return truth{s.SpentMu, *s.Limit, planned(t, 1, 1)}
}

// kept opens a folder and fails where the ledger in it works and knows less than it should. It reports whether it works.
func (want truth) kept(t testing.TB, dir, what string) bool {
	t.Helper()
	l, err := Open(dir)
	if err != nil {
		if text := err.Error(); strings.Contains(text, "\n") || !strings.Contains(text, dir) {
			t.Errorf("%s: the message is %q", what, text)
		}
		return false
	}
	defer l.Close()
	works := true
	if s, err := l.Status(people); err != nil {
		works = false
	} else if s.SpentMu < want.spent || s.Limit == nil || *s.Limit != want.limit {
		t.Errorf("%s: the status is %+v, was spent μ %g", what, s, want.spent)
	}
	if _, err = l.Begin(Run{Dataset: people, Name: "people", Method: "dpals", Plan: want.over}); err == nil {
		t.Errorf("%s: a run that does not fit is admitted", what)
	} else if !errors.Is(err, ErrRefused) {
		works = false
	}
	return works
}

// A database of which any byte has changed, or the end is missing, refuses to work or knows all it knew.
func TestDamagedDatabase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := history(t, dir)
	want := truthOf(t, l)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	whole := taken(t, dir)
	database := whole[sqlitedb.File]
	if !want.kept(t, whole.put(t), "untouched") {
		t.Fatal("a copy does not work")
	}
	const page = 4096
	var cuts []int
	for at := 0; at < len(database); at += page {
		cuts = append(cuts, at, at+1, at+rand.IntN(page))
	}
	noticed := 0
	for _, at := range cuts {
		if !want.kept(t, whole.with(sqlitedb.File, database[:at]).put(t), fmt.Sprintf("cut at %d", at)) {
			noticed++
		}
	}
	if noticed != len(cuts) {
		t.Errorf("of %d cuts %d were noticed", len(cuts), noticed)
	}
	noticed = 0
	const flips = 80
	for k := range flips {
		// Headers of pages and the schema matter most, so half of the changes are made there.
		at := rand.IntN(len(database))
		if k%2 == 0 {
			at = at/page*page + rand.IntN(64)
		}
		flipped := bytes.Clone(database)
		flipped[at] ^= byte(1 + rand.IntN(255))
		if !want.kept(t, whole.with(sqlitedb.File, flipped).put(t), fmt.Sprintf("byte %d is %#x", at, flipped[at])) {
			noticed++
		}
	}
	t.Logf("%d of %d changed bytes were noticed, the others did not matter", noticed, flips)
}

// A write-ahead log that was cut, changed or removed after a crash is noticed by the mark: SQLite takes it for whole.
func TestDamagedLog(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := history(t, dir)
	want := truthOf(t, l)
	whole := taken(t, dir) // as a killed process leaves it
	log := whole[sqlitedb.File+"-wal"]
	if len(log) == 0 {
		t.Fatal("there is no log")
	}
	if !want.kept(t, whole.put(t), "untouched") {
		t.Fatal("a copy does not work")
	}
	refused := func(f files, what string) {
		t.Helper()
		if want.kept(t, f.put(t), what) {
			t.Errorf("%s: was not noticed", what)
		}
	}
	refused(whole.with(sqlitedb.File+"-wal", nil), "removed")
	const header, frame = 32, 24 + 4096
	frames := (len(log) - header) / frame
	for k := range 20 {
		n := k * frames / 20
		refused(whole.with(sqlitedb.File+"-wal", log[:header+n*frame]), fmt.Sprintf("cut after frame %d", n))
		at := header + rand.IntN(n*frame+1)
		refused(whole.with(sqlitedb.File+"-wal", log[:at]), fmt.Sprintf("cut at %d", at))
		flipped := bytes.Clone(log)
		flipped[at] ^= 0x10
		want.kept(t, whole.with(sqlitedb.File+"-wal", flipped).put(t), fmt.Sprintf("byte %d changed", at))
	}
}

func TestReplacedDatabase(t *testing.T) {
	dir := t.TempDir()
	l := opened(t, dir)
	limited(t, l, 1)
	trained(t, l, planned(t, 0.5, 2))
	_ = l.Close()
	older := taken(t, dir)
	l = opened(t, dir)
	trained(t, l, planned(t, 0.5, 2))
	want := truthOf(t, l)
	_ = l.Close()
	whole := taken(t, dir)
	for _, c := range []struct {
		name, says string
		files      files
	}{
		{"older copy", "changes were written and", whole.with(sqlitedb.File, older[sqlitedb.File])},
		{"removed", "0 are there", whole.with(sqlitedb.File, nil)},
		{"empty", "0 are there", whole.with(sqlitedb.File, []byte{})},
		{"no database", "not a database", whole.with(sqlitedb.File, bytes.Repeat([]byte("ratings "), 1000))},
		{"damaged mark", markFile + " is not as it was written", whole.with(markFile, []byte("00000000000000000012 0000000000000000\n"))},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := c.files.put(t)
			if want.kept(t, dir, c.name) {
				t.Fatal("it works")
			}
			if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "restore the state folder") {
				t.Errorf("said %v", err)
			}
		})
	}
	t.Run("older copy of everything", func(t *testing.T) {
		// This is not noticed, as FORMAT.md says.
		l := opened(t, older.put(t))
		verified(t, l)
	})
	t.Run("older copy without the limit", func(t *testing.T) {
		dir := older.put(t)
		l := opened(t, dir)
		limited(t, l, 0.5)
		_ = l.Close()
		if _, err := Open(taken(t, dir).with(sqlitedb.File, older[sqlitedb.File]).put(t)); err == nil || !strings.Contains(err.Error(), "changes were written and") {
			t.Errorf("a limit was forgotten: %v", err)
		}
	})
	t.Run("torn mark", func(t *testing.T) {
		mark := bytes.Clone(whole[markFile])
		copy(mark[:markLength], "0000000000000000")
		if !want.kept(t, whole.with(markFile, mark).put(t), "torn") {
			t.Error("the other line was not enough")
		}
	})
	t.Run("no mark", func(t *testing.T) {
		if !want.kept(t, whole.with(markFile, nil).put(t), "no mark") {
			t.Error("it does not work")
		}
	})
}
