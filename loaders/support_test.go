package loaders_test

import (
	"context"
	"testing"

	"dpals/internal/ratingstest"
	"dpals/loaders"
	"dpals/loaders/sources"
)

// open returns the ratings of a source that must open.
func open(t testing.TB, source string, opt sources.Options) *loaders.Ratings {
	t.Helper()
	r, err := sources.Open(context.Background(), source, opt)
	return ratingstest.Loaded(t, r, err)
}
