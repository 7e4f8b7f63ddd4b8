package sqlitedb

import (
	"strings"
	"time"
)

// timeFormat is UTC to the millisecond. Times in it sort as text.
const timeFormat = "2006-01-02T15:04:05.000Z"

// FormatTime returns the text of a time in the database.
func FormatTime(t time.Time) string { return t.UTC().Format(timeFormat) }

// ParseTime returns the time of such a text, the zero time for any other text.
func ParseTime(text string) time.Time {
	t, _ := time.Parse(timeFormat, text)
	return t
}

// CleanText returns text that any reader of the database can hold: valid UTF-8 without zero bytes.
func CleanText(text string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), "�")
}
