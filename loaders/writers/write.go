package writers

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"dpals/loaders"
	"dpals/loaders/readers"
)

// Write writes ratings, user by user, in one of readers.Formats: csv, tsv, semicolon, pipe and space with the header
// user, item, rating; ml-csv with the header of MovieLens; ml-100k and ml-dat without a header, with 0 for the time of each
// rating. Titles are not written. It is an error if an id is empty or cannot be written in the format.
func Write(w io.Writer, r *loaders.Ratings, format string) error {
	f, err := readers.FormatNamed(format)
	if err != nil {
		return err
	}
	if r.UserNames.Len() != r.Users || r.ItemNames.Len() != r.Items {
		return fmt.Errorf("%d users and %d items have %d and %d ids: give every one an id", r.Users, r.Items, r.UserNames.Len(), r.ItemNames.Len())
	}
	header, tail := []string{"user", "item", "rating"}, ""
	switch {
	case f.Name == readers.MovieLensCSV:
		header = []string{"userId", "movieId", "rating"}
	case f.NoHeader:
		header, tail = nil, f.Separator+"0"
	}
	items := make([][]byte, r.Items)
	for j := range items {
		if items[j], err = encode(f, r.ItemNames.At(j)); err != nil {
			return err
		}
	}
	out := bufio.NewWriterSize(w, bufferSize)
	if header != nil {
		out.WriteString(strings.Join(header, f.Separator) + "\n")
	}
	var line []byte
	for i := range r.Users {
		user, err := encode(f, r.UserNames.At(i))
		if err != nil {
			return err
		}
		rated, values := r.User(i)
		for k, j := range rated {
			line = append(append(line[:0], user...), f.Separator...)
			line = append(append(line, items[j]...), f.Separator...)
			line = strconv.AppendFloat(line, float64(values[k]), 'g', -1, 32)
			line = append(append(line, tail...), '\n')
			if _, err := out.Write(line); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}

// bufferSize is how many bytes are collected before they are written.
const bufferSize = 256 << 10

// encode returns an id as a field, quoted if that is necessary.
func encode(f readers.Format, id string) ([]byte, error) {
	// The separator must be found right after the id: "a:" before "::" would be split after the a.
	unquoted := id != "" && strings.Index(id+f.Separator, f.Separator) == len(id) && !strings.ContainsAny(id, "\"\r\n") &&
		strings.Trim(id, " \t") == id && !(f.AnyBlanks && strings.Contains(id, "\t"))
	switch {
	case unquoted:
		return []byte(id), nil
	case id == "" || !f.Quotes:
		return nil, fmt.Errorf("id %q cannot be written as %s: choose another format", id, f.Name)
	}
	return []byte(`"` + strings.ReplaceAll(id, `"`, `""`) + `"`), nil
}
