package canvas

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"dpals/themes"
)

// ascii applies ASCII where the theme is 7-bit.
func ascii(th *themes.Theme, s string) string {
	if th.ASCII {
		return ASCII(s)
	}
	return s
}

// ASCII replaces every character of s that is not 7-bit by 7-bit ones of the same width: Greek letters and line drawing by
// similar characters, all others by ?. Escape sequences and layout stay.
func ASCII(s string) string {
	i := 0
	for i < len(s) && s[i] < 0x80 {
		i++
	}
	if i == len(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	var state byte
	for len(s) > 0 {
		seq, w, n, next := ansi.DecodeSequence(s, state, nil)
		s, state = s[n:], next
		switch {
		case is7bit(seq):
			b.WriteString(seq)
		case w == 1 && likeness[seq] != 0:
			b.WriteByte(likeness[seq])
		default:
			b.WriteString(strings.Repeat("?", w))
		}
	}
	return b.String()
}

func is7bit(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// likenesses lists the one-cell characters that each 7-bit character replaces.
var likenesses = map[byte]string{
	'-': "─━┄┅┈┉╌╍═–—−‐‑╴╶╸╺", '|': "│┃‖┆┇┊┋╎╏║┤├┼┬┴╷╵", '+': "╭╮╰╯┌┐└┘┏┓┗┛╔╗╚╝✓±", '.': "·•∙⋅˙░", '#': "█■▇▆",
	'=': "▓≡≈", '%': "▒", '*': "★☆✱", 'o': "●◉○◌◆◇°òóôõöø", 'x': "✗✕✘╳×ξ", '~': "…∼", '>': "▸▶→›»▷≥", '<': "◂◀←‹«≤",
	'^': "▲△↑▴ˆ⁺", 'v': "▼▽↓▾ν", '!': "⚠≠", 'e': "εϵèéêë", 'b': "β", 'd': "δ∂", 's': "σςΣ", 'm': "μµ", 'l': "λ", 't': "τ",
	'k': "κ", 'g': "γ", 'G': "Γ", 'L': "Λ", 'w': "ω", 'O': "ΩÒÓÔÕÖØ", 'p': "πρ", 'a': "αàáâãäå", 'D': "Δ", 'n': "ηñ", 'R': "√",
	'0': "₀⁰", '1': "₁¹", '2': "₂²", '3': "₃³", '4': "₄⁴", '5': "₅⁵", '6': "₆⁶", '7': "₇⁷", '8': "₈⁸", '9': "₉⁹",
	'/': "╱", '\\': "╲", '\'': "‘’′", '"': "“”″", '_': "▁", ',': "▂", 'i': "∞ìíîï",
	'u': "ùúûüᵤ", 'c': "ç", 'y': "ýÿ", 'A': "ÀÁÂÃÄÅ", 'E': "ÈÉÊË", 'I': "ÌÍÎÏ", 'U': "ÙÚÛÜ", 'C': "Ç", 'N': "Ñ", 'Y': "Ý",
}

// likeness returns the 7-bit character for another one: the inverse of likenesses.
var likeness = func() map[string]byte {
	m := make(map[string]byte)
	for ascii, same := range likenesses {
		for _, r := range same {
			m[string(r)] = ascii
		}
	}
	return m
}()
