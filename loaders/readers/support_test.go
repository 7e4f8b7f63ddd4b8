package readers

import (
	"context"
	"testing"

	"dpals/internal/ratingstest"
	"dpals/loaders"
)

// mustRead returns the ratings in a file that must be read.
func mustRead(t testing.TB, path string, opt Options) *loaders.Ratings {
	t.Helper()
	r, err := Read(context.Background(), path, opt)
	return ratingstest.Loaded(t, r, err)
}

// mustRefuse reads a file that must be refused and returns the error.
func mustRefuse(t testing.TB, path string, opt Options) *loaders.InputError {
	t.Helper()
	r, err := Read(context.Background(), path, opt)
	return ratingstest.Refused(t, r, err)
}
