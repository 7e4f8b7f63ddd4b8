package promise

import (
	"dpals/engine/scope"
	"dpals/loaders"
)

// What every statement takes for public: the names that machines read.
const (
	Catalogue = "catalogue" // the list of the items
	Range     = "range"     // the lowest and the highest possible rating
)

// Released names what a run released instead of taking it for public; "" where it released nothing of the kind.
func Released(p scope.Private) string {
	switch {
	case p.Range && p.Catalogue:
		return "range and items"
	case p.Range:
		return "range"
	case p.Catalogue:
		return "items"
	}
	return ""
}

// Observed names what of it was read off the ratings instead of being declared; it is empty, never nil, where a
// statement holds without a condition.
func Observed(o loaders.Origin) []string {
	all := []string{}
	if o.CatalogueObserved {
		all = append(all, Catalogue)
	}
	if o.RangeObserved {
		all = append(all, Range)
	}
	return all
}

// Provided is the condition of every statement about these ratings, to be added to its sentence; "" where there is none.
func Provided(o loaders.Origin) string {
	switch {
	case o.CatalogueObserved && o.RangeObserved:
		return ", provided that the item list and the rating range were public before: both were read from these ratings"
	case o.CatalogueObserved:
		return ", provided that the item list was public before: it was read from these ratings"
	case o.RangeObserved:
		return ", provided that the rating range was public before: it was read from these ratings"
	}
	return ""
}

// ProvidedShort is Provided in a few words, to begin a sentence with.
func ProvidedShort(o loaders.Origin) string {
	switch {
	case o.CatalogueObserved && o.RangeObserved:
		return "if items and range were public: "
	case o.CatalogueObserved:
		return "if the items were public: "
	case o.RangeObserved:
		return "if the range was public: "
	}
	return ""
}
