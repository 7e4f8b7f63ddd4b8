package loaders

import (
	"fmt"
	"strconv"
	"strings"
)

// role is what a column holds.
type role int

const (
	userRole role = iota
	itemRole
	ratingRole
)

func (r role) String() string { return [...]string{"user", "item", "rating"}[r] }

// knownHeaders are the headers that tell a column's role by themselves, in lower case without punctuation, the more
// telling first.
var knownHeaders = [...][]string{
	userRole:   {"userid", "user", "uid", "reviewerid", "customerid", "reviewer", "customer", "username"},
	itemRole:   {"itemid", "movieid", "item", "movie", "iid", "asin", "parentasin", "productid", "bookid", "isbn", "songid", "trackid", "artistid", "jokeid", "businessid", "product", "book", "song", "track", "artist", "joke"},
	ratingRole: {"rating", "ratings", "score", "stars", "overall", "bookrating", "value"},
}

// positions are the 0-based columns of the three roles.
type positions [3]int

// locate finds the columns from the first record of a file and says whether that record is a header.
func locate(l layout, first []field, given Columns) (at positions, header bool, err error) {
	wanted := [3]string{given.User, given.Item, given.Rating}
	byName, numeric := false, false
	for _, w := range wanted {
		if _, err := strconv.Atoi(w); w != "" && err != nil {
			byName = true
		}
	}
	for _, f := range first {
		if _, _, reason := l.parse(f.text); reason == "" {
			numeric = true
		}
	}
	if byName && l.headless {
		return at, false, fmt.Errorf("%s files have no header: give the columns by number", l.name)
	}
	known, found := recognise(first)
	header = !l.headless && (byName || found == 3 || !numeric)
	for r := range wanted {
		switch number, err := strconv.Atoi(wanted[r]); {
		case wanted[r] != "" && err == nil:
			if number < 1 || number > len(first) {
				return at, header, fmt.Errorf("no column %d for the %v: the line has %d fields", number, role(r), len(first))
			}
			at[r] = number - 1
		case wanted[r] != "":
			if at[r] = indexOf(first, wanted[r]); at[r] < 0 {
				return at, header, fmt.Errorf("no column %q for the %v: the line has %s", wanted[r], role(r), listed(first))
			}
		case !header:
			at[r] = r
		case known[r] < 0:
			return at, header, fmt.Errorf("cannot tell which column is the %v among %s: give the columns as in user=…,item=…,rating=…", role(r), listed(first))
		default:
			at[r] = known[r]
		}
	}
	for r := range at {
		if other := (r + 1) % 3; at[r] == at[other] {
			return at, header, fmt.Errorf("column %d is meant to be both the %v and the %v: give all three columns", at[r]+1, role(min(r, other)), role(max(r, other)))
		}
	}
	return at, header, nil
}

// recognise returns for each role the column whose header tells it, or -1, and how many roles were told.
func recognise(header []field) (at positions, found int) {
	for r, names := range knownHeaders {
		at[r] = -1
		for _, name := range names {
			if i := indexOf(header, name); i >= 0 {
				at[r] = i
				found++
				break
			}
		}
	}
	return at, found
}

// indexOf returns the column with that header: exactly, or else up to case and punctuation; -1 if there is none.
func indexOf(header []field, name string) int {
	for i, f := range header {
		if string(f.text) == name {
			return i
		}
	}
	for i, f := range header {
		if plainHeader(string(f.text)) == plainHeader(name) {
			return i
		}
	}
	return -1
}

func plainHeader(s string) string {
	return strings.Map(func(c rune) rune {
		if c == '_' || c == '-' || c == ' ' || c == '.' {
			return -1
		}
		return c
	}, strings.ToLower(s))
}

// listed quotes the first headers for a message.
func listed(header []field) string {
	const most = 8
	var b strings.Builder
	for i, f := range header {
		if i == most {
			fmt.Fprintf(&b, " and %d more", len(header)-most)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%.40q", f.text)
	}
	return b.String()
}
