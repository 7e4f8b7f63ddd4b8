// Package docs carries documents of the program inside it, from the very files that people read, so that what is shown
// is never older than what is written. It knows nothing of how they are drawn.
package docs

import (
	_ "embed"
	"strings"
)

// Privacy is docs/PRIVACY.md: the promise, the accounting, and the proof of every release's sensitivity.
//
//go:embed PRIVACY.md
var Privacy string

// Section returns the part of a document under a heading of that name, whatever its level, with the heading and with
// deeper headings, up to the next of its level or above; ok is false where there is none.
func Section(document, name string) (text string, ok bool) {
	start, level, at := -1, 0, 0
	for line := range strings.Lines(document) {
		if n, title := heading(line); n > 0 {
			switch {
			case start < 0 && title == name:
				start, level = at, n
			case start >= 0 && n <= level:
				return strings.TrimSpace(document[start:at]), true
			}
		}
		at += len(line)
	}
	if start < 0 {
		return "", false
	}
	return strings.TrimSpace(document[start:]), true
}

// heading returns the level of a line that is a heading, from 1, and its text; 0 for any other line.
func heading(line string) (level int, title string) {
	rest := strings.TrimLeft(line, "#")
	level = len(line) - len(rest)
	if title, ok := strings.CutPrefix(rest, " "); ok && level > 0 && level <= 6 {
		return level, strings.TrimSpace(title)
	}
	return 0, ""
}
