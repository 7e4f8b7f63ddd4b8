package cli

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"
)

// charm.land/fang is not used: it lists all flags in one group, does not wrap their text, capitalises symbols (ε becomes
// Ε) and queries the terminal for its colours, which some terminals never answer.

const (
	groupKey = "group" // annotation of a flag: the title of the group that shows it
	valueKey = "value" // annotation of a flag: the name of its value

	parentKey = "parent" // annotation of a command that does nothing but hold others
)

// Groups of flags. The last two are for flags without a group: those of one command, and those of all commands.
const (
	dataGroup       = "Data"
	methodGroup     = "Method"
	parametersGroup = "Parameters of the method"
	screenGroup     = "Screen"
	outputGroup     = "Output"
	flagsGroup      = "Flags"
	generalGroup    = "General"
)

// setGroup puts the flags that are in no group yet into one.
func setGroup(flags *pflag.FlagSet, title string) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Annotations[groupKey] == nil {
			annotate(f, groupKey, title)
		}
	})
}

// nameValue names the value of a flag in the help.
func nameValue(flags *pflag.FlagSet, flag, value string) {
	annotate(flags.Lookup(flag), valueKey, value)
}

func annotate(f *pflag.Flag, key, value string) {
	if f.Annotations == nil {
		f.Annotations = make(map[string][]string)
	}
	f.Annotations[key] = []string{value}
}

const (
	maxHelpWidth = 110 // cells; longer lines are hard to read
	maxNameWidth = 28  // cells of the column of names; a longer name has a line of its own
)

// help writes the help of a command in plain text. It asks the terminal only for its width, which needs no answer.
func help(cmd *cobra.Command, _ []string) {
	p := &helpPrinter{w: cmd.OutOrStdout(), width: maxHelpWidth}
	if columns, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && columns > 0 {
		p.width = min(p.width, columns)
	}
	text := cmd.Long
	if text == "" {
		text = cmd.Short
	}
	p.paragraphs(text)
	p.section("Usage")
	if _, parent := cmd.Annotations[parentKey]; !parent && cmd.Runnable() {
		p.line("  " + cmd.UseLine())
	}
	if cmd.HasAvailableSubCommands() {
		p.line("  " + cmd.CommandPath() + " COMMAND")
	}
	if cmd.Example != "" {
		p.section("Examples")
		for line := range strings.Lines(cmd.Example) {
			p.line("  " + strings.TrimSpace(line))
		}
	}
	var commands []row
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			commands = append(commands, row{"  " + c.Name(), c.Short})
		}
	}
	if len(commands) > 0 {
		p.section("Commands")
		p.table(commands, column(commands))
	}
	p.flags(cmd)
}

type helpPrinter struct {
	w     io.Writer
	width int
}

func (p *helpPrinter) line(text string) { fmt.Fprintln(p.w, text) }

func (p *helpPrinter) section(title string) { fmt.Fprintf(p.w, "\n%s\n", title) }

// paragraphs wraps text. Indented lines and empty ones stay as they are.
func (p *helpPrinter) paragraphs(text string) {
	var paragraph []string
	flush := func() {
		for _, line := range wrap(strings.Join(paragraph, " "), p.width) {
			p.line(line)
		}
		paragraph = nil
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\n"); line == "" || line[0] == ' ' {
			flush()
			p.line(line)
			continue
		}
		paragraph = append(paragraph, line)
	}
	flush()
}

// row is a name and its meaning.
type row struct{ name, meaning string }

// column returns where the meanings begin.
func column(rows []row) (at int) {
	for _, r := range rows {
		if w := ansi.StringWidth(r.name) + 2; w <= maxNameWidth {
			at = max(at, w)
		}
	}
	return at
}

// table writes rows with the meanings below one another.
func (p *helpPrinter) table(rows []row, column int) {
	for _, r := range rows {
		name := r.name
		for _, line := range wrap(r.meaning, max(p.width-column, 20)) {
			gap := column - ansi.StringWidth(name)
			if name != "" && gap < 2 {
				p.line(name)
				gap = column
				name = ""
			}
			p.line(name + strings.Repeat(" ", gap) + line)
			name = ""
		}
	}
}

// flags writes the flags of a command by group, in the order in which they were defined.
func (p *helpPrinter) flags(cmd *cobra.Command) {
	var titles []string
	var all []row
	groups := make(map[string][]row)
	add := func(f *pflag.Flag) {
		title := flagsGroup
		switch group := f.Annotations[groupKey]; {
		case f.Hidden:
			return
		case group != nil:
			title = group[0]
		case f.Name == "help", cmd.PersistentFlags().Lookup(f.Name) != nil, cmd.InheritedFlags().Lookup(f.Name) != nil:
			title = generalGroup
		}
		if groups[title] == nil {
			titles = append(titles, title)
		}
		r := flagRow(f)
		groups[title], all = append(groups[title], r), append(all, r)
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if cmd.PersistentFlags().Lookup(f.Name) == nil && f.Name != "help" {
			add(f)
		}
	})
	cmd.PersistentFlags().VisitAll(add)
	cmd.InheritedFlags().VisitAll(add)
	if f := cmd.Flags().Lookup("help"); f != nil {
		add(f)
	}
	for _, title := range titles {
		p.section(title)
		p.table(groups[title], column(all))
	}
}

// flagRow returns a flag with the name of its value, its meaning and its default.
func flagRow(f *pflag.Flag) row {
	value := " N"
	switch named, kind := f.Annotations[valueKey], f.Value.Type(); {
	case named != nil:
		value = " " + named[0]
	case kind == "bool":
		value = ""
	case kind == "string":
		value = " NAME"
	}
	name := "  --" + f.Name + value
	if f.Shorthand != "" {
		name = "  -" + f.Shorthand + ", --" + f.Name + value
	}
	switch f.DefValue {
	case "", "0", "false", "[]":
		return row{name, f.Usage}
	}
	return row{name, f.Usage + " (default " + strings.Trim(f.DefValue, "[]") + ")"}
}

// wrap cuts text between words into lines of at most width cells.
func wrap(text string, width int) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case ansi.StringWidth(line)+1+ansi.StringWidth(word) <= width:
			line += " " + word
		default:
			lines, line = append(lines, line), word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
