package loaders

import (
	"strconv"
	"strings"
)

// Options say how to read a source. The zero value detects everything.
type Options struct {
	Format    string  // one of Formats; "" detects it
	Columns   Columns // where user, item and rating stand; detected where not given
	Low, High float64 // declared, public rating range; both 0: the format's own, or else read off the ratings
	Catalogue string  // file that declares the items, a public list; "": the items that were rated
	Seed      uint64  // of synthetic ratings whose name gives none
	Cache     string  // folder in which ratings are kept in the clear, to be opened at once the next time; "": none
}

// Columns name the columns of user, item and rating, each by its header or by its number from 1. Empty ones are
// detected.
type Columns struct{ User, Item, Rating string }

// ParseColumns reads columns as "user=userId,item=movieId,rating=3"; any may be left out.
func ParseColumns(text string) (Columns, error) {
	var c Columns
	roles := map[string]*string{"user": &c.User, "item": &c.Item, "rating": &c.Rating}
	if strings.TrimSpace(text) == "" {
		return c, nil
	}
	for _, part := range strings.Split(text, ",") {
		role, column, ok := strings.Cut(part, "=")
		target := roles[strings.ToLower(strings.TrimSpace(role))]
		column = strings.TrimSpace(column)
		switch {
		case !ok || target == nil || column == "":
			return Columns{}, refuse("columns "+strconv.Quote(text), "%q is not user=, item= or rating= with the name or number of a column", part)
		case *target != "":
			return Columns{}, refuse("columns "+strconv.Quote(text), "%s is given twice", strings.TrimSpace(role))
		}
		*target = column
	}
	return c, nil
}

// ParseRange reads a rating range as "1,5".
func ParseRange(text string) (low, high float64, err error) {
	first, second, ok := strings.Cut(text, ",")
	low, err1 := strconv.ParseFloat(strings.TrimSpace(first), 64)
	high, err2 := strconv.ParseFloat(strings.TrimSpace(second), 64)
	if !ok || err1 != nil || err2 != nil {
		return 0, 0, refuse("range "+strconv.Quote(text), "give the lowest and the highest rating, as in 1,5")
	}
	if err := checkRange(low, high); err != nil {
		return 0, 0, refuse("range "+strconv.Quote(text), "%v", err)
	}
	return low, high, nil
}
