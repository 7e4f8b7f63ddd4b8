package readers

import "math"

// fastLines reads the lines that most files consist of, in a fraction of the time of splitting and parsing them field by
// field: ids that are numbers, ratings of up to seven digits, with or without quotes, no blanks around them. It accepts
// no line that the reader would refuse, and stops before the first line of any other kind.
type fastLines struct {
	*reader
	separator byte
	double    bool   // the separator is that byte twice
	roles     []role // by column; noRole for the columns between
	minFields int
	maxFields int
	bare      [256]byte // buffer of a line without its quotes
}

const noRole role = -1

func newFastLines(r *reader) *fastLines {
	f := &fastLines{reader: r, separator: r.format.Separator[0], double: len(r.format.Separator) == 2, maxFields: r.width}
	if r.width == 0 {
		f.maxFields = math.MaxInt
	}
	for k, column := range r.at {
		for len(f.roles) <= column {
			f.roles = append(f.roles, noRole)
		}
		f.roles[column] = role(k)
	}
	f.minFields = len(f.roles)
	return f
}

// read adds the ratings of the lines after the current record that are in the buffer, up to the first that is not of the
// fast kind.
func (f *fastLines) read() {
	f.lines.consume()
	if f.format.AnyBlanks {
		return
	}
	l := f.lines
	const shortest = len("1,1,1\n")
	f.recent.grow(min(l.end-l.start, chunkBytes)/shortest + 1)
	for {
		text := l.buf[l.start:l.end]
		n := f.addLine(text)
		if n == 0 && f.format.Quotes {
			if bare, whole := f.unquoted(text); f.addLine(bare) > 0 {
				n = whole
			}
		}
		if n == 0 {
			return
		}
		l.start += n
		l.line++
	}
}

// addLine adds the rating of the first line of a text and returns the length of the line, or 0 if it is not of the fast
// kind.
func (f *fastLines) addLine(text []byte) int {
	var user, item uint64
	var wide float64
	var value float32
	var ok bool
	i := 0
	for column := 0; ; column++ {
		which := noRole
		if column < len(f.roles) {
			which = f.roles[column]
		}
		switch which {
		case userRole:
			user, i, ok = parseNumericID(text, i)
		case itemRole:
			item, i, ok = parseNumericID(text, i)
		case ratingRole:
			wide, value, i, ok = parseShortRating(text, i)
		default:
			i, ok = f.skip(text, i)
		}
		if !ok || i >= len(text) {
			return 0
		}
		if text[i] == f.separator {
			i++
			if f.double {
				if i >= len(text) || text[i] != f.separator {
					return 0
				}
				i++
			}
			continue
		}
		if text[i] == '\r' && i+1 < len(text) {
			i++
		}
		if text[i] != '\n' || column+1 < f.minFields || column+1 > f.maxFields {
			return 0
		}
		if !f.addRating(user, item, wide, value) {
			return 0
		}
		return i + 1
	}
}

// unquoted returns the first line of a text without the quotes around its fields, and its length with them. It returns
// nothing where the line means something else without its quotes.
func (f *fastLines) unquoted(text []byte) (bare []byte, whole int) {
	n, open, before := 0, false, f.separator
	for i, c := range text[:min(len(text), len(f.bare))] {
		switch {
		case c == '"' && !open && before != f.separator:
			return nil, 0
		case c == '"' && open && i+1 < len(text) && text[i+1] != f.separator && text[i+1] != '\r' && text[i+1] != '\n':
			return nil, 0
		case c == '"':
			open = !open
		case open && (c == f.separator || c == '\r' || c == '\n'):
			return nil, 0
		default:
			f.bare[n] = c
			n++
		}
		if before = c; c == '\n' {
			return f.bare[:n], i + 1
		}
	}
	return nil, 0
}

// skip returns the end of the field that begins at i, unless it may be quoted.
func (f *fastLines) skip(text []byte, i int) (end int, ok bool) {
	if i < len(text) && text[i] != f.separator && (text[i] == '"' || isBlank(text[i])) {
		return i, false
	}
	for ; i < len(text) && text[i] != '\n'; i++ {
		if text[i] == f.separator && (!f.double || (i+1 < len(text) && text[i+1] == f.separator)) {
			break
		}
	}
	return i, true
}

// addRating adds a rating, if it is in the range and all ids so far are numbers. It reports whether it did.
func (f *fastLines) addRating(user, item uint64, wide float64, value float32) bool {
	if f.low != 0 || f.high != 0 {
		if wide < f.low || wide > f.high {
			return false
		}
		value = roundInward(value, f.low, f.high)
	}
	u, ok := f.ids.users.indexOfNumber(user)
	if !ok {
		return false
	}
	j, ok := f.ids.items.indexOfNumber(item)
	if !ok {
		return false
	}
	f.recent.add(u, j, value)
	return true
}

// parseNumericID parses the number at text[i:], as loaders.ParseNumericID does, and returns where it ends.
func parseNumericID(text []byte, i int) (v uint64, end int, ok bool) {
	start := i
	for ; i < len(text); i++ {
		d := text[i] - '0'
		if d > 9 {
			break
		}
		v = v*10 + uint64(d)
	}
	n := i - start
	return v, i, n > 0 && n <= 18 && (n == 1 || text[start] != '0')
}

// parseShortRating parses the rating at text[i:], as parseRating does, and returns where it ends.
func parseShortRating(text []byte, i int) (wide float64, value float32, end int, ok bool) {
	m, digits, point := uint32(0), 0, -1
	for ; i < len(text); i++ {
		if d := text[i] - '0'; d <= 9 {
			m = m*10 + uint32(d)
			digits++
		} else if text[i] == '.' && point < 0 {
			point = i
		} else {
			break
		}
	}
	power := powersOfTen[0]
	if digits == 0 || digits > 7 {
		return 0, 0, i, false
	}
	if point >= 0 {
		power = powersOfTen[i-1-point]
	}
	return float64(m) / power, float32(m) / float32(power), i, true
}
