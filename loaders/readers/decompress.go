package readers

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"io"
	"os"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"dpals/loaders"
)

// CompressedSuffixes are the suffixes of compressed files that a search in a folder tries. Reading detects compression by
// the content alone.
var CompressedSuffixes = []string{".gz", ".zst"}

// textFile is an open file, decompressed on the fly.
type textFile struct {
	io.Reader
	compression string // "gzip", "zstd" or "" for plain text
	close       []func()
}

// Close closes the file and frees the decompressor.
func (t *textFile) Close() {
	for i := len(t.close) - 1; i >= 0; i-- {
		t.close[i]()
	}
}

// openText opens a file and decompresses it if its first bytes say so. It returns the error of ctx once ctx is done, and
// so do reads.
func openText(ctx context.Context, path string) (*textFile, error) {
	f, free, err := OpenFile(ctx, func() (*os.File, error) { return os.Open(path) })
	if ctx.Err() != nil {
		if err == nil {
			free()
		}
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, loaders.OpenError(path, err)
	}
	t, err := decompress(path, f)
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
		return nil, cmp.Or(ctx.Err(), error(readError(path, 0, t.compression, err)))
	}
	return bytes.TrimPrefix(content, []byte("\xef\xbb\xbf")), nil
}

// decompress returns the text of a file, decompressed if its first bytes say so. The path is for errors.
func decompress(path string, file io.Reader) (*textFile, error) {
	src := bufio.NewReaderSize(file, readBytes)
	magic, err := src.Peek(4)
	if err != nil && err != io.EOF {
		return nil, loaders.OpenError(path, err)
	}
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(src)
		if err != nil {
			return nil, readError(path, 1, "gzip", err)
		}
		return &textFile{Reader: z, compression: "gzip"}, nil
	case bytes.Equal(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		// One goroutine: decompression does not limit the speed of reading, and no goroutine is left after cancelling.
		z, err := zstd.NewReader(src, zstd.WithDecoderConcurrency(1))
		if err != nil {
			return nil, readError(path, 1, "zstd", err)
		}
		return &textFile{Reader: z, compression: "zstd", close: []func(){z.Close}}, nil
	case bytes.HasPrefix(magic, []byte("PK\x03\x04")):
		return nil, loaders.InputErrorf(path, "a zip archive: unpack it and give the file or folder of ratings in it")
	}
	return &textFile{Reader: src}, nil
}

// readError returns the error of a file whose reading failed at a line, 0 where the line is unknown.
func readError(path string, line int, compression string, err error) *loaders.InputError {
	reason := "reading failed: " + err.Error() + "; check the disk or connection that the file is on"
	if compression != "" {
		reason = compression + " data is truncated or damaged (" + err.Error() + "): download the file again"
	}
	return &loaders.InputError{Path: path, Line: line, Reason: reason, Err: err}
}
