package ledger

import (
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"sync"
)

// owner is the proof that a process which runs something is alive: a file that it holds locked. The operating system
// drops the lock with the process, however it dies, so that nobody has to guess from process numbers, which are reused
// and mean nothing in another container.
//
// A lock that is taken away wrongly is no danger: a run that was declared dead is refused its next release.
type owner struct {
	folder string
	once   sync.Once
	name   string
	file   *os.File
	err    error
}

func newOwner(folder string) *owner { return &owner{folder: folder} }

// claim takes the lock, on the first call.
func (o *owner) claim() (name string, err error) {
	o.once.Do(func() {
		o.name = rand.Text()
		if o.file, o.err = os.OpenFile(filepath.Join(o.folder, o.name), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); o.err == nil {
			o.err = lockNow(o.file)
		}
	})
	return o.name, o.err
}

func (o *owner) release() {
	if o == nil || o.file == nil {
		return
	}
	_ = os.Remove(o.file.Name())
	_ = o.file.Close()
}

// gone reports whether the process of a name is certainly dead.
func (o *owner) gone(name string) bool {
	if name == o.name {
		return false
	}
	path := filepath.Join(o.folder, name)
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return errors.Is(err, os.ErrNotExist)
	}
	defer f.Close()
	return lockNow(f) == nil
}

// forget removes what a dead process left.
func (o *owner) forget(name string) { _ = os.Remove(filepath.Join(o.folder, name)) }
