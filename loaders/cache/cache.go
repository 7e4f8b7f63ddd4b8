package cache

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"dpals/internal/atomicfile"
	"dpals/loaders"
)

// Cache is a folder of ratings that have been read before. An entry, "KEY.ref", says which file "DIGEST.ratings" has the
// ratings of a state. Safe for concurrent use by several processes.
type Cache struct {
	Folder     string        // "": nothing is kept
	MinRatings int           // smaller data sets are not kept, since they are read as fast
	MaxBytes   int64         // of all files together
	Settling   time.Duration // least age of the last change to a file, so that the next change has another time
}

// In returns the cache in a folder, with the limits of the program; "" returns a cache that keeps nothing.
func In(folder string) Cache {
	return Cache{Folder: folder, MinRatings: 1 << 18, MaxBytes: 4 << 30, Settling: 2 * time.Second}
}

const (
	entrySuffix   = ".ref"
	ratingsSuffix = ".ratings"
)

var digestText = regexp.MustCompile(`^[0-9a-f]{64}$`)

// Open returns the ratings of a source from the cache, or else calls read and keeps the result. state returns the state
// of the source as it is now. Errors are those of read and of ctx alone.
func (c Cache) Open(ctx context.Context, source string, state func() State, read func() (*loaders.Ratings, error)) (*loaders.Ratings, error) {
	if c.Folder == "" {
		return read()
	}
	before := state()
	if r := c.load(ctx, before.Key); r != nil {
		r.SetSource(source)
		return r, nil
	}
	isSettled := before.Changed.IsZero() || time.Since(before.Changed) > c.Settling
	r, err := read()
	if err != nil || before.Key == "" || !isSettled || r.Count() < c.MinRatings {
		return r, err
	}
	if state().Key == before.Key {
		_ = c.save(ctx, before.Key, r)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return r, nil
}

// load returns the ratings of a state, or nil where the cache does not have them.
func (c Cache) load(ctx context.Context, key string) *loaders.Ratings {
	digest, err := os.ReadFile(c.entryPath(key))
	if key == "" || err != nil || !digestText.Match(digest) {
		return nil
	}
	path := c.ratingsPath(string(digest))
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
	_ = os.Chtimes(path, now, now) // makeRoom removes what was used longest ago
	return r
}

// save writes ratings and their entry, and makes room for them.
func (c Cache) save(ctx context.Context, key string, r *loaders.Ratings) error {
	encoded, err := encode(ctx, r)
	if err != nil {
		return err
	}
	if encoded.size > c.MaxBytes {
		return nil
	}
	if err := os.MkdirAll(c.Folder, 0o700); err != nil {
		return err
	}
	if err := atomicfile.Write(ctx, c.ratingsPath(encoded.digest), 0o600, encoded.write); err != nil {
		return err
	}
	err = atomicfile.Write(context.WithoutCancel(ctx), c.entryPath(key), 0o600, func(w io.Writer) error {
		_, err := io.WriteString(w, encoded.digest)
		return err
	})
	c.makeRoom(encoded.digest)
	return err
}

func (c Cache) entryPath(key string) string { return filepath.Join(c.Folder, key+entrySuffix) }
func (c Cache) ratingsPath(digest string) string {
	return filepath.Join(c.Folder, digest+ratingsSuffix)
}

// makeRoom removes the files used longest ago until the others take at most MaxBytes, but never the one with the given
// digest, which was just written, and removes entries whose file is gone.
func (c Cache) makeRoom(written string) {
	files, _ := os.ReadDir(c.Folder)
	var kept []fs.FileInfo
	total := int64(0)
	for _, f := range files {
		info, err := f.Info()
		switch {
		case err != nil:
		case strings.HasSuffix(f.Name(), ratingsSuffix):
			kept = append(kept, info)
			total += info.Size()
		case strings.HasPrefix(f.Name(), atomicfile.TempPrefix) && time.Since(info.ModTime()) > time.Hour:
			os.Remove(filepath.Join(c.Folder, f.Name())) // of a process that was killed
		}
	}
	slices.SortFunc(kept, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, info := range kept {
		if total > c.MaxBytes && info.Name() != written+ratingsSuffix {
			os.Remove(filepath.Join(c.Folder, info.Name()))
			total -= info.Size()
		}
	}
	for _, f := range files {
		key, ok := strings.CutSuffix(f.Name(), entrySuffix)
		if !ok {
			continue
		}
		digest, _ := os.ReadFile(c.entryPath(key))
		if _, err := os.Stat(c.ratingsPath(string(digest))); err != nil {
			os.Remove(c.entryPath(key))
		}
	}
}

// Clear removes all files of the cache in a folder, and no others, and returns how many bytes they took. A folder that
// does not exist has none.
func Clear(folder string) (bytes int64, err error) {
	files, err := os.ReadDir(folder)
	if os.IsNotExist(err) {
		return 0, nil
	}
	if err != nil {
		return 0, loaders.OpenError(folder, err)
	}
	for _, f := range files {
		isOwn := strings.HasSuffix(f.Name(), ratingsSuffix) || strings.HasSuffix(f.Name(), entrySuffix) || strings.HasPrefix(f.Name(), atomicfile.TempPrefix)
		info, err := f.Info()
		if !isOwn || err != nil {
			continue
		}
		if err := os.Remove(filepath.Join(folder, f.Name())); err != nil {
			return bytes, &loaders.InputError{Path: folder, Reason: atomicfile.WithoutPath(err).Error() + ": check that you may write there", Err: err}
		}
		bytes += info.Size()
	}
	return bytes, nil
}
