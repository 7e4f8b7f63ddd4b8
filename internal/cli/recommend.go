package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/people"
	"dpals/engine/scope"
	"dpals/engine/store"
	"dpals/internal/cli/report"
)

// trainOnAll is a split that holds no ratings out: recommendations are not measured, and every rating improves them.
const trainOnAll = "100-0-0"

// recommendFlags choose a user and what else to print.
type recommendFlags struct {
	run           runFlags
	user, ratings string
	top           int
	study         study
	json          *bool
}

// study is what the curator may ask for besides recommendations. None of it is private.
type study struct{ compare, leave bool }

func (s study) any() bool { return s.compare || s.leave }

func recommendCommand() *cobra.Command {
	var f recommendFlags
	cmd := &cobra.Command{
		Use:   "recommend",
		Short: "Train privately and recommend items to one user",
		Long: "Train privately on all ratings and predict what one user will like: a user of the ratings, or a made-up user who\n" +
			"rates a few titles.\n\n" +
			"The training is charged like any other run. The recommendations are computed from the released model and the user's own\n" +
			"ratings: they are for this user only and cost nothing more.\n\n" +
			"--compare also trains a method without privacy and marks what both recommend. --leave trains again without the user.\n" +
			"What they print depends on all ratings without noise: use it for study only, as the curator of the ratings, and\n" +
			"do not show it to the user.",
		Example: "dpals recommend --data ml-1m --user 42 --epsilon 2\n" +
			"dpals recommend --data ml-1m --ratings \"Toy Story (1995)=5, Heat (1995)=2\" --top 20\n" +
			"dpals recommend --data ml-1m --user 42 --compare --leave",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.recommend(cmd) },
	}
	flags := cmd.Flags()
	f.run.register(flags, "")
	f.run.split = trainOnAll
	flags.Lookup("split").DefValue = trainOnAll
	flags.StringVar(&f.user, "user", "", "recommend to the user with this id in the ratings")
	nameValue(flags, "user", "ID")
	flags.StringVar(&f.ratings, "ratings", "", "recommend to a made-up user with these ratings: \"Title=5, another title=3\"")
	nameValue(flags, "ratings", "LIST")
	flags.IntVar(&f.top, "top", 10, "recommend this many items, at least 1")
	flags.BoolVar(&f.study.compare, "compare", false, "also train "+report.Reference+" and compare: not private, for study only")
	flags.BoolVar(&f.study.leave, "leave", false, "train again without the user and print what changes for others: not private, for study only")
	f.json = jsonFlag(flags, "")
	setGroup(flags, outputGroup)
	return cmd
}

func (f *recommendFlags) recommend(cmd *cobra.Command) error {
	switch {
	case (f.user == "") == (f.ratings == ""):
		return usagef("give either --user, an id of the ratings, or --ratings, such as \"Title=5\"")
	case f.top < 1:
		return usagef("--top %d: give the number of items, at least 1", f.top)
	case f.run.metrics != 0 && f.study.any():
		return usagef("--compare and --leave print numbers that are not private, and --private-metrics prints only what may be published: leave out one of them")
	}
	config, err := f.run.config(cmd)
	if err != nil {
		return err
	}
	problem, err := f.run.problem(cmd.Context())
	if err != nil {
		return err
	}
	train, hidden := problem.Split.Train, config.PrivateMetrics != 0
	a := report.Advice{Ratings: train, ID: f.user, Hidden: hidden && train.Origin.CatalogueObserved}
	if f.user != "" {
		if a.User, err = people.ByID(problem.Split, f.user, hidden); err != nil {
			return usagef("--user: %w", err)
		}
	} else if err = inventUser(&a, f.ratings, config.Scope); err != nil {
		return usagef("--ratings: %w", err)
	}
	state, err := openState(cmd)
	if err != nil {
		return err
	}
	defer state.close()
	config.Ledger = state.ledger
	if m, err := engine.Lookup(config.Method); err == nil && f.study.any() && !m.Private() {
		note(cmd, "--compare and --leave have no effect: "+m.Name+" is not private")
	}
	note(cmd, configNotes(cmd, problem, config)...)
	note(cmd, ratingsNotes(train, config.Scope, hidden)...)
	if err := trainAdvice(cmd.Context(), &a, problem, config, f.top, state.store, cmd.ErrOrStderr()); err != nil {
		return err
	}
	note(cmd, a.Notes...)
	if err := trainStudy(cmd.Context(), &a, problem, config, f.top, f.study, cmd.ErrOrStderr()); err != nil {
		return err
	}
	if *f.json {
		return report.WriteObject(cmd.OutOrStdout(), a.Object())
	}
	return a.Write(cmd.OutOrStdout())
}

// inventUser makes up the user of --ratings. If the run releases the items or the range, the ratings are not consulted
// before it: a refusal would reveal whether an item is among them, and how far they range.
func inventUser(a *report.Advice, typed string, private scope.Private) (err error) {
	likings, err := people.ParseRatings(typed)
	if err != nil {
		return err
	}
	a.User.User = people.Guest
	if private != (scope.Private{}) {
		a.Likings = likings
		return nil
	}
	a.User, err = people.NewGuest(a.Ratings, likings)
	return err
}

// trainAdvice trains the method, which is charged, and computes what it recommends.
func trainAdvice(ctx context.Context, a *report.Advice, p engine.Problem, c engine.Config, top int, kept *store.Store, progress io.Writer) error {
	fmt.Fprintf(progress, "training %s\n", c.Method)
	h, err := engine.Run(ctx, p, c)
	if err != nil {
		return err
	}
	recording := kept.Record(h, p, c, store.Origin{Command: "recommend"})
	a.Result, err = h.Wait()
	if id, unkept := recording.Wait(); id != 0 && unkept == nil {
		report.WriteKept(progress, id)
	}
	if err != nil {
		if u := report.UnfinishedAfter(h, c.Ledger); u.Released() {
			fmt.Fprintln(progress, u)
		}
		return logCrash(err)
	}
	if s, ok := h.Model().(method.Scoper); ok && a.Likings != nil {
		if a.User, a.Notes, err = people.NewGuestWithin(a.Ratings, s.Scope(), a.Likings); err != nil {
			return err
		}
	}
	a.List = people.Recommend(h.Model(), a.User, a.Ratings, top)
	return nil
}

// trainStudy computes what was asked for besides the recommendations. It charges nothing: only the curator may see it.
func trainStudy(ctx context.Context, a *report.Advice, p engine.Problem, c engine.Config, top int, s study, progress io.Writer) error {
	if !s.any() || !a.Result.Private {
		return nil
	}
	reference := engine.Config{Method: report.Reference, Threads: c.Threads}
	if s.compare {
		fmt.Fprintf(progress, "training %s, without privacy\n", report.Reference)
		h, err := engine.Run(ctx, p, reference)
		if err != nil {
			return err
		}
		if _, err := h.Wait(); err != nil {
			return logCrash(err)
		}
		a.ReferenceList, a.Compared = people.Recommend(h.Model(), a.User, a.Ratings, top), true
	}
	if !s.leave || a.User.User == people.Guest {
		return nil
	}
	fmt.Fprintln(progress, "training again without the user")
	var err error
	if a.Removal, err = removalEffect(ctx, a.User, p, c); err == nil && s.compare {
		a.ReferenceRemoval, err = removalEffect(ctx, a.User, p, reference)
	}
	return err
}

// removalEffect returns what changes for other users without the user, under the same known noise.
func removalEffect(ctx context.Context, who people.Person, p engine.Problem, c engine.Config) (*people.RemovalEffect, error) {
	seed := uint64(1)
	c.Seed = &seed
	all, err := people.TrainFull(ctx, p, c)
	if err != nil {
		return nil, logCrash(err)
	}
	d, err := all.Remove(ctx, who.User, people.DefaultSample)
	if err != nil {
		return nil, logCrash(err)
	}
	return &d, nil
}
