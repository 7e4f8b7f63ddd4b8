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

const (
	groupKey = "group" // annotation of a flag: the title of the group it is shown in
	valueKey = "value" // annotation of a flag: what its value is called
)

// Groups of flags. The last two are of flags that were put into none: the command's own, and those all commands have.
const (
	dataGroup    = "Data"
	methodGroup  = "Method"
	knobsGroup   = "Knobs of the method"
	screenGroup  = "Screen"
	outputGroup  = "Output"
	flagsGroup   = "Flags"
	generalGroup = "General"
)

// group puts the flags that are in no group yet into one.
func group(flags *pflag.FlagSet, title string) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Annotations[groupKey] == nil {
			annotate(f, groupKey, title)
		}
	})
}

// takes names the value of a flag.
func takes(flags *pflag.FlagSet, name, value string) { annotate(flags.Lookup(name), valueKey, value) }

func annotate(f *pflag.Flag, key, value string) {
	if f.Annotations == nil {
		f.Annotations = make(map[string][]string)
	}
	f.Annotations[key] = []string{value}
}

// maxHelpWidth is how wide help is at most, in cells: longer lines are hard to read.
const maxHelpWidth = 110

// help writes the help of a command. It asks the terminal for nothing but its width, which needs no answer from it.
func help(cmd *cobra.Command, _ []string) {
	width := maxHelpWidth
	if columns, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && columns > 0 {
		width = min(width, columns)
	}
	p := &helpPrinter{w: cmd.OutOrStdout(), width: width}
	text := cmd.Long
	if text == "" {
		text = cmd.Short
	}
	p.prose(text)
	p.section("Usage")
	if cmd.Runnable() {
		p.line("  " + cmd.UseLine())
	}
	if cmd.HasAvailableSubCommands() {
		p.line("  " + cmd.CommandPath() + " [command]")
	}
	if cmd.Example != "" {
		p.section("Examples")
		for line := range strings.Lines(strings.TrimSpace(cmd.Example)) {
			p.line("  " + strings.TrimSpace(line))
		}
	}
	p.commands(cmd)
	p.flags(cmd)
}

type helpPrinter struct {
	w     io.Writer
	width int
}

func (p *helpPrinter) line(text string) { fmt.Fprintln(p.w, text) }

func (p *helpPrinter) section(title string) { fmt.Fprintf(p.w, "\n%s\n", title) }

// prose writes paragraphs. Lines that are indented, and empty ones, stand as they are.
func (p *helpPrinter) prose(text string) {
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

// row is a name and what it means.
type row struct{ name, meaning string }

// table writes rows with the meanings below one another.
func (p *helpPrinter) table(rows []row, column int) {
	for _, r := range rows {
		lines := wrap(r.meaning, max(p.width-column, 20))
		if len(lines) == 0 {
			lines = []string{""}
		}
		gap := column - ansi.StringWidth(r.name)
		if gap < 2 {
			p.line(r.name)
			r.name, gap = "", column
		}
		p.line(strings.TrimRight(r.name+strings.Repeat(" ", gap)+lines[0], " "))
		for _, line := range lines[1:] {
			p.line(strings.Repeat(" ", column) + line)
		}
	}
}

// maxNameWidth bounds the column of names; a longer one has a line of its own.
const maxNameWidth = 28

// columnOf is where the meanings begin.
func columnOf(groups ...[]row) int {
	widest := 0
	for _, rows := range groups {
		for _, r := range rows {
			if w := ansi.StringWidth(r.name) + 2; w <= maxNameWidth {
				widest = max(widest, w)
			}
		}
	}
	return widest
}

func (p *helpPrinter) commands(cmd *cobra.Command) {
	var rows []row
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			rows = append(rows, row{"  " + c.Name(), c.Short})
		}
	}
	if len(rows) > 0 {
		p.section("Commands")
		p.table(rows, columnOf(rows))
	}
}

// flags writes the flags of a command, group by group, in the order in which they were defined.
func (p *helpPrinter) flags(cmd *cobra.Command) {
	var titles []string
	groups := make(map[string][]row)
	add := func(title string, f *pflag.Flag) {
		if f.Hidden {
			return
		}
		if groups[title] == nil {
			titles = append(titles, title)
		}
		groups[title] = append(groups[title], rowOf(f))
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		switch title := f.Annotations[groupKey]; {
		case title != nil:
			add(title[0], f)
		case f.Name != "help" && cmd.PersistentFlags().Lookup(f.Name) == nil:
			add(flagsGroup, f)
		}
	})
	general := func(f *pflag.Flag) {
		if f.Annotations[groupKey] == nil {
			add(generalGroup, f)
		}
	}
	cmd.PersistentFlags().VisitAll(general)
	cmd.InheritedFlags().VisitAll(general)
	if f := cmd.Flags().Lookup("help"); f != nil {
		general(f)
	}
	var all [][]row
	for _, title := range titles {
		all = append(all, groups[title])
	}
	column := columnOf(all...)
	for _, title := range titles {
		p.section(title)
		p.table(groups[title], column)
	}
}

// rowOf is a flag with the name of its value, its meaning and its default.
func rowOf(f *pflag.Flag) row {
	value, meaning := "N", f.Usage
	switch named, kind := f.Annotations[valueKey], f.Value.Type(); {
	case named != nil:
		value = named[0]
	case kind == "bool":
		value = ""
	case kind == "string":
		value = "NAME"
	}
	name := "  --" + f.Name
	if f.Shorthand != "" {
		name = "  -" + f.Shorthand + ", --" + f.Name
	}
	if value != "" {
		name += " " + value
	}
	switch f.DefValue {
	case "", "0", "false", "[]":
	default:
		meaning += " (" + f.DefValue + ")"
	}
	return row{name, meaning}
}

// wrap cuts text into lines of at most so many cells, between words.
func wrap(text string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
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
