package themes

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"dpals/internal/tomlfile"
)

// written is a theme as a person writes it. Roles that are left out are taken from the theme it is based on.
type written struct {
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

// ReadFile reads a theme of one's own. It is called by the file's name unless it says another. Errors name the file, the
// line and the role.
func ReadFile(path string) (Palette, error) {
	f, err := tomlfile.Open(path)
	if err != nil {
		return Palette{}, err
	}
	w := written{Name: strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), BasedOn: Dark.Name}
	if err := f.Decode(&w); err != nil {
		return Palette{}, err
	}
	at := builtin.index(w.BasedOn)
	if at < 0 {
		return Palette{}, f.Errorf("based-on", "no built-in theme is called %q: choose one of %s", w.BasedOn, strings.Join(Names(), ", "))
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
		return p, f.Errorf("name", "%q cannot be the name of a theme", p.Name)
	}
	if key, err := p.flaw(); err != nil {
		if strings.HasPrefix(key, "series ") && f.Has("series") {
			return p, f.Errorf("series", "colour %s: %w", strings.TrimPrefix(key, "series "), err)
		}
		return p, f.Errorf(key, "%w", err)
	}
	return p, nil
}

// ReadFolder reads every theme of a folder, in the order of their files. A folder that is not there holds none. Files
// that are no themes are left out, and each has its error.
func ReadFolder(dir string) (Set, []error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.toml"))
	if err != nil {
		return nil, []error{err}
	}
	slices.Sort(names)
	var set Set
	var faults []error
	for _, name := range names {
		p, err := ReadFile(name)
		switch {
		case errors.Is(err, fs.ErrNotExist): // gone since it was listed
		case err != nil:
			faults = append(faults, err)
		default:
			set = set.With(p)
		}
	}
	return set, faults
}
