package readers

import (
	"bytes"
	"fmt"
	"io"
	"math"

	"dpals/loaders"
)

// record returns the next record that is not empty and its fields.
func (r *reader) record() ([]byte, []field, error) {
	record, err := r.lines.next()
	for err == nil && len(bytes.TrimSpace(record)) == 0 {
		record, err = r.lines.next()
	}
	if err != nil {
		return nil, nil, r.endError(err, "")
	}
	for {
		fields, err := r.split.split(record)
		if err == nil {
			return record, fields, nil
		}
		if quote, ok := err.(badQuote); ok {
			return nil, nil, r.errorAt(record, quote.at, err.Error())
		}
		longer, more := r.lines.extend()
		switch {
		case more == io.EOF, more == errLongRecord, r.lines.lines > maxRecordLines:
			return nil, nil, r.errorAt(record, r.split.open, err.Error())
		case more != nil:
			return nil, nil, r.endError(more, "")
		}
		record = longer
	}
}

// addRecord adds the rating of a record.
func (r *reader) addRecord(record []byte, fields []field) error {
	if err := r.checkWidth(record, fields); err != nil {
		return err
	}
	for k, column := range r.at {
		if column >= len(fields) {
			return r.errorAt(record, len(record), fmt.Sprintf("the %v is missing: the line has %d fields, and the %v is field %d; complete or remove the line", role(k), len(fields), role(k), column+1))
		}
		if len(fields[column].text) == 0 {
			return r.errorAt(record, fields[column].at, fmt.Sprintf("the %v is missing: field %d is empty; complete or remove the line", role(k), column+1))
		}
	}
	user, err := r.ids.users.index(fields[r.at[userRole]].text)
	if err != nil {
		return r.fieldError(record, fields, userRole, err.Error())
	}
	item, err := r.ids.items.index(fields[r.at[itemRole]].text)
	if err != nil {
		return r.fieldError(record, fields, itemRole, err.Error())
	}
	wide, value, reason := r.format.parse(fields[r.at[ratingRole]].text)
	if reason != "" {
		return r.fieldError(record, fields, ratingRole, reason)
	}
	if math.Abs(wide) > loaders.MaxRating {
		return r.fieldError(record, fields, ratingRole, fmt.Sprintf("outside ±%g: scale the ratings down", loaders.MaxRating))
	}
	if r.low != 0 || r.high != 0 {
		if wide < r.low || wide > r.high {
			return r.fieldError(record, fields, ratingRole, fmt.Sprintf("outside the declared range %g to %g: correct the rating, or declare a wider range", r.low, r.high))
		}
		value = roundInward(value, r.low, r.high)
	}
	r.recent.add(user, item, value)
	return nil
}

// checkWidth returns an error where a record has more fields than the first line.
func (r *reader) checkWidth(record []byte, fields []field) error {
	if r.width == 0 || len(fields) <= r.width {
		return nil
	}
	return r.errorAt(record, fields[r.width].at, fmt.Sprintf("%d fields, but the %s has %d: quote a field that contains a separator, or remove the extra field", len(fields), r.widthOf, r.width))
}
