package readers

import (
	"context"
	"path/filepath"

	"dpals/internal/parallel"
	"dpals/loaders"
)

// assemble builds the ratings from all batches, with users and items in the order of their ids.
func (r *reader) assemble(ctx context.Context) (*loaders.Ratings, error) {
	about := loaders.About{Low: r.low, High: r.high, Origin: loaders.Origin{Source: r.path, Format: r.format.Name, CatalogueObserved: r.catalogue == nil}}
	all, err := r.ordered(ctx, &about)
	if err != nil {
		return nil, err
	}
	if r.catalogue != nil {
		return r.divideByCatalogue(ctx, all, about)
	}
	if about.Titles, err = r.titles(ctx, about.Items); err != nil {
		return nil, err
	}
	return r.build(ctx, all, about)
}

// ordered returns the ratings under the indices that users and items have in the order of their ids, and sets the names
// in about. It leaves no batch in the reader.
func (r *reader) ordered(ctx context.Context, about *loaders.About) ([]loaders.Triplets, error) {
	all := newIDs()
	places := make(map[*ids]*[2][]uint32)
	for _, b := range r.batches {
		if places[b.ids] != nil {
			continue
		}
		users, err := all.users.merge(&b.ids.users)
		if err != nil {
			return nil, loaders.InputErrorf(r.path, "users: %v", err)
		}
		items, err := all.items.merge(&b.ids.items)
		if err != nil {
			return nil, loaders.InputErrorf(r.path, "items: %v", err)
		}
		places[b.ids] = &[2][]uint32{users, items}
	}
	names := [2]*loaders.Names{&about.Users, &about.Items}
	for k, t := range []*idTable{&all.users, &all.items} {
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
	parts := make([]loaders.Triplets, len(r.batches))
	err := parallel.Blocks(ctx, len(parts), 1, func(_, k, _ int) {
		b, place := r.batches[k], places[r.batches[k].ids]
		for e := range b.User {
			b.User[e], b.Item[e] = place[0][b.User[e]], place[1][b.Item[e]]
		}
		parts[k] = b.Triplets
	})
	r.batches = nil
	return parts, err
}

// build builds ratings. Its errors are about the file as a whole.
func (r *reader) build(ctx context.Context, parts []loaders.Triplets, about loaders.About) (*loaders.Ratings, error) {
	ratings, err := loaders.FromParts(ctx, parts, about)
	if err != nil && ctx.Err() == nil {
		return nil, loaders.InputErrorf(r.path, "%v", err)
	}
	return ratings, err
}

// titles returns the titles in a file beside the ratings.
func (r *reader) titles(ctx context.Context, items loaders.Names) ([]string, error) {
	return titlesBeside(ctx, filepath.Dir(r.path), items)
}

// divideByCatalogue builds the ratings of the catalogue's items, and apart from them those of other items. about has the
// items of the ratings.
func (r *reader) divideByCatalogue(ctx context.Context, all []loaders.Triplets, about loaders.About) (_ *loaders.Ratings, err error) {
	inside, outside := divide(all, r.catalogue.indices(about.Items))
	if isEmpty(inside) {
		return nil, r.catalogue.noneListed(about.Items)
	}
	declared := about
	declared.Items, declared.Titles = r.catalogue.items, r.catalogue.titles
	if declared.Titles == nil {
		if declared.Titles, err = r.titles(ctx, declared.Items); err != nil {
			return nil, err
		}
	}
	ratings, err := r.build(ctx, inside, declared)
	if err != nil || isEmpty(outside) {
		return ratings, err
	}
	about.Low, about.High = -loaders.MaxRating, loaders.MaxRating // the range of the other ratings need not hold for these
	if ratings.OutsideCatalogue, err = loaders.FromParts(ctx, outside, about); err != nil {
		return nil, err
	}
	ratings.Origin.Outside = int64(ratings.OutsideCatalogue.Count())
	return ratings, nil
}
