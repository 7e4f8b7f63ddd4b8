package loaders

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Write writes ratings, user by user, in a format that Open reads: csv, tsv, semicolon, pipe and space with the
// header user, item, rating; ml-csv with MovieLens's own header; ml-100k and ml-dat without one, with 0 for the
// time of each rating. Titles are not written. It is an error if an id is empty or cannot be told in the format.
func Write(w io.Writer, r *Ratings, format string) error {
	l, err := layoutNamed(format)
	if err != nil {
		return err
	}
	if r.UserNames.Len() != r.Users || r.ItemNames.Len() != r.Items {
		return fmt.Errorf("%d users and %d items with %d and %d ids cannot be written: every one needs an id", r.Users, r.Items, r.UserNames.Len(), r.ItemNames.Len())
	}
	header, tail := []string{"user", "item", "rating"}, ""
	switch {
	case l.name == mlCSV.name:
		header = []string{"userId", "movieId", "rating"}
	case l.headless:
		header, tail = nil, l.separator+"0"
	}
	items := make([][]byte, r.Items)
	for j := range items {
		if items[j], err = l.encode(r.ItemNames.At(j)); err != nil {
			return err
		}
	}
	out := bufio.NewWriterSize(w, chunk)
	if header != nil {
		out.WriteString(strings.Join(header, l.separator) + "\n")
	}
	var line []byte
	for i := range r.Users {
		user, err := l.encode(r.UserNames.At(i))
		if err != nil {
			return err
		}
		rated, values := r.User(i)
		for k, j := range rated {
			line = append(append(line[:0], user...), l.separator...)
			line = append(append(line, items[j]...), l.separator...)
			line = strconv.AppendFloat(line, float64(values[k]), 'g', -1, 32)
			line = append(append(line, tail...), '\n')
			if _, err := out.Write(line); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}

// encode returns an id as a field, quoted where it has to be.
func (l layout) encode(id string) ([]byte, error) {
	// The separator must be found just behind the id: "a:" before "::" would be cut after the a.
	plain := id != "" && strings.Index(id+l.separator, l.separator) == len(id) && !strings.ContainsAny(id, "\"\r\n") &&
		strings.Trim(id, " \t") == id && !(l.blanks && strings.Contains(id, "\t"))
	switch {
	case plain:
		return []byte(id), nil
	case id == "" || !l.quotes:
		return nil, fmt.Errorf("id %q cannot be written as %s: choose another format", id, l.name)
	}
	return []byte(`"` + strings.ReplaceAll(id, `"`, `""`) + `"`), nil
}
