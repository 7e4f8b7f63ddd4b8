package atomicfile

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// TempPrefix begins the names of files that are being written. A file with that prefix is left over where a process was
// killed while it wrote.
const TempPrefix = ".dpals-"

// Write writes a file beside the path and renames it once write has succeeded. Writing fails with the error of ctx once
// ctx is done.
func Write(ctx context.Context, path string, mode fs.FileMode, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), TempPrefix+"*")
	if err != nil {
		return WithoutPath(err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
			err = WithoutPath(err)
		}
	}()
	if err = write(WithContext(ctx, f)); err != nil {
		return err
	}
	if err = f.Chmod(mode); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// WithContext returns a writer that fails with the error of ctx once ctx is done.
func WithContext(ctx context.Context, w io.Writer) io.Writer { return &contextWriter{ctx, w} }

type contextWriter struct {
	ctx context.Context
	w   io.Writer
}

func (c *contextWriter) Write(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.w.Write(p)
	if err != nil && c.ctx.Err() != nil {
		err = c.ctx.Err()
	}
	return n, err
}

// WithoutPath returns an error of the operating system without the operation and the path: the caller names the path
// that the user gave, which may be another one.
func WithoutPath(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}
