package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"dpals/accounting/ledger"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/people"
	"dpals/engine/scope"
	"dpals/engine/store"
	"dpals/loaders"
)

// everything is a split that holds nothing out: recommendations are not measured, and every rating makes them better.
const everything = "100-0-0"

// ceiling is the method without privacy that recommendations are compared with, where that is asked for.
const ceiling = "als"

func recommendCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "recommend",
		Short: "Train privately, and recommend items to one person",
		Long: "Train privately on everybody's ratings, and predict what one person will like: a user of the ratings, or\n" +
			"somebody made up who rates a few titles.\n\n" +
			"The training costs its ε as any other. The recommendations are a function of the released model and of that\n" +
			"person's own ratings: they are for that person alone and cost nothing more.\n\n" +
			"--compare trains a method without privacy beside it and marks what both recommend; --leave trains again without\n" +
			"the user. What they print follows from everybody's ratings without protection: it is for study only, for whoever\n" +
			"holds the ratings, and not to be shown to the person.",
		Example: "dpals recommend --data ml-1m --user 42 --epsilon 2\n" +
			"dpals recommend --data ml-1m --ratings \"Toy Story (1995)=5, Heat (1995)=2\" --top 20\n" +
			"dpals recommend --data ml-1m --user 42 --compare --leave",
		Args: noArguments,
	}
	var run runFlags
	var user, ratings string
	var study studies
	var top int
	var asJSON bool
	run.register(cmd)
	run.split = everything
	cmd.Flags().Lookup("split").DefValue = everything
	flags := cmd.Flags()
	flags.StringVar(&user, "user", "", "recommend to this user, by the id they have in the ratings")
	takes(flags, "user", "ID")
	flags.StringVar(&ratings, "ratings", "", "recommend to somebody who rates so: \"Title=5, another title=3\"")
	takes(flags, "ratings", "LIST")
	flags.IntVar(&top, "top", 10, "how many items")
	flags.BoolVar(&study.compare, "compare", false, "train "+ceiling+" too and compare: not private, for study only")
	flags.BoolVar(&study.leave, "leave", false, "train again without the user and say what changes for others: not private, for study only")
	flags.BoolVar(&asJSON, "json", false, "print one JSON object")
	group(flags, outputGroup)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		switch {
		case (user == "") == (ratings == ""):
			return usagef("give either --user, an id of the ratings, or --ratings, such as \"Title=5\"")
		case top < 1:
			return usagef("--top %d: choose at least 1", top)
		case run.metrics != 0 && study.any():
			return usagef("--compare and --leave print what is not private, and --private-metrics only what may be published: leave out one of them")
		}
		config, err := run.config(cmd)
		if err != nil {
			return err
		}
		problem, err := run.problem(cmd.Context())
		if err != nil {
			return err
		}
		a := advice{ratings: problem.Split.Train, name: user, hidden: config.PrivateMetrics != 0 && !itemsPublic(problem.Split.Train)}
		if user != "" {
			if a.who, err = people.ByID(problem.Split, user, config.PrivateMetrics != 0); err != nil {
				return usagef("--user: %w", err)
			}
		} else if err = a.invent(ratings, config.Scope); err != nil {
			return usagef("--ratings: %w", err)
		}
		if config.Ledger, err = ledger.Open(stateFolder(cmd)); err != nil {
			return err
		}
		defer config.Ledger.Close()
		kept := keepRuns(cmd, config.Ledger)
		defer kept.Close()
		if m, err := engine.Lookup(config.Method); err == nil && study.any() && !m.Private() {
			note(cmd, "--compare and --leave have no effect: "+m.Name+" is not private")
		}
		note(cmd, append(run.notes(cmd, problem, config), noticed(problem.Split.Train, config.Scope, config.PrivateMetrics != 0)...)...)
		if err := a.fill(cmd.Context(), problem, config, top, kept, cmd.ErrOrStderr()); err != nil {
			return err
		}
		note(cmd, a.notes...)
		if err := a.study(cmd.Context(), problem, config, top, study, cmd.ErrOrStderr()); err != nil {
			return err
		}
		if asJSON {
			return writeJSON(cmd.OutOrStdout(), finite(a.json()))
		}
		return a.text(cmd.OutOrStdout())
	}
	return cmd
}

// advice is what a person is told.
type advice struct {
	ratings *loaders.Ratings
	name    string // the user's id; "" for somebody made up
	who     people.Person
	likings []people.TypedRating // of somebody made up, where items or range are known only once the run has released them
	notes   []string             // what became of them
	hidden  bool                 // only releases are told, and how many items there are is none
	result  *engine.Result       // of the run
	mine    people.Recommendations

	// What was asked for beside it, which is not private.
	compared        bool                   // with the ceiling
	plain           people.Recommendations // by the ceiling
	left, leftPlain *people.RemovalEffect
}

// invent makes somebody up. What a run is to release is not looked at before: whether an item is among the ratings, and
// how far they range, would be told by what is refused.
func (a *advice) invent(typed string, private scope.Private) (err error) {
	likings, err := people.ParseRatings(typed)
	if err != nil {
		return err
	}
	a.who.User = people.Guest
	if private != (scope.Private{}) {
		a.likings = likings
		return nil
	}
	a.who, err = people.NewGuest(a.ratings, likings)
	return err
}

// settle makes the person up from what a model has released, where that was left open.
func (a *advice) settle(m method.Model) (err error) {
	if s, ok := m.(method.Scoper); ok && a.likings != nil {
		a.who, a.notes, err = people.NewGuestWithin(a.ratings, s.Scope(), a.likings)
	}
	return err
}

// studies are what a curator may ask for beside recommendations. None of it is private.
type studies struct{ compare, leave bool }

func (s studies) any() bool { return s.compare || s.leave }

// fill trains the method, which is charged, and works out what it recommends.
func (a *advice) fill(ctx context.Context, p engine.Problem, c engine.Config, top int, kept *store.Store, progress io.Writer) error {
	fmt.Fprintf(progress, "training %s\n", c.Method)
	h, err := engine.Run(ctx, p, c)
	if err != nil {
		return err
	}
	recording := kept.Record(h, p, c, store.Origin{Command: "recommend"})
	a.result, err = h.Wait()
	if id, unkept := recording.Wait(); id != 0 && unkept == nil {
		fmt.Fprintf(progress, "kept as run %d: dpals runs show %d\n", id, id)
	}
	if err != nil {
		if u := unfinishedAfter(h, c.Ledger); u.released() {
			fmt.Fprintln(progress, u)
		}
		return failure(err)
	}
	if err := a.settle(h.Model()); err != nil {
		return err
	}
	a.mine = people.Recommend(h.Model(), a.who, a.ratings, top)
	return nil
}

// study works out what was asked for beside the recommendations. It charges nothing, since only the curator may see it.
func (a *advice) study(ctx context.Context, p engine.Problem, c engine.Config, top int, s studies, progress io.Writer) error {
	if !s.any() || !a.result.Private {
		return nil
	}
	free := engine.Config{Method: ceiling, Threads: c.Threads}
	if s.compare {
		fmt.Fprintf(progress, "training %s beside it, without privacy\n", ceiling)
		h, err := engine.Run(ctx, p, free)
		if err != nil {
			return err
		}
		if _, err := h.Wait(); err != nil {
			return failure(err)
		}
		a.plain, a.compared = people.Recommend(h.Model(), a.who, a.ratings, top), true
	}
	if !s.leave || a.who.User == people.Guest {
		return nil
	}
	fmt.Fprintln(progress, "training again without the user")
	var err error
	if a.left, err = a.departure(ctx, p, c); err == nil && s.compare {
		a.leftPlain, err = a.departure(ctx, p, free)
	}
	return err
}

// departure is what changes for others without the person, under the same known noise.
func (a *advice) departure(ctx context.Context, p engine.Problem, c engine.Config) (*people.RemovalEffect, error) {
	seed := uint64(1)
	c.Seed = &seed
	everybody, err := people.TrainFull(ctx, p, c)
	if err != nil {
		return nil, failure(err)
	}
	d, err := everybody.Remove(ctx, a.who.User, people.DefaultSample)
	if err != nil {
		return nil, failure(err)
	}
	return &d, nil
}
