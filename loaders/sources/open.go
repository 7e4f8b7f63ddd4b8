package sources

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"dpals/loaders"
	"dpals/loaders/cache"
	"dpals/loaders/readers"
	"dpals/loaders/synthetic"
)

// Options say how to open a source. The zero value detects everything and keeps nothing.
type Options struct {
	Reading readers.Options // of a file; a recipe takes none
	Seed    uint64          // of synthetic ratings whose recipe gives none
	Cache   string          // folder in which copies of ratings are kept, in the clear, to open at once the next time; "": none
}

// Open returns the ratings of a source, which is a file, a folder with a file of ratings in it, a recipe such as
// "synth:skewed:ml-1m", or the name of a data set such as "ml-1m", whose folder is searched for in $DPALS_DATA, in
// ./data and in ../shared/data.
//
// With a cache, ratings that were opened before, and whose source has not changed since, are mapped from a file there.
// Writing to that memory ends the process.
//
// Every error is an *loaders.InputError, except that of ctx, which Open returns within a tenth of a second once ctx is
// done. With an error there are no ratings.
func Open(ctx context.Context, source string, opt Options) (*loaders.Ratings, error) {
	return openWith(ctx, cache.In(opt.Cache), source, opt)
}

// openWith is Open with a given cache.
func openWith(ctx context.Context, c cache.Cache, source string, opt Options) (*loaders.Ratings, error) {
	if err := opt.Reading.Check(source); err != nil {
		return nil, err
	}
	if strings.HasPrefix(source, synthetic.Prefix) {
		if opt.Reading != (readers.Options{}) {
			return nil, loaders.InputErrorf(source, "synthetic ratings have their own format, columns, range and catalogue: remove these options")
		}
		return c.Open(ctx, source,
			func() cache.State { return cache.StateOf(fmt.Sprintf("recipe %q %d", source, opt.Seed)) },
			func() (*loaders.Ratings, error) { return synthetic.Generate(ctx, source, opt.Seed) })
	}
	path, err := find(source)
	if err != nil {
		return nil, err
	}
	return c.Open(ctx, source,
		func() cache.State { return fileState(path, opt.Reading) },
		func() (*loaders.Ratings, error) {
			r, err := readers.Read(ctx, path, opt.Reading)
			if err == nil {
				r.SetSource(source)
			}
			return r, err
		})
}

// fileState returns the state of a file of ratings, of the other files that are read with it, and of the options.
func fileState(path string, opt readers.Options) cache.State {
	path, err := filepath.Abs(path)
	if err != nil {
		return cache.State{}
	}
	required := []string{path}
	if opt.Catalogue != "" {
		catalogue, err := filepath.Abs(opt.Catalogue)
		if err != nil {
			return cache.State{}
		}
		required = append(required, catalogue)
	}
	options := fmt.Sprintf("file %q %q %x %x\n", opt.Format, opt.Columns, opt.Low, opt.High)
	return cache.StateOfFiles(options, required, readers.TitlePaths(filepath.Dir(path)))
}
