package loaders

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"io"
	"os"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// compressed are the endings of compressed files that a search in a folder tries. Reading goes by content alone.
var compressed = []string{".gz", ".zst"}

// textFile is an open file, decompressed on the fly.
type textFile struct {
	io.Reader
	packing string // "gzip", "zstd" or "" for plain text
	close   []func()
}

// Close closes the file and frees the decompressor.
func (t *textFile) Close() {
	for i := len(t.close) - 1; i >= 0; i-- {
		t.close[i]()
	}
}

// openText opens a file and decompresses it if its first bytes say so. Once ctx is done it returns ctx's error, and so
// do reads.
func openText(ctx context.Context, path string) (*textFile, error) {
	f, free, err := openFile(ctx, func() (*os.File, error) { return os.Open(path) })
	if ctx.Err() != nil {
		if err == nil {
			free()
		}
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, cannotOpen(path, err)
	}
	t, err := unpack(path, f)
	if err != nil {
		free()
		return nil, cmp.Or(ctx.Err(), err)
	}
	t.close = append([]func(){free}, t.close...)
	return t, nil
}

// readText returns all of a text file, decompressed and without a byte order mark.
func readText(ctx context.Context, path string) ([]byte, error) {
	t, err := openText(ctx, path)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	content, err := io.ReadAll(t)
	if err != nil {
		return nil, cmp.Or(ctx.Err(), error(damaged(path, 0, t.packing, err)))
	}
	return bytes.TrimPrefix(content, []byte("\xef\xbb\xbf")), nil
}

// unpack decompresses what it reads if its first bytes say so. The path is for errors.
func unpack(path string, packed io.Reader) (*textFile, error) {
	src := bufio.NewReaderSize(packed, chunk)
	magic, err := src.Peek(4)
	if err != nil && err != io.EOF {
		return nil, cannotOpen(path, err)
	}
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(src)
		if err != nil {
			return nil, damaged(path, 1, "gzip", err)
		}
		return &textFile{Reader: z, packing: "gzip"}, nil
	case bytes.Equal(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		// One goroutine: decompression is not what reading waits for, and nothing is left behind on cancelling.
		z, err := zstd.NewReader(src, zstd.WithDecoderConcurrency(1))
		if err != nil {
			return nil, damaged(path, 1, "zstd", err)
		}
		return &textFile{Reader: z, packing: "zstd", close: []func(){z.Close}}, nil
	case bytes.HasPrefix(magic, []byte("PK\x03\x04")):
		return nil, refuse(path, "a zip archive: unpack it and give the file or folder of ratings inside")
	}
	return &textFile{Reader: src}, nil
}

func cannotOpen(path string, err error) *InputError {
	reason := err.Error()
	if p, ok := err.(*os.PathError); ok {
		reason = p.Err.Error()
	}
	return &InputError{Path: path, Reason: reason + ": check the path and that you may read it", Err: err}
}

func damaged(path string, line int, packing string, err error) *InputError {
	reason := "cannot be read on: " + err.Error()
	if packing != "" {
		reason = packing + " data is truncated or damaged (" + err.Error() + "): fetch the file again"
	}
	return &InputError{Path: path, Line: line, Reason: reason, Err: err}
}
