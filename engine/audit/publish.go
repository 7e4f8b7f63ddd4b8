package audit

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"dpals/engine"
	"dpals/engine/export"
	"dpals/engine/internal/probe"
	"dpals/engine/method"
	"dpals/engine/store"
	"dpals/loaders"
)

// Publication is part (d): runs as a user starts them, with all that is exported, stored and shown of them. Two runs on
// neighbouring data sets that have the same releases must leave the same behind.
type Publication struct {
	Part
	Pairs      int // of runs
	Files      int // exported, and compared
	Selections int // made, and compared
}

// occasion is one pair of runs of the part.
type occasion struct {
	adversary int // of the adversaries
	scene
	metrics bool // the errors are released
	threads int
}

// published are the pairs of runs of the part: with the errors measured, as usual, and with the errors released.
var published = []occasion{
	{1, scene{silent: true}, false, 1},
	{7, scene{place: 0.6, silent: true}, false, 2},
	{5, scene{place: 1, held: heldAll}, true, 2},
	{8, scene{held: heldAll}, true, 1},
}

// publish fills in the part. Its error is the context's, or says that there is no room for temporary files.
func (a *Audit) publish(ctx context.Context, p *Publication) error {
	dir, err := os.MkdirTemp("", "dpals-audit-*")
	if err != nil {
		return fmt.Errorf("an audit needs a temporary folder: %w", err)
	}
	defer os.RemoveAll(dir)
	kept, err := store.Open(filepath.Join(dir, "state"), store.Options{})
	if err != nil {
		return err
	}
	defer kept.Close()
	for n, one := range a.published {
		metrics := 0.0
		if one.metrics {
			if a.asked.method.Trust == method.TrustLocal {
				continue
			}
			if metrics = a.target.PrivateMetrics; metrics == 0 {
				metrics = usualMetrics
			}
		}
		epsilon := a.target.Epsilon
		if n%2 == 1 { // where noise leaves more of the ratings
			epsilon = largeEpsilon
		}
		claim, err := mechanismOf(a.asked.method)(a.public(catalogue, epsilon), a.target.Settings, metrics)
		if err != nil {
			continue // it cannot be planned with released errors
		}
		found, err := claim.pairs(smallShape, adversaries[one.adversary], one.scene, keyOf(a.target.Seed, "published", n))
		if err != nil {
			return err
		}
		publisher := &publisher{
			claim: claim, dir: filepath.Join(dir, strconv.Itoa(n)), store: kept, pair: found[n%len(found)].pair, key: keyOf(a.target.Seed, "published", n),
			config: engine.Config{Epsilon: epsilon, Delta: a.target.Delta, Settings: a.target.Settings, Threads: one.threads, PrivateMetrics: metrics},
		}
		err = publisher.compare(ctx, p)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			p.addError(err)
			return nil
		}
		p.Pairs++
	}
	err = a.selections(ctx, kept, p)
	if err != nil && ctx.Err() == nil {
		p.addError(err)
		return nil
	}
	return err
}

// publisher publishes a run on each of two neighbouring data sets. The second is shown the releases of the first.
type publisher struct {
	*claim
	pair
	dir    string // to export to
	store  *store.Store
	config engine.Config
	key    uint64
}

// output is all that a run leaves behind.
type output struct {
	folder, rows string // what is exported, and exported with the users' own rows; "" where the method has none
	kept         store.Detail
	events       []engine.Event
}

func (d *publisher) compare(ctx context.Context, p *Publication) error {
	key := func() uint64 { return d.key }
	transcript, recorded := newTranscript(d.plan), make(reports)
	one, err := d.run(ctx, "with", d.with, &probe.Probe{Key: key, Witness: transcript.record, Listener: recorded.recorder()})
	if err != nil {
		return err
	}
	replayer, reportReplayer := transcript.replayer(), &reportReplayer{recorded: recorded, other: make(reports)}
	two, err := d.run(ctx, "without", d.without, &probe.Probe{Key: key, Witness: replayer.witness, Listener: reportReplayer.listener})
	if err != nil {
		return err
	}
	if _, err := replayer.sums(); err != nil {
		return err
	}
	if _, err := reportReplayer.reports(); err != nil {
		return err
	}
	d.compareRecords(one, two, p)
	if one.folder != "" {
		if err := d.compareFolders(one.folder, two.folder, p); err != nil {
			return err
		}
	}
	if one.rows != "" {
		return d.compareRows(one.rows, two.rows, p)
	}
	return nil
}

// run trains as the program does, and exports and keeps what comes out.
func (d *publisher) run(ctx context.Context, name string, data dataset, x *probe.Probe) (out output, err error) {
	problem := d.problem(data)
	problem.Fingerprint = name // private: each data set has its own
	h, err := engine.RunMethod(probe.With(ctx, x), d.method, problem, d.config)
	if err != nil {
		return out, err
	}
	config := d.config
	config.Method = d.method.Name
	recording := d.store.Record(h, problem, config, store.Origin{Command: "audit"})
	if _, err := h.Wait(); err != nil {
		return out, fmt.Errorf("a run failed: %w", err)
	}
	id, err := recording.Wait()
	if err != nil {
		return out, err
	}
	if out.kept, err = d.store.Get(id); err != nil {
		return out, err
	}
	out.events = h.Events(0)
	if _, shared := h.Model().(method.Sharer); !shared {
		return out, nil // such a model cannot be exported
	}
	out.folder = filepath.Join(d.dir, name)
	if err := export.Write(out.folder, problem, h, export.Options{}); err != nil {
		return out, err
	}
	if _, ok := h.Model().Local().(method.Rower); ok {
		out.rows = filepath.Join(d.dir, name+" rows")
		err = export.Write(out.rows, problem, h, export.Options{IncludeUsers: true})
	}
	return out, err
}

// problem is a data set as the loader would hand it over. Where errors are not released, they are measured on ratings of
// which none is in training.
func (d *publisher) problem(data dataset) engine.Problem {
	none := &loaders.Ratings{Users: data.Users, Items: data.Items, Ptr: make([]int64, data.Users+1), Low: low, High: high,
		UserNames: data.UserNames, ItemNames: data.ItemNames}
	split := &loaders.Split{Train: data.Ratings, Valid: data.held, Test: none, Protocol: loaders.DefaultProtocol}
	if d.config.PrivateMetrics == 0 {
		split.Valid, split.Test = none, data.held
	}
	return engine.Problem{Name: "audit", Split: split}
}

// compareFolders adds a finding for every file that differs between two exported folders, and for everything that is on
// no list of what may be exported.
func (d *publisher) compareFolders(one, two string, p *Publication) error {
	first, err := contents(one)
	if err != nil {
		return err
	}
	second, err := contents(two)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(first)) {
		text := first[name]
		p.Files++
		if other, there := second[name]; !there || !bytes.Equal(text, other) {
			p.find(Finding{Kind: Published, Release: name}, "%s differs between neighbouring data sets although all releases are the same", name)
		}
		d.allow(name, text, p)
	}
	for _, name := range slices.Sorted(maps.Keys(second)) {
		if _, there := first[name]; !there {
			p.find(Finding{Kind: Published, Release: name}, "%s is exported of one of two neighbouring data sets only", name)
		}
	}
	return nil
}

func contents(dir string) (map[string][]byte, error) {
	files := make(map[string][]byte)
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err == nil {
			files[filepath.ToSlash(name)], err = os.ReadFile(path)
		}
		return err
	})
	return files, err
}

// compareRows adds a finding if the row of another user than the adversary differs between two exported folders.
func (d *publisher) compareRows(one, two string, p *Publication) error {
	const name = "users.private.csv"
	var rows [2][][]string
	for i, dir := range []string{one, two} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		r := csv.NewReader(bytes.NewReader(text))
		r.FieldsPerRecord = -1 // a row of no numbers
		if rows[i], err = r.ReadAll(); err != nil {
			return err
		}
		adversary := d.with.UserNames.At(d.who)
		rows[i] = slices.DeleteFunc(rows[i], func(row []string) bool { return row[0] == adversary })
	}
	p.Files++
	if !slices.EqualFunc(rows[0], rows[1], slices.Equal) {
		p.find(Finding{Kind: Published, Release: name}, "%s: the rows of other users differ between neighbouring data sets although all releases are the same", name)
	}
	return nil
}

// compareRecords adds a finding for everything that differs between two runs in the store or in their events.
func (d *publisher) compareRecords(one, two output, p *Publication) {
	exempt := slices.Clone(unpublished)
	if d.config.PrivateMetrics == 0 {
		exempt = append(exempt, "TrainRMSE", "ValidRMSE", "TestRMSE") // measured, and not private: they are never published
	}
	p.compareValues("the store", one.kept, two.kept, exempt)
	p.compareValues("the run", one.events, two.events, exempt)
}

// unpublished are fields that may differ between neighbouring data sets: where a run stands and when it was, and what is
// private and is marked so.
var unpublished = []string{"ID", "Started", "Ended", "Elapsed", "fingerprint", "Users"}

// compareValues adds a finding for every field that differs between two values, but for exempt ones.
func (p *Publication) compareValues(where string, one, two any, exempt []string) {
	for _, path := range differences(one, two, exempt) {
		p.find(Finding{Kind: Published, Release: path}, "%s: %s differs between neighbouring data sets although all releases are the same", where, path)
	}
}
