package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpals/tui/canvas"
	"dpals/tui/ui"
)

// span is a part of the header or the footer that can be clicked.
type span struct {
	x, w int // first column and width, in cells
	text string
	do   func() tea.Cmd
}

// tabs returns the screens of the header with their keys, also where the header is too narrow for all of them.
func (m *Model) tabs() []span {
	all := make([]span, len(m.Screens))
	x := 0
	for i, s := range m.Screens {
		text := " " + s.Name() + " "
		for _, b := range m.table {
			if b.Action == "go."+strings.ToLower(s.Name()) && len(b.Keys) > 0 {
				text = " " + b.Brief() + text
			}
		}
		all[i] = span{x, canvas.Width(text), text, func() tea.Cmd { return m.GoTo(i) }}
		x += all[i].w
	}
	if start := len(programName); x+start <= m.frame.W {
		for i := range all {
			all[i].x += start
		}
	}
	return all
}

// programName begins the header where there is room for it.
const programName = " dpals  "

// hints returns the keys of the footer in the order of their rank, as many as fit. Neighbours with one word share it: "←→ turn".
func (m *Model) hints() []span {
	if m.isTyping() {
		return m.typingHints()
	}
	front := m.front()
	keys := append(front.Keys(true), ui.KeyLines(m.table, m, true)...)
	type hint struct {
		keys, word string
		rank       int
		action     string
	}
	var all []hint
	for i, k := range keys {
		switch n := len(all); {
		case k.Footer == "" || len(k.Keys) == 0:
		case i > 0 && n > 0 && keys[i-1].Footer == k.Footer && all[n-1].word == k.Footer:
			if key := k.Brief(); canvas.Width(key) == 1 && canvas.Width(all[n-1].keys) <= 2 {
				all[n-1].keys += key
			}
		default:
			rank := k.Rank
			if rank == 0 {
				rank = lastRank
			}
			all = append(all, hint{k.Brief(), k.Footer, rank, k.Action})
		}
	}
	slices.SortStableFunc(all, func(a, b hint) int { return a.rank - b.rank })
	var spans []span
	x := 0
	for _, h := range all {
		text := h.keys + " " + h.word
		if n := canvas.Width(text) + 2; x+n <= m.frame.W {
			spans = append(spans, span{x, n, text, func() tea.Cmd {
				cmd, done := front.Act(h.action)
				if !done {
					cmd, _ = ui.Perform(m.table, m, h.action)
				}
				return cmd
			}})
			x += n
		}
	}
	return spans
}

const lastRank = 99

// typingHints returns the footer while text is being typed.
func (m *Model) typingHints() []span {
	const accept, cancel = "enter accept", "esc cancel"
	return []span{
		{0, len(accept) + 2, accept, func() tea.Cmd { return m.press(tea.KeyPressMsg{Code: tea.KeyEnter}) }},
		{len(accept) + 2, len(cancel) + 2, cancel, func() tea.Cmd { return m.press(tea.KeyPressMsg{Code: tea.KeyEscape}) }},
	}
}

// drawFooter draws the hints in one line.
func (m *Model) drawFooter() string {
	th := m.Session.Theme
	line := ""
	for _, h := range m.hints() {
		key, word, _ := strings.Cut(h.text, " ")
		line += " " + canvas.Paint(th.Key, key) + canvas.Paint(th.Muted, " "+word) + " "
	}
	return canvas.Line(line, m.frame.W)
}
