package readers

import (
	"strconv"
	"strings"

	"dpals/loaders"
)

// Options say how to read a file. The zero value detects everything.
type Options struct {
	Format    string  // one of Formats; "" detects it
	Columns   Columns // the columns of user, item and rating; detected where not given
	Low, High float64 // declared, public rating range; both 0: the format's own, or else read off the ratings
	Catalogue string  // file that declares the items, a public list; "": the items that were rated
}

// Check returns what is wrong with the options, as an error about the named source, or nil.
func (o Options) Check(source string) error {
	if o.Low != 0 || o.High != 0 {
		if err := loaders.CheckRange(o.Low, o.High); err != nil {
			return loaders.InputErrorf(source, "%v", err)
		}
	}
	if o.Format != "" {
		if _, err := FormatNamed(o.Format); err != nil {
			return err
		}
	}
	return nil
}

// Columns name the columns of user, item and rating, each by its header or by its number from 1. Empty ones are
// detected.
type Columns struct{ User, Item, Rating string }

// ParseColumns parses columns such as "user=userId,item=movieId,rating=3". Any of the three may be left out.
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
			return Columns{}, loaders.InputErrorf("columns "+strconv.Quote(text), "%q does not name a column; give a list such as user=userId,item=2,rating=rating", part)
		case *target != "":
			return Columns{}, loaders.InputErrorf("columns "+strconv.Quote(text), "%s is given twice; give it once", strings.TrimSpace(role))
		}
		*target = column
	}
	return c, nil
}

// ParseRange parses a rating range such as "1,5".
func ParseRange(text string) (low, high float64, err error) {
	first, second, ok := strings.Cut(text, ",")
	low, err1 := strconv.ParseFloat(strings.TrimSpace(first), 64)
	high, err2 := strconv.ParseFloat(strings.TrimSpace(second), 64)
	if !ok || err1 != nil || err2 != nil {
		return 0, 0, loaders.InputErrorf("range "+strconv.Quote(text), "not a range; give the lowest and the highest rating, such as 1,5")
	}
	if err := loaders.CheckRange(low, high); err != nil {
		return 0, 0, loaders.InputErrorf("range "+strconv.Quote(text), "%v", err)
	}
	return low, high, nil
}
