package readers

import (
	"context"
	"errors"
	"testing"

	"dpals/loaders"
)

// mustRead returns the ratings in a file that must be read.
func mustRead(t testing.TB, path string, opt Options) *loaders.Ratings {
	t.Helper()
	r, err := Read(context.Background(), path, opt)
	if err != nil {
		t.Fatalf("Read(%q): %v", path, err)
	}
	return r
}

// mustRefuse reads a file that must not be read and returns the error.
func mustRefuse(t testing.TB, path string, opt Options) *loaders.InputError {
	t.Helper()
	r, err := Read(context.Background(), path, opt)
	var bad *loaders.InputError
	if !errors.As(err, &bad) {
		t.Fatalf("Read(%q) returns error %v, not an InputError", path, err)
	}
	if r != nil {
		t.Fatalf("Read(%q) returns ratings beside its error", path)
	}
	return bad
}
