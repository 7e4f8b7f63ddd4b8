package tui

import (
	"fmt"

	"charm.land/lipgloss/v2"

	"dpals/accounting/ledger"
	"dpals/engine/promise"
	"dpals/engine/sweep"
	"dpals/tui/canvas"
)

// bill says in few words what the sweep that is meant would train and be charged; "" while that is not known.
func (f *frontier) bill() string {
	switch s := f.seen; {
	case !f.known() || s.err != nil:
		return ""
	case s.left == 0:
		return "all " + plural(s.of, "run") + " are done already"
	default:
		text := plural(s.left, "run")
		if s.left < s.of {
			text = fmt.Sprintf("%s of %s left", thousands(s.left), plural(s.of, "run"))
		}
		if c := costOf(s.costs); c != nil {
			return fmt.Sprintf("%s, ε %s together at δ %s", text, ledger.AtLeast(c.Epsilon), figure(c.Delta))
		}
		return text + ", which release nothing"
	}
}

// costLines say in lines of w cells what the sweep would be charged, most important first.
func (f *frontier) costLines(w int) []string {
	th, s := f.theme, f.seen
	say := func(style lipgloss.Style, format string, args ...any) []string {
		return paintAll(fmt.Sprintf(format, args...), w, style)
	}
	switch {
	case f.failure != nil:
		return say(th.Bad, "%s no ratings to sweep over", th.Glyphs.Cross)
	case !f.loaded():
		return say(th.Muted, "It can begin once the ratings are loaded.")
	case f.seenOf < 0 || !f.known() && s.err != nil:
		return say(th.Muted, "working out what it costs")
	case s.err != nil:
		return say(th.Bad, "%s %s", th.Glyphs.Cross, firstLine(s.err))
	}
	rows := say(th.Strong, "%s", f.tally())
	c := costOf(s.costs)
	if s.left == 0 {
		c = costOf(s.whole)
	}
	if c == nil {
		return append(rows, say(th.Muted, "They release nothing, so nothing is charged.")...)
	}
	rows = append(rows, say(th.Text, "%s that release: ε %s together at δ %s", plural(c.Runs, "run"), ledger.AtLeast(c.Epsilon), figure(c.Delta))...)
	if c.Spent > 0 {
		rows = append(rows, say(th.Muted, "charged before: ε %s; with them ε %s", ledger.AtLeast(c.Spent), ledger.AtLeast(c.Together))...)
	}
	switch {
	case c.Limit != nil && !c.Fits:
		rows = append(rows, say(th.Warning, "%s the limit is ε %s: some will be refused", th.Glyphs.Alert, brief(c.Limit.Epsilon))...)
	case c.Limit != nil:
		rows = append(rows, say(th.Muted, "the limit is ε %s, the guarantee of all runs", brief(c.Limit.Epsilon))...)
	default:
		rows = append(rows, say(th.Muted, "of all runs together: %s", promise.NoLimitShort)...)
	}
	if c.Simulation {
		rows = append(rows, say(th.Warning, "%s simulations protect nobody, and are charged all the same", th.Glyphs.Alert)...)
	}
	return rows
}

// tally says how many runs Enter would train.
func (f *frontier) tally() string {
	switch s := f.seen; {
	case s.left == 0:
		return fmt.Sprintf("all %s are done: n trains them anew", plural(s.of, "run"))
	case s.left < s.of:
		return fmt.Sprintf("Enter trains %s of %s: the others are done", thousands(s.left), plural(s.of, "run"))
	default:
		return fmt.Sprintf("Enter trains %s", plural(s.of, "run"))
	}
}

// question asks whether to charge what the sweep costs.
func (f *frontier) question() string {
	c := f.limited(f.asking)
	if c == nil {
		return ""
	}
	what := plural(c.Runs, "run")
	if c.Simulation {
		what = plural(c.Runs, "simulation")
	}
	if !c.Fits {
		return fmt.Sprintf("%s need ε %s, more than the limit ε %s leaves: y begins, any other key not", what, ledger.AtLeast(c.Epsilon), brief(c.Limit.Epsilon))
	}
	return fmt.Sprintf("charge ε %s of the limit ε %s for %s? y does, any other key does not", ledger.AtLeast(c.Epsilon), brief(c.Limit.Epsilon), what)
}

// charging says what a sweep that trains will have been charged at its end.
func charging(costs []sweep.Cost) string {
	c := costOf(costs)
	if c == nil {
		return "nothing is released"
	}
	text := fmt.Sprintf("charged as they run: ε %s together at δ %s", ledger.AtLeast(c.Epsilon), figure(c.Delta))
	if c.Simulation {
		text += ", by simulations that protect nobody"
	}
	return canvas.Text(text)
}
