package ui

import (
	"regexp"
	"strings"
	"unicode"

	"charm.land/lipgloss/v2"

	"dpals/themes"
	"dpals/tui/canvas"
)

// Markdown returns a Markdown text as lines of at most w cells; a longer word stays whole. It knows headings, paragraphs,
// lists, tables and indented code, which are all that the files of docs/ use.
func Markdown(th *themes.Theme, text string, w int) []string {
	p := prosePrinter{th: th, w: w}
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); {
		i += p.block(lines[i:])
	}
	if n := len(p.out); n > 0 && p.out[n-1] == "" {
		p.out = p.out[:n-1]
	}
	return p.out
}

type prosePrinter struct {
	th  *themes.Theme
	w   int
	out []string
}

var listMark = regexp.MustCompile(`^(\s*)([-*]|\d+\.)\s+`)

// block prints the block that begins with the first line and returns its number of lines.
func (p *prosePrinter) block(lines []string) int {
	first := lines[0]
	trimmed := strings.TrimSpace(first)
	switch {
	case trimmed == "":
		if n := len(p.out); n > 0 && p.out[n-1] != "" {
			p.out = append(p.out, "")
		}
		return 1
	case strings.HasPrefix(trimmed, "<a "): // an anchor
		return 1
	case strings.HasPrefix(first, "#"):
		p.out = append(p.out, PaintWrapped(strings.TrimSpace(strings.TrimLeft(first, "#")), p.w, p.th.Accent.Bold(true))...)
		return 1
	case strings.HasPrefix(trimmed, "|"):
		n := extent(lines, func(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "|") })
		p.table(lines[:n])
		return n
	case strings.HasPrefix(first, "    ") && !listMark.MatchString(first):
		n := extent(lines, func(line string) bool { return strings.HasPrefix(line, "    ") })
		for _, line := range lines[:n] {
			p.code(line)
		}
		return n
	}
	n := 1 + extent(lines[1:], func(line string) bool {
		t := strings.TrimSpace(line)
		return t != "" && !strings.HasPrefix(line, "#") && !strings.HasPrefix(t, "|") && !listMark.MatchString(line)
	})
	joined := strings.Join(lines[:n], " ")
	if mark := listMark.FindStringSubmatch(first); mark != nil {
		p.hang(mark[1]+mark[2]+" ", strings.TrimPrefix(joined, mark[0]))
	} else {
		p.hang("", joined)
	}
	return n
}

// extent returns the number of lines at the start of which is holds.
func extent(lines []string, is func(string) bool) int {
	n := 0
	for n < len(lines) && is(lines[n]) {
		n++
	}
	return n
}

// hang prints a paragraph with a mark before its first line; further lines are indented to the same column.
func (p *prosePrinter) hang(mark, text string) {
	indent := canvas.Width(mark)
	for i, line := range Wrap(p.inline(text), max(p.w-indent, 8)) {
		if i == 0 {
			p.out = append(p.out, canvas.Paint(p.th.Muted, mark)+line)
		} else {
			p.out = append(p.out, strings.Repeat(" ", indent)+line)
		}
	}
}

// code prints one line of code, wrapped where it does not fit.
func (p *prosePrinter) code(line string) {
	if line = strings.TrimRight(line[2:], " "); canvas.Width(line) <= p.w {
		p.out = append(p.out, canvas.Paint(p.th.Strong, line))
		return
	}
	for i, part := range Wrap(line, max(p.w-4, 8)) {
		indent := "  "
		if i > 0 {
			indent = "    "
		}
		p.out = append(p.out, indent+canvas.Paint(p.th.Strong, part))
	}
}

// table prints rows in columns, or each row as a paragraph where the columns do not fit.
func (p *prosePrinter) table(lines []string) {
	var rows [][]string
	var widths []int
	for _, line := range lines {
		if strings.Trim(line, "|-: ") == "" { // the rule under the head
			continue
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range cells {
			cells[i] = p.inline(cells[i])
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], canvas.Width(cells[i]))
		}
		rows = append(rows, cells)
	}
	total := -ColumnGap
	for _, w := range widths {
		total += w + ColumnGap
	}
	for _, cells := range rows {
		if total > p.w {
			p.hangCells(cells)
			continue
		}
		line := ""
		for i, c := range cells {
			line += c + strings.Repeat(" ", widths[i]-canvas.Width(c)+ColumnGap)
		}
		p.out = append(p.out, strings.TrimRight(line, " "))
	}
}

// hangCells prints a row of a table that is too wide.
func (p *prosePrinter) hangCells(cells []string) {
	for i, line := range Wrap(strings.Join(cells, canvas.Paint(p.th.Muted, " · ")), max(p.w-2, 8)) {
		if i > 0 {
			line = "  " + line
		}
		p.out = append(p.out, line)
	}
}

var link = regexp.MustCompile(`\[([^\]]+)\]\([^)]*\)`)

// inline returns a text with every word in its own style, so that it can be wrapped between words.
func (p *prosePrinter) inline(text string) string {
	text = link.ReplaceAllString(strings.TrimSpace(text), "$1")
	var out, part strings.Builder
	strong, slanted, code := false, false, false
	flush := func() {
		style := p.th.Text
		switch {
		case code:
			style = p.th.Accent
		case strong:
			style = p.th.Strong
		case slanted:
			style = p.th.Text.Inherit(lipgloss.NewStyle().Italic(true))
		}
		if part.Len() > 0 {
			out.WriteString(canvas.Paint(style, part.String()))
		}
		part.Reset()
	}
	runes := []rune(text)
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		begins := i == 0 || unicode.IsSpace(runes[i-1]) || strings.ContainsRune("(*", runes[i-1])
		switch {
		case unicode.IsSpace(r):
			flush()
			out.WriteByte(' ')
		case r == '`':
			flush()
			code = !code
		case code:
			part.WriteRune(r)
		case r == '*' && i+1 < len(runes) && runes[i+1] == '*':
			flush()
			strong = !strong
			i++
		case r == '*' && (slanted || begins):
			flush()
			slanted = !slanted
		default:
			part.WriteRune(r)
		}
	}
	flush()
	return out.String()
}

// PaintWrapped returns a text in one style, wrapped into lines of at most w cells.
func PaintWrapped(text string, w int, style lipgloss.Style) []string {
	lines := Wrap(text, w)
	for i := range lines {
		lines[i] = canvas.Paint(style, lines[i])
	}
	return lines
}
