package loaders

import (
	"context"
	"path/filepath"
)

// finish puts users and items in order and builds the ratings.
func (r *reader) finish(ctx context.Context, source string) (*Ratings, error) {
	about := About{Low: r.low, High: r.high, Origin: Origin{Source: source, Format: r.layout.name, CatalogueObserved: r.catalogue == nil}}
	var userPlace, itemPlace []uint32
	var err error
	if about.Users, userPlace, err = r.users.sorted(ctx); err != nil {
		return nil, err
	}
	if about.Items, itemPlace, err = r.items.sorted(ctx); err != nil {
		return nil, err
	}
	all := entries{make([]uint32, r.count), make([]uint32, r.count), make([]float32, r.count)}
	err = parallel(ctx, r.count, blockSize, func(_, lo, hi int) {
		b := r.blocks[lo/blockSize]
		r.blocks[lo/blockSize] = nil
		copy(all.value[lo:hi], b.value[:])
		for k := lo; k < hi; k++ {
			all.user[k] = userPlace[b.user[k-lo]]
			all.item[k] = itemPlace[b.item[k-lo]]
		}
	})
	if err != nil {
		return nil, err
	}
	if r.catalogue != nil {
		return r.within(ctx, all, about)
	}
	if about.Titles, err = r.titles(ctx, about.Items); err != nil {
		return nil, err
	}
	return r.build(ctx, all, about)
}

// build blames the file for what is wrong with all of its ratings together.
func (r *reader) build(ctx context.Context, t entries, about About) (*Ratings, error) {
	ratings, err := build(ctx, t, about)
	if err != nil && ctx.Err() == nil {
		return nil, refuse(r.path, "%v", err)
	}
	return ratings, err
}

// titles returns the titles that lie beside the ratings.
func (r *reader) titles(ctx context.Context, items Names) ([]string, error) {
	return titlesBeside(ctx, filepath.Dir(r.path), items)
}

// within builds the ratings of the catalogue's items. about has the items of the ratings.
func (r *reader) within(ctx context.Context, all entries, about About) (_ *Ratings, err error) {
	kept, left := part(all, r.catalogue.places(about.Items))
	if len(kept.item) == 0 {
		return nil, r.catalogue.unknown(about.Items)
	}
	declared := about
	declared.Items, declared.Titles = r.catalogue.items, r.catalogue.titles
	if declared.Titles == nil {
		if declared.Titles, err = r.titles(ctx, declared.Items); err != nil {
			return nil, err
		}
	}
	ratings, err := r.build(ctx, kept, declared)
	if err != nil || len(left.item) == 0 {
		return ratings, err
	}
	about.Low, about.High = -maxBound, maxBound // a range read off other ratings is none of these
	if ratings.outside, err = build(ctx, left, about); err != nil {
		return nil, err
	}
	ratings.Origin.Outside = int64(ratings.outside.Count())
	return ratings, nil
}

// part splits entries in place, both parts in their old order: kept are those whose items have a place, under that
// number, and left the others, under their own.
func part(t entries, places []uint32) (kept, left entries) {
	n := 0
	for k, j := range t.item {
		if place := places[j]; place == outside {
			left.user, left.item, left.value = append(left.user, t.user[k]), append(left.item, j), append(left.value, t.value[k])
		} else {
			t.user[n], t.item[n], t.value[n] = t.user[k], place, t.value[k]
			n++
		}
	}
	return entries{t.user[:n], t.item[:n], t.value[:n]}, left
}
