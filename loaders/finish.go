package loaders

import (
	"context"
	"path/filepath"

	"dpals/internal/parallel"
)

// finish puts users and items in order and builds the ratings.
func (r *reader) finish(ctx context.Context, source string) (*Ratings, error) {
	about := About{Low: r.low, High: r.high, Origin: Origin{Source: source, Format: r.layout.name, CatalogueObserved: r.catalogue == nil}}
	all, err := r.ordered(ctx, &about)
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

// ordered returns the ratings with the numbers that users and items have in the order of their names, and leaves the
// names in about. It takes the ratings away from the reader.
func (r *reader) ordered(ctx context.Context, about *About) ([]entries, error) {
	all := newIDs()
	places := make(map[*ids]*[2][]uint32)
	for _, b := range r.batches {
		if places[b.ids] != nil {
			continue
		}
		users, err := all.users.adopt(&b.ids.users)
		if err != nil {
			return nil, refuse(r.path, "users: %v", err)
		}
		items, err := all.items.adopt(&b.ids.items)
		if err != nil {
			return nil, refuse(r.path, "items: %v", err)
		}
		places[b.ids] = &[2][]uint32{users, items}
	}
	names := [2]*Names{&about.Users, &about.Items}
	for k, t := range []*interner{&all.users, &all.items} {
		sorted, place, err := t.sorted(ctx)
		if err != nil {
			return nil, err
		}
		*names[k] = sorted
		for _, p := range places {
			for i, index := range p[k] {
				p[k][i] = place[index]
			}
		}
	}
	parts := make([]entries, len(r.batches))
	err := parallel.Blocks(ctx, len(parts), 1, func(_, lo, _ int) {
		b, place := r.batches[lo], places[r.batches[lo].ids]
		for k := range b.user {
			b.user[k], b.item[k] = place[0][b.user[k]], place[1][b.item[k]]
		}
		parts[lo] = b.entries
	})
	r.batches = nil
	return parts, err
}

// build blames the file for what is wrong with all of its ratings together.
func (r *reader) build(ctx context.Context, t []entries, about About) (*Ratings, error) {
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
func (r *reader) within(ctx context.Context, all []entries, about About) (_ *Ratings, err error) {
	kept, left := part(all, r.catalogue.places(about.Items))
	if empty(kept) {
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
	if err != nil || empty(left) {
		return ratings, err
	}
	about.Low, about.High = -maxBound, maxBound // a range read off other ratings is none of these
	if ratings.outside, err = build(ctx, left, about); err != nil {
		return nil, err
	}
	ratings.Origin.Outside = int64(ratings.outside.Count())
	return ratings, nil
}
