package loaders

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// cacheRules say what a cache keeps.
type cacheRules struct {
	least    int           // fewest ratings worth keeping: fewer are read as fast
	most     int64         // bytes of all files together
	settling time.Duration // how old the last change of a file must be, for the next one to have another time
}

var rules = cacheRules{least: 1 << 18, most: 4 << 30, settling: 2 * time.Second}

// A cache is a folder of ratings that have been read before, in files that are mapped into memory. An entry, "KEY.ref",
// says for one source, at one state of its files, read with one set of options by one build of the program, which file
// "DIGEST.ratings" holds its ratings. What goes wrong with a cache is never told: then the source is read.
//
// The files hold the ratings in the clear, and are readable by their owner alone.
type cache struct{ folder string }

const (
	entrySuffix = ".ref"
	heldSuffix  = ".ratings"
)

var digestText = regexp.MustCompile(`^[0-9a-f]{64}$`)

// through returns the ratings of a source from the cache, or else reads them and keeps them there. stamp returns the
// key of the source as it is now, "" if it has none, and whether the next change of its files is sure to change it.
func (c cache) through(ctx context.Context, source string, stamp func() (key string, settled bool), read func() (*Ratings, error)) (*Ratings, error) {
	if c.folder == "" {
		return read()
	}
	key, settled := stamp()
	if r := c.load(ctx, key); r != nil {
		r.Origin.Source = source
		if r.outside != nil {
			r.outside.Origin.Source = source
		}
		return r, nil
	}
	r, err := read()
	if err != nil || key == "" || !settled || r.Count() < rules.least {
		return r, err
	}
	if now, _ := stamp(); now == key {
		_ = c.save(ctx, key, r)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return r, nil
}

// load returns the ratings that an entry leads to, or nil.
func (c cache) load(ctx context.Context, key string) *Ratings {
	digest, err := os.ReadFile(c.entry(key))
	if key == "" || err != nil || !digestText.Match(digest) {
		return nil
	}
	path := c.held(string(digest))
	data, unmap, err := mapFile(path)
	if err != nil {
		return nil
	}
	r, err := decode(ctx, data)
	if err != nil {
		unmap()
		return nil
	}
	now := time.Now()
	_ = os.Chtimes(path, now, now) // what was used longest ago goes first
	return r
}

// save writes ratings and the entry that leads to them, and makes room for them.
func (c cache) save(ctx context.Context, key string, r *Ratings) error {
	held, err := encode(ctx, r)
	if err != nil {
		return err
	}
	if held.size > rules.most {
		return nil
	}
	if err := os.MkdirAll(c.folder, 0o700); err != nil {
		return err
	}
	err = replace(c.held(held.digest), 0o600, func(f *os.File) error { return held.writeTo(&cancellable{ctx, f}) })
	if err != nil {
		return err
	}
	err = replace(c.entry(key), 0o600, func(f *os.File) error {
		_, err := f.WriteString(held.digest)
		return err
	})
	c.makeRoom(held.digest)
	return err
}

func (c cache) entry(key string) string   { return filepath.Join(c.folder, key+entrySuffix) }
func (c cache) held(digest string) string { return filepath.Join(c.folder, digest+heldSuffix) }

// makeRoom removes the files used longest ago until the others are within bounds, except the one just written, and
// entries that lead nowhere.
func (c cache) makeRoom(written string) {
	files, _ := os.ReadDir(c.folder)
	var held []fs.FileInfo
	total := int64(0)
	for _, f := range files {
		info, err := f.Info()
		switch {
		case err != nil:
		case strings.HasSuffix(f.Name(), heldSuffix):
			held = append(held, info)
			total += info.Size()
		case strings.HasPrefix(f.Name(), tempPrefix) && time.Since(info.ModTime()) > time.Hour:
			os.Remove(filepath.Join(c.folder, f.Name())) // of a process that died
		}
	}
	slices.SortFunc(held, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, info := range held {
		if total > rules.most && info.Name() != written+heldSuffix {
			os.Remove(filepath.Join(c.folder, info.Name()))
			total -= info.Size()
		}
	}
	for _, f := range files {
		key, ok := strings.CutSuffix(f.Name(), entrySuffix)
		if !ok {
			continue
		}
		digest, _ := os.ReadFile(c.entry(key))
		if _, err := os.Stat(c.held(string(digest))); err != nil {
			os.Remove(c.entry(key))
		}
	}
}

// ClearCache removes all that Open has kept in a folder and returns how many bytes that was. A folder that does not
// exist is empty.
func ClearCache(folder string) (bytes int64, err error) {
	files, err := os.ReadDir(folder)
	if os.IsNotExist(err) {
		return 0, nil
	}
	if err != nil {
		return 0, &InputError{Path: folder, Reason: reasonOf(err).Error() + ": check the path and that you may read it", Err: err}
	}
	for _, f := range files {
		own := strings.HasSuffix(f.Name(), heldSuffix) || strings.HasSuffix(f.Name(), entrySuffix) || strings.HasPrefix(f.Name(), tempPrefix)
		info, err := f.Info()
		if !own || err != nil {
			continue
		}
		if err := os.Remove(filepath.Join(folder, f.Name())); err != nil {
			return bytes, &InputError{Path: folder, Reason: reasonOf(err).Error() + ": check that you may write there", Err: err}
		}
		bytes += info.Size()
	}
	return bytes, nil
}

// fileStamp is the stamp of a file of ratings, together with all other files that are read with it.
func fileStamp(path string, opt Options) (key string, settled bool) {
	full, err := filepath.Abs(path)
	if err != nil {
		return "", false
	}
	settled = true
	var text strings.Builder
	fmt.Fprintf(&text, "file %q %q %x %x\n", opt.Format, opt.Columns, opt.Low, opt.High)
	add := func(path string) bool {
		state, changed, ok := fileState(path)
		fmt.Fprintf(&text, "%q %s\n", path, state)
		settled = settled && time.Since(changed) > rules.settling
		return ok
	}
	if !add(full) {
		return "", false
	}
	if opt.Catalogue != "" {
		catalogue, err := filepath.Abs(opt.Catalogue)
		if err != nil || !add(catalogue) {
			return "", false
		}
	}
	for _, path := range titlePaths(filepath.Dir(full)) {
		add(path)
	}
	return keyOf(text.String()), settled
}

// recipeStamp is the stamp of synthetic ratings.
func recipeStamp(spec string, seed uint64) (key string, settled bool) {
	return keyOf(fmt.Sprintf("recipe %q %d", spec, seed)), true
}

// keyOf returns the key of what a text describes. It is another one in every build of the program, so that ratings read
// before a reader was changed are read again; "" where the program's own file cannot be looked at.
func keyOf(text string) string {
	program, err := os.Executable()
	if err != nil {
		return ""
	}
	state, _, ok := fileState(program)
	if !ok {
		return ""
	}
	sum := sha256.Sum256([]byte(fmt.Sprintf("%d %s\n%s", heldVersion, state, text)))
	return hex.EncodeToString(sum[:])
}

// fileState returns what changes whenever a regular file does, the time of its last change, and whether there is such a
// file.
func fileState(path string) (state string, changed time.Time, ok bool) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return "absent", time.Time{}, false
	}
	identity, changed := inode(path)
	if m := info.ModTime(); m.After(changed) {
		changed = m
	}
	return fmt.Sprintf("%d %d %s", info.Size(), info.ModTime().UnixNano(), identity), changed, true
}
