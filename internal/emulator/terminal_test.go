//go:build unix

package emulator

import (
	"os/exec"
	"strings"
	"testing"
)

// What a program writes byte by byte is seen as it is meant.
func TestCharactersInParts(t *testing.T) {
	v := Start(t, exec.Command("sh", "-c", `for i in 1 2 3 4 5 6 7 8; do printf '\342'; sleep 0.01; printf '\224'; sleep 0.01; printf '\202 '; done; printf '\303'; sleep 0.01; printf '\251 end\n'`))
	if s := v.Sees("end"); !strings.HasPrefix(s, strings.Repeat("│ ", 8)+"é end ") {
		t.Errorf("the screen begins with %q", s[:60])
	}
	v.Leaves(false)
}

func TestPartial(t *testing.T) {
	for text, want := range map[string]int{"": 0, "a": 0, "é": 0, "a\xc3": 1, "│": 0, "\xe2": 1, "a\xe2\x94": 2, "\xf0\x9f\x90": 3, "🐒": 0, "\x80\x80\x80\x80": 0} {
		if got := partial([]byte(text)); got != want {
			t.Errorf("partial(%q) = %d, want %d", text, got, want)
		}
	}
}
