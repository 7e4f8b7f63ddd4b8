package themes

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"dpals/internal/tomlfile"
)

// fileTheme is a theme as it stands in a file. Roles that are left out are those of the theme that it is based on.
type fileTheme struct {
	Name        string   `toml:"name"`
	BasedOn     string   `toml:"based-on"`
	Dark        *bool    `toml:"dark"`
	Background  *string  `toml:"background"`
	Surface     string   `toml:"surface"`
	Text        string   `toml:"text"`
	Muted       string   `toml:"muted"`
	Faint       string   `toml:"faint"`
	Accent      string   `toml:"accent"`
	Focus       string   `toml:"focus"`
	Good        string   `toml:"good"`
	Warning     string   `toml:"warning"`
	Bad         string   `toml:"bad"`
	Border      string   `toml:"border"`
	BorderFocus string   `toml:"border-focus"`
	Series      []string `toml:"series"`
}

// ReadFile reads a theme from a file. Its name is that of the file unless it sets another. Errors name the file, the
// line and the role.
func ReadFile(path string) (Palette, error) {
	f, err := tomlfile.Open(path)
	if err != nil {
		return Palette{}, err
	}
	w := fileTheme{Name: strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), BasedOn: Dark.Name}
	if err := f.Decode(&w); err != nil {
		return Palette{}, err
	}
	at := builtin.index(w.BasedOn)
	if at < 0 {
		return Palette{}, f.Errorf("based-on", "no built-in theme is named %q: choose one of %s", w.BasedOn, strings.Join(Names(), ", "))
	}
	p := builtin[at]
	p.Name = w.Name
	if w.Dark != nil {
		p.Dark = *w.Dark
	}
	if w.Background != nil {
		p.Background = *w.Background
	}
	given := map[string]string{
		"surface": w.Surface, "text": w.Text, "muted": w.Muted, "faint": w.Faint, "accent": w.Accent, "focus": w.Focus,
		"good": w.Good, "warning": w.Warning, "bad": w.Bad, "border": w.Border, "border-focus": w.BorderFocus,
	}
	for _, r := range p.roles() {
		if c := given[r.key]; c != "" {
			*r.colour = c
		}
	}
	if n := len(w.Series); n > 0 && n != len(p.Series) {
		return p, f.Errorf("series", "has %d colours: give %d, one for each run", n, len(p.Series))
	}
	copy(p.Series[:], w.Series)
	if p.Name == "" || p.Name == "auto" {
		return p, f.Errorf("name", "%q is not allowed as the name of a theme: choose another", p.Name)
	}
	if key, err := p.flaw(); err != nil {
		if strings.HasPrefix(key, "series ") && f.Has("series") {
			return p, f.Errorf("series", "colour %s: %w", strings.TrimPrefix(key, "series "), err)
		}
		return p, f.Errorf(key, "%w", err)
	}
	return p, nil
}

// ReadFolder reads every theme of a folder, in the order of file names. A missing folder holds none. Files that are not
// valid themes are left out; each gives an error.
func ReadFolder(dir string) (Set, []error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.toml"))
	if err != nil {
		return nil, []error{err}
	}
	slices.Sort(names)
	var set Set
	var errs []error
	for _, name := range names {
		p, err := ReadFile(name)
		switch {
		case errors.Is(err, fs.ErrNotExist): // deleted since it was listed
		case err != nil:
			errs = append(errs, err)
		default:
			set = set.With(p)
		}
	}
	return set, errs
}
