package tomlfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// limit is the largest size of a file, in bytes.
const limit = 1 << 20

// File is the content of a file. It is read only.
type File struct {
	Path  string
	data  []byte
	lines map[string]int
}

// Open reads a file. If it does not exist, the error is fs.ErrNotExist.
func Open(path string) (*File, error) {
	r, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, err
	}
	if len(data) > limit {
		return nil, fmt.Errorf("%s: larger than 1 MB: not a settings file", path)
	}
	f := &File{Path: path, data: data, lines: make(map[string]int)}
	f.index()
	return f, nil
}

// index stores the line of every key, up to the first syntax error.
func (f *File) index() {
	var p unstable.Parser
	p.Reset(f.data)
	var table []string
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = f.note(&p, e, nil)
		case unstable.KeyValue:
			f.note(&p, e, table)
		}
	}
}

// note stores the lines of a key's parts and returns its path.
func (f *File) note(p *unstable.Parser, e *unstable.Node, table []string) []string {
	path := append([]string(nil), table...)
	for it := e.Key(); it.Next(); {
		path = append(path, string(it.Node().Data))
		key := strings.Join(path, ".")
		if _, known := f.lines[key]; !known {
			f.lines[key] = p.Shape(it.Node().Raw).Start.Line
		}
	}
	return path
}

// Decode fills v, a pointer to a struct with toml tags.
func (f *File) Decode(v any) error {
	d := toml.NewDecoder(strings.NewReader(string(f.data)))
	d.DisallowUnknownFields()
	err := d.Decode(v)
	var strict *toml.StrictMissingError
	var at *toml.DecodeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &strict) && len(strict.Errors) > 0:
		line, _ := strict.Errors[0].Position()
		return fmt.Errorf("%s:%d: unknown setting %s: choose one of %s", f.Path, line, strings.Join(strict.Errors[0].Key(), "."), strings.Join(settings(v), ", "))
	case errors.As(err, &at):
		line, column := at.Position()
		return fmt.Errorf("%s:%d:%d: %s", f.Path, line, column, strings.TrimPrefix(at.Error(), "toml: "))
	}
	return fmt.Errorf("%s: %s", f.Path, strings.TrimPrefix(err.Error(), "toml: "))
}

// settings returns the keys of v, a pointer to a struct.
func settings(v any) (keys []string) {
	t := reflect.TypeOf(v).Elem()
	for i := range t.NumField() {
		keys = append(keys, t.Field(i).Tag.Get("toml"))
	}
	return keys
}

// Errorf returns an error at the line of a key, named by its path.
func (f *File) Errorf(key, format string, args ...any) error {
	what := fmt.Errorf(format, args...)
	if line, ok := f.lines[key]; ok {
		return fmt.Errorf("%s:%d: %s: %w", f.Path, line, key, what)
	}
	return fmt.Errorf("%s: %s: %w", f.Path, key, what)
}

// Has tells whether the file sets a key, named by its path.
func (f *File) Has(key string) bool {
	_, ok := f.lines[key]
	return ok
}
