package gradient

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/internal/parallel"
)

// LDPGD is [LDP] Algorithm 1.
var LDPGD = &method.Method{
	Name:       "ldp-gd",
	Summary:    "local privacy: each user reports one random bit about one coordinate of their gradient",
	Source:     "[LDP] Alg. 1",
	Trust:      method.TrustLocal,
	Iterative:  true,
	Parameters: []method.Parameter{rounds(20), rank(1), rate(rateRule), lambda("rating range"), clip, reporting, asPublished},
	Resolve:    resolve,
	Plan:       planOf("bits"),
	Fit:        fitSigns,
}

// LDPGDDR is [LDP] Algorithm 2.
var LDPGDDR = &method.Method{
	Name:       "ldp-gd-dr",
	Summary:    "ldp-gd after a public random projection of the items to fewer dimensions: less noise per bit",
	Source:     "[LDP] Alg. 2",
	Trust:      method.TrustLocal,
	Iterative:  true,
	Parameters: []method.Parameter{rounds(20), dimension, rank(1), rate(rateRule), lambda("rating range"), clip, reporting, asPublished},
	Resolve:    resolve,
	Plan:       planOf("bits"),
	Fit:        fitSigns,
}

// planOf lists the releases of reports. Where a user reports in one iteration only, all iterations are parts of one release,
// for which every user makes one report.
func planOf(kind string) func(method.Public, method.Settings) ([]accounting.Request, error) {
	return func(pub method.Public, s method.Settings) ([]accounting.Request, error) {
		c := read(s)
		if c.buckets > pub.Items && pub.Items > 0 {
			return nil, method.ParameterError{Name: "dimension", Value: strconv.Itoa(c.buckets), Reason: fmt.Sprintf("the catalogue has %d items, choose no more", pub.Items)}
		}
		numbers := 1
		if kind == "flips" {
			numbers = pub.Items * (1 + c.rank)
		}
		var list []accounting.Request
		for t := 1; t <= c.releases(); t++ {
			list = append(list, accounting.Request{Name: c.release(kind, t), Kind: kind, Iteration: c.iterationOf(t), Claim: accounting.UserReport("docs/privacy/" + kind + ".md"),
				Local: true, Weight: 1, Dimension: numbers})
		}
		return list, nil
	}
}

// releases returns how many times a user reports.
func (c config) releases() int {
	if c.everyRound {
		return c.rounds
	}
	return 1
}

// release returns the name of the release to which iteration t reports.
func (c config) release(kind string, t int) string {
	if c.everyRound {
		return fmt.Sprintf("%s %d", kind, t)
	}
	return kind
}

// iterationOf returns the iteration of a plan in which the report of iteration t is made: 0 where each user reports once, since
// all iterations are then parts of one release.
func (c config) iterationOf(t int) int {
	if c.everyRound {
		return t
	}
	return 0
}

// collect makes the reports of iteration t, one of every user of the iteration.
type collect func(ctx context.Context, f *fit, reports *accounting.Reports, phi projection, t int) (*estimate, error)

// fit is one run under local privacy.
type fit struct {
	config
	task   *method.Task
	model  *Model
	random *rand.Rand // public coins: Φ
}

func fitSigns(ctx context.Context, task *method.Task) (method.Model, error) {
	return fitLocal(ctx, task, "bits", signs)
}

// fitLocal runs T iterations, each with reports and an update of the items.
func fitLocal(ctx context.Context, task *method.Task, kind string, collect collect) (method.Model, error) {
	f := &fit{config: read(task.Settings), task: task, random: rand.New(rand.NewChaCha8(task.Seed))}
	train := task.Train
	f.model = newModel(f.rank, train.Items, train.Low, train.High, f.lambda)
	f.model.plain = f.published
	f.model.start(f.random)
	server := newServer(f.config, f.model)
	var reports *accounting.Reports
	for t := 1; t <= f.rounds; t++ {
		task.Progress.Phase("reports", t, f.rounds)
		if reports == nil {
			var err error
			if reports, err = task.Meter.BeginReports(f.release(kind, t)); err != nil {
				return nil, err
			}
		}
		phi := identity(train.Items)
		if f.buckets > 0 && train.Items > 0 {
			phi = project(train.Items, f.buckets, f.random)
		}
		e, err := collect(ctx, f, reports, phi, t)
		if err != nil {
			return nil, err
		}
		if f.everyRound || t == f.rounds {
			if err := reports.End(); err != nil {
				return nil, err
			}
			reports = nil
		}
		task.Progress.Phase("items", t, f.rounds)
		f.model = f.model.next()
		server.update(f.model, e)
		if err := task.Progress.Iteration(t, f.model); err != nil {
			return nil, err
		}
	}
	return f.model, nil
}

// each calls report for every user of iteration t, and returns how many there are. Users are assigned to iterations by their
// numbers, which tell nothing of their ratings.
func (f *fit) each(ctx context.Context, t int, size int, report func(worker, user int) error) (users int, err error) {
	train := f.task.Train
	every, first := 1, 0
	if !f.everyRound {
		every, first = f.rounds, t-1
	}
	if first < train.Users {
		users = (train.Users - first + every - 1) / every
	}
	bounds := parallel.Ranges(train.Ptr, size*every)
	err = parallel.Each(ctx, f.task.Threads, len(bounds)-1, func(worker, b int) error {
		// The first user of the iteration at or after the start of the piece.
		for i := first + (max(bounds[b]-first, 0)+every-1)/every*every; i < bounds[b+1]; i += every {
			if err := report(worker, i); err != nil {
				return err
			}
		}
		f.task.Progress.Part(float64(b+1) / float64(len(bounds)-1))
		return nil
	})
	return users, err
}

// signs makes reports of one bit: a user picks one of q·d coordinates of Φ·G by their own coins and reports a random sign, whose
// mean is the coordinate over the scale. The server takes q·d·scale times each sign for their whole Φ·G, and averages.
// Counts of signs are whole numbers, so their sums do not depend on threads.
func signs(ctx context.Context, f *fit, reports *accounting.Reports, phi projection, t int) (*estimate, error) {
	type place struct {
		reporter *accounting.Reporter
		user     contribution
		counts   []int32
	}
	var (
		d      = f.rank
		size   = phi.buckets * d
		places = make([]*place, f.task.Threads)
		e      = &estimate{phi: phi, values: make([]float64, size)}
		err    error
	)
	e.reports, err = f.each(ctx, t, chunk, func(worker, i int) error {
		p := places[worker]
		if p == nil {
			p = &place{reporter: reports.Reporter(), user: f.contribution(), counts: make([]int32, size)}
			places[worker] = p
		}
		if err := p.reporter.Begin(i); err != nil {
			return err
		}
		if size == 0 {
			return nil
		}
		p.user.of(f.task.Train.User(i))
		at := p.reporter.Uniform(size)
		p.counts[at] += int32(p.reporter.Sign(p.user.at(&phi, at/d, at%d)))
		return nil
	})
	if err != nil || e.reports == 0 {
		return e, err
	}
	for _, p := range places {
		if p != nil {
			for at, n := range p.counts {
				e.values[at] += float64(n)
			}
		}
	}
	whole := float64(size) * reports.Scale() // what one report stands for
	for at := range e.values {
		e.values[at] *= whole / float64(e.reports)
	}
	e.variance = whole * reports.Scale() / float64(e.reports)
	return e, nil
}

func (f *fit) contribution() contribution {
	return contribution{solver: f.model.newSolver(), clip: f.clip}
}
