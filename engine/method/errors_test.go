package method

import (
	"errors"
	"fmt"
	"testing"
)

func TestParameterErrorText(t *testing.T) {
	flag := func(name string) string { return "--" + name }
	for name, c := range map[string]struct {
		err         ParameterError
		plain, flag string
	}{
		"value":        {ParameterError{"k", "0", "out of range"}, "k 0: out of range", "--k 0: out of range"},
		"no value":     {ParameterError{"k", "", "als has no such parameter"}, "k: als has no such parameter", "--k: als has no such parameter"},
		"another":      {ParameterError{"theory", "yes", "leave out {lambda0} or {theory}."}, "theory yes: leave out lambda0 or theory.", "--theory yes: leave out --lambda0 or --theory."},
		"a lone brace": {ParameterError{"k", "{", "a {b"}, "k {: a {b", "--k {: a {b"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.err.Error(); got != c.plain {
				t.Errorf("plain: %q, want %q", got, c.plain)
			}
			if got := c.err.Text(flag); got != c.flag {
				t.Errorf("as a flag: %q, want %q", got, c.flag)
			}
			wrapped := fmt.Errorf("line 3: %w", c.err)
			if got := ErrorText(wrapped, flag); got != "line 3: "+c.flag {
				t.Errorf("wrapped: %q", got)
			}
		})
	}
	if got := ErrorText(errors.New("k: not a parameter error"), flag); got != "k: not a parameter error" {
		t.Errorf("another error became %q", got)
	}
}
