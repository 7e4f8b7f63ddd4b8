package cli

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"dpals/tui/canvas"
)

// writeFile writes a file completely or not at all: under another name until it is done, then in place of the old file.
func writeFile(path string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".dpals-*")
	if err != nil {
		return unwritten(path, err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
			err = unwritten(path, err)
		}
	}()
	w := bufio.NewWriter(f)
	if err := write(w); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if err := f.Chmod(0o644); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// checkWritable returns an error if writeFile could not write these files, before there is anything to write. Empty paths are
// left out.
func checkWritable(paths ...string) error {
	for _, path := range paths {
		if path == "" {
			continue
		}
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return usagef("%s is a folder: name a file in it", canvas.Text(path))
		}
		f, err := os.CreateTemp(filepath.Dir(path), ".dpals-*")
		if err != nil {
			return usageError{unwritten(path, err)}
		}
		f.Close()
		os.Remove(f.Name())
	}
	return nil
}

func unwritten(path string, err error) error {
	return fmt.Errorf("%s could not be written: %w", canvas.Text(path), err)
}
