package ledger

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"dpals/internal/sqlitedb"
)

// mark is a file beside the database with the number of committed changes. It is written before any noise is drawn for the
// last change. A database with fewer changes has lost some: its write-ahead log was cut or removed, or it was replaced by an
// older copy. SQLite alone does not notice this.
//
// The file has two lines. The older one is overwritten, so that an incomplete write loses nothing.
type mark struct {
	mu   sync.Mutex // within the process; the file's lock is between processes
	file *os.File
	wait time.Duration
}

const markLine = "%020d %016x\n"

const markLength = 20 + 1 + 16 + 1

var errLocked = errors.New("the file is locked")

func openMark(path string, wait time.Duration) (*mark, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fileError(err)
	}
	return &mark{file: f, wait: wait}, nil
}

func (m *mark) close() { _ = m.file.Close() }

// lock keeps other processes from raising the mark and from opening the ledger.
func (m *mark) lock() (unlocked func(), err error) {
	m.mu.Lock()
	defer func() {
		if err != nil {
			m.mu.Unlock()
		}
	}()
	for end := time.Now().Add(m.wait); ; time.Sleep(2 * time.Millisecond) {
		err := lockNow(m.file, false)
		switch {
		case err == nil:
			return func() { _ = unlock(m.file); m.mu.Unlock() }, nil
		case !errors.Is(err, errLocked):
			return nil, fmt.Errorf("%s cannot be locked: %w", m.file.Name(), err)
		case time.Now().After(end):
			return nil, fmt.Errorf("%s: another process has held the ledger for more than %v: end it, or try again", m.file.Name(), m.wait)
		}
	}
}

// read returns the number of changes, 0 for a new file, and the line to overwrite next.
func (m *mark) read() (changes int64, next int64, err error) {
	var text [2 * markLength]byte
	n, err := m.file.ReadAt(text[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, 0, err
	}
	valid := false
	for i := range int64(2) {
		var number int64
		var sealed uint64
		line := text[i*markLength : (i+1)*markLength]
		if _, err := fmt.Sscanf(string(line), markLine, &number, &sealed); err != nil || sealed != uint64(seal("mark", number)) {
			continue
		}
		if valid = true; number >= changes {
			changes, next = number, 1-i
		}
	}
	if n > 0 && !valid {
		return 0, 0, sqlitedb.Damaged("%s is not as it was written", m.file.Name())
	}
	return changes, next, nil
}

// raise sets the mark to a number of changes, unless it is higher, and returns once it is on disk.
func (m *mark) raise(changes int64) error {
	unlocked, err := m.lock()
	if err != nil {
		return err
	}
	defer unlocked()
	now, next, err := m.read()
	if err != nil || now >= changes {
		return err
	}
	if _, err = m.file.WriteAt(fmt.Appendf(nil, markLine, changes, uint64(seal("mark", changes))), next*markLength); err == nil {
		err = m.file.Sync()
	}
	if err != nil {
		return fileError(err)
	}
	return nil
}
