package canvas

import (
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestSingleCharactersFillOneCell(t *testing.T) {
	for r := rune(0x80); r < 0x3000; r++ {
		if single(r) && (ansi.StringWidth(string(r)) != 1 || ansi.StringWidth("x"+string(r)+"x") != 3) {
			t.Errorf("%U is %d cells wide", r, ansi.StringWidth(string(r)))
		}
	}
}
