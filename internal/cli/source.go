package cli

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"
	"github.com/spf13/pflag"

	scopes "dpals/engine/scope"
	"dpals/loaders"
	"dpals/loaders/readers"
	"dpals/loaders/sources"
)

// defaultData is what the dashboard shows when nothing is named.
const defaultData = "synth:skewed"

// sourceFlags choose the ratings.
type sourceFlags struct {
	data, format, columns, bounds, catalogue string
	private                                  bool // whether "private" is a range and a catalogue
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
	bounds := "lowest and highest possible rating, a public fact: 1,5"
	items := "list of all items, rated or not, a public fact: a file of ids and titles with a header, or movies.dat, u.item"
	if f.private {
		bounds += "; private: noisy bounds, released by the run"
		items += "; private: the items above a noisy threshold, released by the run"
	}
	flags.StringVar(&f.bounds, "range", "", bounds)
	flags.StringVar(&f.catalogue, "catalogue", "", items)
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
	opt := sources.Options{Reading: readers.Options{Format: f.format, Catalogue: f.catalogue}}
	if !f.noCache {
		opt.Cache = cacheFolder(f.flags)
	}
	var err error
	if f.columns != "" {
		if opt.Reading.Columns, err = readers.ParseColumns(f.columns); err != nil {
			return nil, usagef("--columns: %w", err)
		}
	}
	if err := f.checkScope(); err != nil {
		return nil, err
	}
	scope := f.scope()
	if scope.Catalogue {
		opt.Reading.Catalogue = ""
	}
	if scope != (scopes.Private{}) && !f.private {
		return nil, usagef("%s: only a run can release that, as a part of its budget; declare it here, or leave it out", scope)
	}
	if f.bounds != "" && !scope.Range {
		if opt.Reading.Low, opt.Reading.High, err = readers.ParseRange(f.bounds); err != nil {
			if f.private {
				return nil, usagef("--range: %w; or private, to release it", err)
			}
			return nil, usagef("--range: %w", err)
		}
	}
	return sources.Open(ctx, f.data, opt)
}

// checkScope refuses what says nothing: an empty value that was given all the same.
func (f *sourceFlags) checkScope() error {
	for _, name := range []string{"range", "catalogue"} {
		if flag := f.flags.Lookup(name); flag != nil && flag.Changed && strings.TrimSpace(flag.Value.String()) == "" {
			return usagef("--%s is empty: give a value, or leave it out", name)
		}
	}
	return nil
}

// private is what --range and --catalogue say for "released by the run". A file of that name is ./private.
const private = "private"

// scope returns what a run is to release instead of taking it for public.
func (f *sourceFlags) scope() scopes.Private {
	return scopes.Private{Range: f.bounds == private, Catalogue: f.catalogue == private}
}

// cacheFolder returns where copies of ratings are kept: in the folder that --state names, where it does, and else in the
// user's cache folder.
func cacheFolder(flags *pflag.FlagSet) string {
	if f := flags.Lookup(stateFlag); f != nil && f.Value.String() != "" {
		return filepath.Join(f.Value.String(), "cache")
	}
	return filepath.Join(xdg.CacheHome, "dpals")
}
