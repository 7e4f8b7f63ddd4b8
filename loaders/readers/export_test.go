package readers

import (
	"bytes"
	"context"

	"dpals/loaders"
)

// ReadBytes is Read for the content of a file, without titles.
func ReadBytes(content []byte, opt Options) (*loaders.Ratings, error) {
	ctx := context.Background()
	t, err := decompress("bytes", bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	defer t.Close()
	return newReader(ctx, "bytes", t, opt).read(ctx)
}

// ReadLines reads the lines of a file and builds no ratings.
func ReadLines(ctx context.Context, path string) error {
	t, err := openText(ctx, path)
	if err != nil {
		return err
	}
	defer t.Close()
	r := newReader(ctx, path, t, Options{})
	if err := r.prepare(); err != nil {
		return err
	}
	return r.readAll()
}
