package cli

import (
	"context"
	"path/filepath"

	"github.com/adrg/xdg"
	"github.com/spf13/pflag"

	"dpals/loaders"
)

// defaultData is what the dashboard shows when nothing is named.
const defaultData = "synth:skewed"

// sourceFlags choose the ratings.
type sourceFlags struct {
	data, format, columns, bounds, catalogue string
	noCache                                  bool
	flags                                    *pflag.FlagSet // that they are among
}

func (f *sourceFlags) register(flags *pflag.FlagSet, standard string) {
	flags.StringVar(&f.data, "data", standard, "ratings: a file or folder, synth:skewed, synth:lowrank, ml-100k, ml-1m")
	takes(flags, "data", "SRC")
	f.registerReading(flags)
	group(flags, dataGroup)
}

// registerReading is for a command that names its ratings in a way of its own.
func (f *sourceFlags) registerReading(flags *pflag.FlagSet) {
	flags.StringVar(&f.format, "format", "", "format of the file, where it cannot be told from its content")
	flags.StringVar(&f.columns, "columns", "", "columns by header or number: user=userId,item=movieId,rating=rating")
	flags.StringVar(&f.bounds, "range", "", "lowest and highest possible rating, a public fact: 1,5")
	flags.StringVar(&f.catalogue, "catalogue", "", "list of all items, rated or not, a public fact: a file of ids and titles with a header, or movies.dat, u.item")
	f.registerCache(flags)
	takes(flags, "columns", "LIST")
	takes(flags, "range", "LOW,HIGH")
	takes(flags, "catalogue", "FILE")
}

// registerCache is for the ratings of a command that has no other of these flags.
func (f *sourceFlags) registerCache(flags *pflag.FlagSet) {
	f.flags = flags
	flags.BoolVar(&f.noCache, "no-cache", false, "read the ratings again, and keep no copy of them to open at once the next time")
}

func (f *sourceFlags) open(ctx context.Context) (*loaders.Ratings, error) {
	if f.data == "" {
		return nil, usagef("--data: name the ratings, a file or for example synth:skewed")
	}
	opt := loaders.Options{Format: f.format, Catalogue: f.catalogue}
	if !f.noCache {
		opt.Cache = cacheFolder(f.flags)
	}
	var err error
	if f.columns != "" {
		if opt.Columns, err = loaders.ParseColumns(f.columns); err != nil {
			return nil, usagef("--columns: %w", err)
		}
	}
	if f.bounds != "" {
		if opt.Low, opt.High, err = loaders.ParseRange(f.bounds); err != nil {
			return nil, usagef("--range: %w", err)
		}
	}
	return loaders.Open(ctx, f.data, opt)
}

// cacheFolder returns where copies of ratings are kept: in the folder that --state names, where it does, and else in the
// user's cache folder.
func cacheFolder(flags *pflag.FlagSet) string {
	if f := flags.Lookup(stateFlag); f != nil && f.Value.String() != "" {
		return filepath.Join(f.Value.String(), "cache")
	}
	return filepath.Join(xdg.CacheHome, "dpals")
}
