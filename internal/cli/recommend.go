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
	"dpals/engine/store"
	"dpals/loaders"
	"dpals/tui/canvas"
)

// everything is a split that holds nothing out: recommendations are not measured, and every rating makes them better.
const everything = "100-0-0"

// ceiling is the method that private favourites are compared with.
const ceiling = "als"

func recommendCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "recommend",
		Short: "Train, and recommend items to one person, privately and not",
		Long: "Train privately on the others' ratings and hers, and predict what one person will like: a user of the\n" +
			"ratings, or somebody made up who rates a few titles. Beside it stands what a model without privacy\n" +
			"would recommend, and what changes for others if she leaves.\n\n" +
			"The training costs its ε as any other; the recommendations are hers alone and cost nothing more.",
		Example: "dpals recommend --data ml-1m --user 42 --epsilon 2\n" +
			"dpals recommend --data ml-1m --ratings \"Toy Story (1995)=5, Heat (1995)=2\" --top 20",
		Args: noArguments,
	}
	var run runFlags
	var user, ratings string
	var top int
	var leave, asJSON bool
	run.register(cmd)
	run.split = everything
	cmd.Flags().Lookup("split").DefValue = everything
	flags := cmd.Flags()
	flags.StringVar(&user, "user", "", "recommend to this user, by the id she has in the ratings")
	takes(flags, "user", "ID")
	flags.StringVar(&ratings, "ratings", "", "recommend to somebody who rates so: \"Title=5, another title=3\"")
	takes(flags, "ratings", "LIST")
	flags.IntVar(&top, "top", 10, "how many items")
	flags.BoolVar(&leave, "leave", true, "train again without the user, and say what changes for others")
	flags.BoolVar(&asJSON, "json", false, "print one JSON object")
	group(flags, outputGroup)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		switch {
		case (user == "") == (ratings == ""):
			return usagef("give either --user, an id of the ratings, or --ratings, such as \"Title=5\"")
		case top < 1:
			return usagef("--top %d: choose at least 1", top)
		}
		config, err := run.config(cmd)
		if err != nil {
			return err
		}
		problem, err := run.problem(cmd.Context())
		if err != nil {
			return err
		}
		var who people.Person
		if user != "" {
			if who, err = people.Named(problem.Split, user); err != nil {
				return usagef("--user: %w", err)
			}
		} else if who, err = people.Invent(problem.Split.Train, ratings); err != nil {
			return usagef("--ratings: %w", err)
		}
		if config.Ledger, err = ledger.Open(stateFolder(cmd)); err != nil {
			return err
		}
		defer config.Ledger.Close()
		kept := keepRuns(cmd, config.Ledger)
		defer kept.Close()
		note(cmd, append(run.notes(cmd, problem, config), noticed(problem.Split.Train, false)...)...)
		a := advice{ratings: problem.Split.Train, name: user, who: who}
		if err := a.fill(cmd.Context(), problem, config, top, leave, kept, cmd.ErrOrStderr()); err != nil {
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
	result  *engine.Result // of the private run

	mine, plain     people.Shortlist // by the method, and by the ceiling
	compared        bool             // with the ceiling
	left, leftPlain *people.Departure
}

// fill trains what the advice is made from: the method itself, charged, and the rest for the curator alone.
func (a *advice) fill(ctx context.Context, p engine.Problem, c engine.Config, top int, leave bool, kept *store.Store, progress io.Writer) error {
	fmt.Fprintf(progress, "training %s\n", c.Method)
	h, err := engine.Run(ctx, p, c)
	if err != nil {
		return err
	}
	recording := kept.Record(h, p, c, store.Origin{Command: "recommend"})
	if a.result, err = h.Wait(); err != nil {
		return failure(err)
	}
	if id, unkept := recording.Wait(); id != 0 && unkept == nil {
		fmt.Fprintf(progress, "kept as run %d: dpals runs show %d\n", id, id)
	}
	r := a.ratings
	a.mine = people.Favourites(h.Model(), a.who, r, top)
	if !a.result.Private {
		return nil
	}
	fmt.Fprintf(progress, "training %s beside it, without privacy\n", ceiling)
	free := engine.Config{Method: ceiling, Threads: c.Threads}
	h, err = engine.Run(ctx, p, free)
	if err != nil {
		return err
	}
	if _, err := h.Wait(); err != nil {
		return failure(err)
	}
	a.plain, a.compared = people.Favourites(h.Model(), a.who, r, top), true
	if !leave || a.who.User == people.Guest {
		return nil
	}
	fmt.Fprintln(progress, "training again without the user")
	seed := uint64(1)
	c.Seed, free.Seed = &seed, &seed
	for _, one := range []struct {
		config engine.Config
		into   **people.Departure
	}{{c, &a.left}, {free, &a.leftPlain}} {
		everybody, err := people.Gather(ctx, p, one.config)
		if err != nil {
			return failure(err)
		}
		d, err := everybody.Without(ctx, a.who.User, people.DefaultSample)
		if err != nil {
			return failure(err)
		}
		*one.into = &d
	}
	return nil
}

func (a *advice) title(j uint32) string { return canvas.Text(people.Title(a.ratings, j)) }

func (a *advice) text(w io.Writer) error {
	out := func(format string, args ...any) { fmt.Fprintf(w, format, args...) }
	if a.name != "" {
		out("user %s has %s\n", canvas.Text(a.name), plural(len(a.who.Items), "rating"))
	} else {
		out("somebody who rated")
		for k, j := range a.who.Items {
			out("%s %s %g", map[bool]string{true: ",", false: ""}[k > 0], a.title(j), a.who.Values[k])
		}
		out("\n")
	}
	out("\nfavourites by %s, for her alone", a.result.Method)
	if a.compared {
		out("; * also among those of %s, which is not private", ceiling)
	}
	out("\n")
	a.list(out, a.mine, a.plain.Picks)
	if a.compared {
		out("\nfavourites by %s, not private: %d of %d are the same\n", ceiling, people.Overlap(a.mine.Picks, a.plain.Picks), len(a.plain.Picks))
		a.list(out, a.plain, nil)
	}
	a.consequences(out)
	return nil
}

// list writes favourites, with a mark at those that are among others.
func (a *advice) list(out func(string, ...any), l people.Shortlist, others []people.Pick) {
	for i, p := range l.Picks {
		mark := " "
		if people.Overlap([]people.Pick{p}, others) > 0 {
			mark = "*"
		}
		out("%3d %s %.2f  %s\n", i+1, mark, p.Rating, a.title(p.Item))
	}
	switch {
	case len(l.Picks) == 0:
		out("    she has rated everything there is\n")
	case l.Alike:
		out("    these and %s are all alike to the model: no favourites of hers\n", plural(l.Tied, "other item"))
	case l.Tied > 0:
		out("    as much is expected of %s as of the last\n", plural(l.Tied, "other item"))
	case len(a.who.Items) == 0:
		out("    she has rated nothing: anybody new would be told the same\n")
	}
}

// consequences says what the others learn of her.
func (a *advice) consequences(out func(string, ...any)) {
	switch {
	case a.left != nil:
		out("\nif she leaves, predictions for %s change (same noise, not private numbers)\n", plural(a.left.Others, "other"))
		for _, d := range []struct {
			method string
			*people.Departure
		}{{a.result.Method, a.left}, {ceiling, a.leftPlain}} {
			out("  %-9s by %.4f on average, %.2f at most; %.0f %% of the others have new favourites\n", d.method, d.Mean, d.Largest, 100*d.Lists)
		}
	case a.name == "":
		out("\nsomebody made up trains nothing: for everybody else nothing changes\n")
	}
	switch r := a.result; {
	case !r.Private:
		out("\nnot private: %s releases what it computed, without noise\n", r.Method)
	case r.Simulation:
		out("\n%s: a simulation with a known seed, which protects nobody\n", promise(r))
	case a.name == "":
		out("\nwhatever anybody learns of those who trained it is bounded by %s\n", promise(r))
	case r.Trust == method.TrustLocal:
		out("\nnobody saw her ratings: of what she rated, the reports she randomised herself tell no more than %s\n", promise(r))
	default:
		out("\nwhatever the others learn of her is bounded by %s\n", promise(r))
	}
}

func (a *advice) json() object {
	list := func(l people.Shortlist) []object {
		all := make([]object, len(l.Picks))
		for i, p := range l.Picks {
			all[i] = object{"item": a.ratings.ItemNames.At(int(p.Item)), "title": people.Title(a.ratings, p.Item), "rating": p.Rating}
		}
		return all
	}
	departure := func(d *people.Departure) object {
		return object{"others": d.Others, "mean": d.Mean, "largest": d.Largest, "lists_changed": d.Lists}
	}
	o := object{"method": a.result.Method, "private": a.result.Private, "trust": a.result.Trust, "simulation": a.result.Simulation,
		"ratings": len(a.who.Items), "favourites": list(a.mine), "tied": a.mine.Tied}
	if a.name != "" {
		o["user"] = a.name
	}
	if a.result.Private {
		o["epsilon"], o["delta"], o["mu"] = a.result.Epsilon, a.result.Delta, a.result.Mu
	}
	if a.compared {
		o["not_private"] = object{"method": ceiling, "favourites": list(a.plain), "tied": a.plain.Tied,
			"overlap": people.Overlap(a.mine.Picks, a.plain.Picks)}
	}
	if a.left != nil {
		o["leaving"] = object{a.result.Method: departure(a.left), ceiling: departure(a.leftPlain)}
	}
	return o
}
