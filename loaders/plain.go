package loaders

import "math"

// plainLines reads the lines that most files consist of, at a fraction of what splitting and parsing them field by
// field costs: ids that are numbers, ratings of up to seven digits, in quotes or not, no blanks around them. It passes
// over nothing that the reader would refuse, and stops before the first line that it does not know.
type plainLines struct {
	*reader
	separator byte
	double    bool   // the separator is that byte twice
	roles     []role // by column; noRole for the columns between
	minFields int
	maxFields int
	bare      [256]byte // room for a line without its quotes
}

const noRole role = -1

func newPlainLines(r *reader) *plainLines {
	p := &plainLines{reader: r, separator: r.layout.separator[0], double: len(r.layout.separator) == 2, maxFields: r.width}
	if r.width == 0 {
		p.maxFields = math.MaxInt
	}
	for k, column := range r.at {
		for len(p.roles) <= column {
			p.roles = append(p.roles, noRole)
		}
		p.roles[column] = role(k)
	}
	p.minFields = len(p.roles)
	return p
}

// take takes lines from the buffer, after passing the current record, as long as they are plain.
func (p *plainLines) take() {
	p.lines.pass()
	if p.layout.blanks {
		return
	}
	l := p.lines
	const shortest = len("1,1,1\n")
	p.recent.grow(min(l.end-l.start, chunkBytes)/shortest + 1)
	for {
		text := l.buf[l.start:l.end]
		n := p.line(text)
		if n == 0 && p.layout.quotes {
			if bare, whole := p.unquoted(text); p.line(bare) > 0 {
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

// line takes the first line of a text and returns its length, or 0 if it is not plain.
func (p *plainLines) line(text []byte) int {
	var user, item uint64
	var wide float64
	var value float32
	var ok bool
	i := 0
	for column := 0; ; column++ {
		which := noRole
		if column < len(p.roles) {
			which = p.roles[column]
		}
		switch which {
		case userRole:
			user, i, ok = plainID(text, i)
		case itemRole:
			item, i, ok = plainID(text, i)
		case ratingRole:
			wide, value, i, ok = plainRating(text, i)
		default:
			i, ok = p.skip(text, i)
		}
		if !ok || i >= len(text) {
			return 0
		}
		if text[i] == p.separator {
			i++
			if p.double {
				if i >= len(text) || text[i] != p.separator {
					return 0
				}
				i++
			}
			continue
		}
		if text[i] == '\r' && i+1 < len(text) {
			i++
		}
		if text[i] != '\n' || column+1 < p.minFields || column+1 > p.maxFields {
			return 0
		}
		if !p.accept(user, item, wide, value) {
			return 0
		}
		return i + 1
	}
}

// unquoted returns the first line of a text without the quotes around its fields, and how long it was with them. The line
// is empty where a quote encloses more than a field of its own would say without it.
func (p *plainLines) unquoted(text []byte) (bare []byte, whole int) {
	n, open, before := 0, false, p.separator
	for i, c := range text[:min(len(text), len(p.bare))] {
		switch {
		case c == '"' && !open && before != p.separator:
			return nil, 0
		case c == '"' && open && i+1 < len(text) && text[i+1] != p.separator && text[i+1] != '\r' && text[i+1] != '\n':
			return nil, 0
		case c == '"':
			open = !open
		case open && (c == p.separator || c == '\r' || c == '\n'):
			return nil, 0
		default:
			p.bare[n] = c
			n++
		}
		if before = c; c == '\n' {
			return p.bare[:n], i + 1
		}
	}
	return nil, 0
}

// skip returns where the field that begins at i ends, unless it may be quoted.
func (p *plainLines) skip(text []byte, i int) (end int, ok bool) {
	if i < len(text) && text[i] != p.separator && (text[i] == '"' || isBlank(text[i])) {
		return i, false
	}
	for ; i < len(text) && text[i] != '\n'; i++ {
		if text[i] == p.separator && (!p.double || (i+1 < len(text) && text[i+1] == p.separator)) {
			break
		}
	}
	return i, true
}

// accept keeps a rating, if it is within the range and the ids are still numbers.
func (p *plainLines) accept(user, item uint64, wide float64, value float32) bool {
	if p.low != 0 || p.high != 0 {
		if wide < p.low || wide > p.high {
			return false
		}
		value = inward(value, p.low, p.high)
	}
	u, ok := p.ids.users.plain(user)
	if !ok {
		return false
	}
	j, ok := p.ids.items.plain(item)
	if !ok {
		return false
	}
	p.recent.add(u, j, value)
	return true
}

// plainID reads the number at text[i:], as plainNumber does, and returns where it ends.
func plainID(text []byte, i int) (v uint64, end int, ok bool) {
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

// plainRating reads the rating at text[i:], as parseRating does, and returns where it ends.
func plainRating(text []byte, i int) (wide float64, value float32, end int, ok bool) {
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
