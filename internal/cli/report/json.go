package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"unicode"

	"dpals/engine/scope"
)

// Object is one line of JSON.
type Object map[string]any

// WriteObject writes an object as one line of JSON, without keys whose number JSON cannot write.
func WriteObject(out io.Writer, o Object) error { return WriteJSON(out, finite(o)) }

// WriteJSON writes a value as one line of JSON. Text in it may come from files: control characters that JSON allows but a
// terminal would interpret are escaped.
func WriteJSON(w io.Writer, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	var line bytes.Buffer
	for _, r := range string(text) {
		switch {
		case r < 0x7f || !unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp):
			line.WriteRune(r)
		case r < 0x10000:
			fmt.Fprintf(&line, `\u%04x`, r)
		default:
			fmt.Fprintf(&line, `\u%04x\u%04x`, 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff)
		}
	}
	line.WriteByte('\n')
	_, err = w.Write(line.Bytes())
	return err
}

// finite removes keys whose number JSON cannot write. It returns o.
func finite(o Object) Object {
	for k, v := range o {
		if f, ok := v.(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
			delete(o, k)
		}
	}
	return o
}

// NotPrivate marks every number that was read off the ratings and is no release.
const NotPrivate = "not private"

// MarkNotPrivate lists under "not_private" those of the keys that an object has. It changes o and returns it, without keys
// whose number JSON cannot write.
func MarkNotPrivate(o Object, keys ...string) Object {
	finite(o)
	var present []string
	for _, k := range keys {
		if _, ok := o[k]; ok {
			present = append(present, k)
		}
	}
	if len(present) > 0 {
		o["not_private"] = present
	}
	return o
}

// markReleased adds whether a run, or each of several, released its range and catalogue. It changes o.
func markReleased(o Object, s scope.Private) {
	if s != (scope.Private{}) {
		o["range_released"], o["catalogue_released"] = s.Range, s.Catalogue
	}
}
