package tui

import (
	"fmt"
	"path"
	"strings"

	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/ui"
)

// drawTooSmall draws the message of a terminal that is too small for the screens.
func (m *Model) drawTooSmall() string {
	text := fmt.Sprintf("terminal too small (%d×%d); dpals needs %d×%d", m.frame.W, m.frame.H, ui.MinWidth, ui.MinHeight)
	return canvas.Centre(m.Session.Theme, text, m.frame.W, m.frame.H)
}

// drawHeader draws the tabs of the screens and the data set.
func (m *Model) drawHeader() string {
	th := m.Session.Theme
	left, tabs := "", m.tabs()
	if tabs[0].x > 0 {
		left = canvas.Paint(th.Accent.Bold(true), programName)
	}
	for i, tab := range tabs {
		style := th.Muted
		if i == m.Current {
			style = th.Selected
		}
		left += canvas.Paint(style, tab.text)
	}
	return ui.AtEnds(left, canvas.Paint(th.Muted, m.dataSet(m.frame.W-canvas.Width(left)-3))+" ", m.frame.W)
}

// dataSet returns the data set in at most w cells: its name, with the counts that fit. Counts that are not private are
// labelled, and are left out where errors are releases; the number of items is public where the items were declared.
func (m *Model) dataSet(w int) string {
	p := m.Session.Problem
	name := canvas.Text(p.Name)
	if strings.Contains(name, "/") { // of a path the end says most
		name = path.Base(name)
	}
	if p.Split == nil {
		return name
	}
	all := format.Count(p.Split.Train.Count() + p.Split.Valid.Count() + p.Split.Test.Count())
	users, items := format.Count(p.Split.Train.Users), format.Count(p.Split.Train.Items)
	texts := []string{
		fmt.Sprintf("%s · not private: %s users, %s items, %s ratings", name, users, items, all),
		fmt.Sprintf("%s · not private: %s users, %s ratings", name, users, all),
		fmt.Sprintf("%s · not private: %s ratings", name, all),
	}
	declared := !p.Split.Train.Origin.CatalogueObserved
	if declared {
		texts[0] = fmt.Sprintf("%s · %s items · not private: %s users, %s ratings", name, items, users, all)
	}
	switch {
	case m.Session.OnlyReleases() && declared:
		texts = []string{fmt.Sprintf("%s · %s items", name, items)}
	case m.Session.OnlyReleases():
		texts = nil
	}
	for _, text := range texts {
		if canvas.Width(text) <= w {
			return text
		}
	}
	return name
}
