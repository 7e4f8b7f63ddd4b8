package loaders

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Save writes ratings to a file in a format that Open reads, compressed where its name ends in .gz or .zst. A regular
// file appears whole or not at all; a pipe or a device is written into, and a link is followed. Whatever stops it names
// no file but the given one.
func Save(ctx context.Context, path string, r *Ratings, format string) error {
	if _, err := layoutNamed(format); err != nil {
		return err
	}
	target, err := follow(path)
	if err != nil {
		return reasonOf(err)
	}
	write := func(f *os.File) error { return pack(ctx, f, path, r, format) }
	info, err := os.Stat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return replace(target, 0o644, write)
	case err != nil:
		return reasonOf(err)
	case info.IsDir():
		return errors.New("it is a folder: name a file in it")
	case info.Mode().IsRegular():
		return replace(target, info.Mode().Perm(), write)
	}
	f, free, err := openFile(ctx, func() (*os.File, error) { return os.OpenFile(target, os.O_WRONLY, 0) })
	if err != nil {
		return reasonOf(err)
	}
	defer free()
	return reasonOf(write(f))
}

// follow returns the file at the end of a path's links, which need not exist.
func follow(path string) (string, error) {
	const most = 40 // links, as Linux has it
	for range most {
		if end, err := filepath.EvalSymlinks(path); err == nil {
			return end, nil
		}
		next, err := os.Readlink(path)
		if err != nil {
			return path, nil // a file to be made
		}
		if _, err := os.Stat(path); err == nil {
			return path, nil // an open file that has no name, as /dev/stdout may be
		}
		if !filepath.IsAbs(next) {
			folder, err := filepath.EvalSymlinks(filepath.Dir(path))
			if err != nil {
				return "", err
			}
			next = filepath.Join(folder, next)
		}
		path = next
	}
	return "", errors.New("too many links lead on from it")
}

// tempPrefix begins the names of files that are being written.
const tempPrefix = ".dpals-"

// replace writes a file beside the target and renames it, so that a failure leaves no half of a file.
func replace(target string, mode fs.FileMode, write func(*os.File) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(target), tempPrefix+"*")
	if err != nil {
		return reasonOf(err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
			err = reasonOf(err)
		}
	}()
	if err = write(f); err != nil {
		return err
	}
	if err = f.Chmod(mode); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), target)
}

// pack writes ratings, compressed as the path says, until ctx is done.
func pack(ctx context.Context, f io.Writer, path string, r *Ratings, format string) error {
	w := io.Writer(&cancellable{ctx, f})
	var compressor io.WriteCloser
	switch filepath.Ext(path) {
	case ".gz":
		compressor = gzip.NewWriter(w)
	case ".zst":
		z, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
		if err != nil {
			return err
		}
		compressor = z
	default:
		return Write(w, r, format)
	}
	return errors.Join(Write(compressor, r, format), compressor.Close())
}

// cancellable is a writer that fails with ctx's error once ctx is done.
type cancellable struct {
	ctx context.Context
	w   io.Writer
}

func (c *cancellable) Write(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.w.Write(p)
	if err != nil && c.ctx.Err() != nil {
		err = c.ctx.Err()
	}
	return n, err
}

// reasonOf is an error of the operating system without the operation and the path, of which the path may be that of a
// file the user never named.
func reasonOf(err error) error {
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
