package cli

import (
	"context"

	"github.com/spf13/pflag"

	"dpals/loaders"
)

// defaultData is what the dashboard shows when nothing is named.
const defaultData = "synth:skewed"

// sourceFlags choose the ratings.
type sourceFlags struct {
	data, format, columns, bounds, catalogue string
}

func (f *sourceFlags) register(flags *pflag.FlagSet, standard string) {
	flags.StringVar(&f.data, "data", standard, "ratings: a file or folder, synth:skewed, synth:lowrank, ml-100k, ml-1m")
	flags.StringVar(&f.format, "format", "", "format of the file, where it cannot be told from its content")
	flags.StringVar(&f.columns, "columns", "", "columns by header or number: user=userId,item=movieId,rating=rating")
	flags.StringVar(&f.bounds, "range", "", "lowest and highest possible rating, a public fact: 1,5")
	flags.StringVar(&f.catalogue, "catalogue", "", "list of all items, rated or not, a public fact: a file of ids and titles with a header, or movies.dat, u.item")
	takes(flags, "data", "SRC")
	takes(flags, "columns", "LIST")
	takes(flags, "range", "LOW,HIGH")
	takes(flags, "catalogue", "FILE")
	group(flags, dataGroup)
}

func (f *sourceFlags) open(ctx context.Context) (*loaders.Ratings, error) {
	if f.data == "" {
		return nil, usagef("--data: name the ratings, a file or for example synth:skewed")
	}
	opt := loaders.Options{Format: f.format, Catalogue: f.catalogue}
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
