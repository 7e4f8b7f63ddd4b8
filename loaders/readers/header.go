package readers

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

// knownHeaders are the headers from which the role of a column is recognised, in lower case without punctuation. Where a
// file has several of them, the first in this list counts.
var knownHeaders = [...][]string{
	userRole:   {"userid", "user", "uid", "reviewerid", "customerid", "reviewer", "customer", "username"},
	itemRole:   {"itemid", "movieid", "item", "movie", "iid", "asin", "parentasin", "productid", "bookid", "isbn", "songid", "trackid", "artistid", "jokeid", "businessid", "product", "book", "song", "track", "artist", "joke"},
	ratingRole: {"rating", "ratings", "score", "stars", "overall", "bookrating", "value"},
}

// columns are the 0-based columns of the three roles.
type columns [3]int

// nameThem tells what to do where the columns are not recognised.
const nameThem = "name them: --columns user=1,item=2,rating=3"

// locateColumns finds the columns from the first record of a file and reports whether that record is a header.
func locateColumns(f Format, first []field, given Columns) (at columns, isHeader bool, err error) {
	wanted := [3]string{given.User, given.Item, given.Rating}
	byName, hasNumber := false, false
	for _, w := range wanted {
		if _, err := strconv.Atoi(w); w != "" && err != nil {
			byName = true
		}
	}
	for _, field := range first {
		if _, _, reason := f.parse(field.text); reason == "" {
			hasNumber = true
		}
	}
	if byName && f.NoHeader {
		return at, false, fmt.Errorf("%s files have no header: give the columns by number, as in --columns user=1,item=2,rating=3", f.Name)
	}
	known, found := recogniseHeader(first)
	isHeader = !f.NoHeader && (byName || found == 3 || !hasNumber)
	for r := range wanted {
		switch number, err := strconv.Atoi(wanted[r]); {
		case wanted[r] != "" && err == nil:
			if number < 1 || number > len(first) {
				return at, isHeader, fmt.Errorf("no column %d for the %v: the line has %d fields; give a column that it has", number, role(r), len(first))
			}
			at[r] = number - 1
		case wanted[r] != "":
			if at[r] = columnNamed(first, wanted[r]); at[r] < 0 {
				return at, isHeader, fmt.Errorf("no column %q for the %v: the line has %s; give a column that it has", wanted[r], role(r), quotedList(first))
			}
		case !isHeader:
			at[r] = r
		case known[r] < 0:
			return at, isHeader, fmt.Errorf("cannot find user, item and rating in this line: none of %s is a known name of the %v; %s", quotedList(first), role(r), nameThem)
		default:
			at[r] = known[r]
		}
	}
	for r := range at {
		if other := (r + 1) % 3; at[r] == at[other] {
			return at, isHeader, fmt.Errorf("column %d cannot be both the %v and the %v: name all three columns, as in --columns user=1,item=2,rating=3", at[r]+1, role(min(r, other)), role(max(r, other)))
		}
	}
	return at, isHeader, nil
}

// recogniseHeader returns for each role the column with a known header, or -1, and how many roles have one.
func recogniseHeader(header []field) (at columns, found int) {
	for r, names := range knownHeaders {
		at[r] = -1
		for _, name := range names {
			if i := columnNamed(header, name); i >= 0 {
				at[r] = i
				found++
				break
			}
		}
	}
	return at, found
}

// columnNamed returns the column with that header: exactly, or else up to case and punctuation; -1 if there is none.
func columnNamed(header []field, name string) int {
	for i, f := range header {
		if string(f.text) == name {
			return i
		}
	}
	for i, f := range header {
		if simplified(string(f.text)) == simplified(name) {
			return i
		}
	}
	return -1
}

// simplified returns a header in lower case without punctuation.
func simplified(s string) string {
	return strings.Map(func(c rune) rune {
		if c == '_' || c == '-' || c == ' ' || c == '.' {
			return -1
		}
		return c
	}, strings.ToLower(s))
}

// quotedList returns the first headers, quoted, for an error.
func quotedList(header []field) string {
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
