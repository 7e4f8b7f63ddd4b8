//go:build unix

package emulator

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// A character may arrive in several writes.
func TestCharactersInParts(t *testing.T) {
	v := Start(t, exec.Command("sh", "-c", `for i in 1 2 3 4 5 6 7 8; do printf '\342'; sleep 0.01; printf '\224'; sleep 0.01; printf '\202 '; done; printf '\303'; sleep 0.01; printf '\251 end\n'`))
	if s := v.Sees("end"); !strings.HasPrefix(s, strings.Repeat("│ ", 8)+"é end\n") {
		t.Errorf("the screen begins with %.60q", s)
	}
	v.Leaves(false)
}

// Leaves relies on the modes that the program turns on and off.
func TestModes(t *testing.T) {
	v := Start(t, exec.Command("sh", "-c", `printf '\033[?1002h\033[?25lon\n'; read _; printf '\033[?1002l\033[?25hoff\n'`))
	v.Sees("on")
	v.mu.Lock()
	if !v.tracksMouse() || v.modes[ansi.ModeTextCursorEnable] {
		t.Errorf("modes are %v, want mouse events and no cursor", v.modes)
	}
	v.mu.Unlock()
	v.Types("\n")
	v.Sees("off")
	v.Leaves(false)
}
