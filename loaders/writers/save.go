package writers

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"dpals/internal/atomicfile"
	"dpals/loaders"
	"dpals/loaders/readers"
)

// Save writes ratings to a file in one of readers.Formats, compressed where its name ends in .gz or .zst. A regular file
// appears whole or not at all; a pipe or a device is written into, and a link is followed. Its errors name no file.
func Save(ctx context.Context, path string, r *loaders.Ratings, format string) error {
	if _, err := readers.FormatNamed(format); err != nil {
		return err
	}
	target, err := follow(path)
	if err != nil {
		return atomicfile.WithoutPath(err)
	}
	write := func(w io.Writer) error { return compress(w, path, r, format) }
	info, err := os.Stat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return atomicfile.Write(ctx, target, 0o644, write)
	case err != nil:
		return atomicfile.WithoutPath(err)
	case info.IsDir():
		return errors.New("it is a folder: name a file in it")
	case info.Mode().IsRegular():
		return atomicfile.Write(ctx, target, info.Mode().Perm(), write)
	}
	f, free, err := readers.OpenFile(ctx, func() (*os.File, error) { return os.OpenFile(target, os.O_WRONLY, 0) })
	if err != nil {
		return atomicfile.WithoutPath(err)
	}
	defer free()
	return atomicfile.WithoutPath(write(atomicfile.WithContext(ctx, f)))
}

// follow returns the file that a path and its links lead to, which need not exist.
func follow(path string) (string, error) {
	const maxLinks = 40 // as in Linux
	for range maxLinks {
		if end, err := filepath.EvalSymlinks(path); err == nil {
			return end, nil
		}
		next, err := os.Readlink(path)
		if err != nil {
			return path, nil // a file that does not exist yet
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
	return "", errors.New("too many links: name the file itself")
}

// compress writes ratings, compressed as the suffix of the path says.
func compress(w io.Writer, path string, r *loaders.Ratings, format string) error {
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
