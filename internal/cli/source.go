package cli

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"
	"github.com/spf13/pflag"

	"dpals/engine/scope"
	"dpals/loaders"
	"dpals/loaders/readers"
	"dpals/loaders/sources"
)

// defaultData is the source that the dashboard opens without --data.
const defaultData = "synth:skewed"

// sourceFlags choose the ratings.
type sourceFlags struct {
	data, format, columns, bounds, catalogue string
	private                                  bool // whether a run may release the range and the catalogue: the value "private"
	noCache                                  bool
	flags                                    *pflag.FlagSet // those of the command
}

func (f *sourceFlags) register(flags *pflag.FlagSet, standard string) {
	flags.StringVar(&f.data, "data", standard, "read ratings from this file, folder or named set: synth:skewed, synth:lowrank, ml-100k, ml-1m")
	nameValue(flags, "data", "SRC")
	f.registerReading(flags)
	setGroup(flags, dataGroup)
}

// registerReading adds the flags for reading ratings, without --data.
func (f *sourceFlags) registerReading(flags *pflag.FlagSet) {
	flags.StringVar(&f.format, "format", "", "read this format: "+strings.Join(readers.Formats(), ", ")+" (default: detected from the content)")
	flags.StringVar(&f.columns, "columns", "", "name the columns by header or number, such as user=userId,item=movieId,rating=3 (default: detected)")
	bounds := "declare the lowest and highest possible rating as public, such as 1,5"
	items := "declare the items of this file as public, rated or not: ids and titles with a header, or movies.dat, u.item"
	if f.private {
		bounds += "; private: the run releases noisy bounds"
		items += "; private: the run releases the items above a noisy threshold"
	}
	const standard = " (default: read from the ratings and treated as public)"
	flags.StringVar(&f.bounds, "range", "", bounds+standard)
	flags.StringVar(&f.catalogue, "catalogue", "", items+standard)
	f.registerCache(flags)
	nameValue(flags, "columns", "LIST")
	nameValue(flags, "range", "LOW,HIGH")
	nameValue(flags, "catalogue", "FILE")
}

// registerCache adds --no-cache alone.
func (f *sourceFlags) registerCache(flags *pflag.FlagSet) {
	f.flags = flags
	flags.BoolVar(&f.noCache, "no-cache", false, "read the file again and keep no copy for faster opening")
}

func (f *sourceFlags) open(ctx context.Context) (*loaders.Ratings, error) {
	if f.data == "" {
		return nil, usagef("--data is missing: name the ratings, a file or for example synth:skewed")
	}
	opt := sources.Options{Reading: readers.Options{Format: f.format, Catalogue: f.catalogue}}
	if !f.noCache {
		opt.Cache = cacheFolder(f.flags)
	}
	var err error
	if f.columns != "" {
		if opt.Reading.Columns, err = readers.ParseColumns(f.columns); err != nil {
			return nil, valueError("columns", f.columns, err)
		}
	}
	if err := f.checkScope(); err != nil {
		return nil, err
	}
	released := f.scope()
	if released.Catalogue {
		opt.Reading.Catalogue = ""
	}
	if released != (scope.Private{}) && !f.private {
		flag := "catalogue"
		if released.Range {
			flag = "range"
		}
		return nil, usagef("--%s private: only a run can release it, for a part of its budget; declare it as public, or leave it out", flag)
	}
	if f.bounds != "" && !released.Range {
		if opt.Reading.Low, opt.Reading.High, err = readers.ParseRange(f.bounds); err != nil {
			err = valueError("range", f.bounds, err)
			if f.private {
				err = usagef("%w; or type private, to release it", err)
			}
			return nil, err
		}
	}
	return sources.Open(ctx, f.data, opt)
}

// checkScope refuses an empty range or catalogue.
func (f *sourceFlags) checkScope() error {
	for _, name := range []string{"range", "catalogue"} {
		if flag := f.flags.Lookup(name); flag != nil && flag.Changed && strings.TrimSpace(flag.Value.String()) == "" {
			return usagef("--%s is empty: give a value, or leave it out", name)
		}
	}
	return nil
}

// private is the value of --range and --catalogue for what the run releases. A file of that name is ./private.
const private = "private"

// scope returns what a run releases instead of treating it as public.
func (f *sourceFlags) scope() scope.Private {
	return scope.Private{Range: f.bounds == private, Catalogue: f.catalogue == private}
}

// cacheFolder returns where copies of ratings are kept: in the folder of --state, or else in the user's cache folder.
func cacheFolder(flags *pflag.FlagSet) string {
	if f := flags.Lookup(stateFlag); f != nil && f.Value.String() != "" {
		return filepath.Join(f.Value.String(), "cache")
	}
	return filepath.Join(xdg.CacheHome, "dpals")
}
