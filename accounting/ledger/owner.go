package ledger

import (
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"sync"
)

// owner proves that a process is alive by a file that the process holds locked. The operating system drops the lock when the
// process ends for any reason. Process numbers would not do: they are reused and mean nothing in another container.
//
// Losing a lock wrongly is safe: an entry that was declared dead is refused its next release.
type owner struct {
	folder string
	guard  func() (unlock func(), err error) // excludes removeDead of other processes

	once sync.Once
	name string // "" until claimed
	file *os.File
	err  error
}

func newOwner(folder string, guard func() (func(), error)) *owner {
	return &owner{folder: folder, guard: guard}
}

// claim takes the lock on the first call, and returns the owner's name.
func (o *owner) claim() (name string, err error) {
	o.once.Do(func() { o.err = o.lock(rand.Text()) })
	return o.name, o.err
}

func (o *owner) lock(name string) error {
	unlock, err := o.guard()
	if err != nil {
		return err
	}
	defer unlock()
	f, err := os.OpenFile(filepath.Join(o.folder, name), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fileError(err)
	}
	if err := lockNow(f, false); err != nil {
		_ = f.Close()
		return fileError(err)
	}
	o.name, o.file = name, f
	return nil
}

func (o *owner) unlock() {
	if o == nil || o.file == nil {
		return
	}
	_ = os.Remove(o.file.Name())
	_ = o.file.Close()
}

// isDead reports whether the process with that name is certainly dead.
func (o *owner) isDead(name string) bool {
	if name == o.name {
		return false
	}
	f, err := os.OpenFile(filepath.Join(o.folder, name), os.O_RDWR, 0)
	if err != nil {
		return errors.Is(err, os.ErrNotExist)
	}
	defer f.Close()
	return lockNow(f, true) == nil // shared, so that two processes that check at once do not see each other's lock
}

// removeDead removes the files of dead processes. The caller must hold the guard.
func (o *owner) removeDead() {
	names, _ := os.ReadDir(o.folder)
	for _, e := range names {
		if o.isDead(e.Name()) {
			_ = os.Remove(filepath.Join(o.folder, e.Name()))
		}
	}
}

// Owner returns the name of this process, which is that of its lock file. Other packages store it with unfinished work, so
// that another process can tell after a crash that the work has died.
func (l *Ledger) Owner() (string, error) {
	name, err := l.owner.claim()
	return name, l.db.Explain(err)
}

// IsOwnerDead reports whether the process with that name is certainly dead.
func (l *Ledger) IsOwnerDead(owner string) bool { return l.owner.isDead(owner) }
