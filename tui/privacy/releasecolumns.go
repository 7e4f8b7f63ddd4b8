package privacy

import (
	"cmp"

	"charm.land/lipgloss/v2"

	"dpals/docs"
	"dpals/internal/format"
	"dpals/themes"
	"dpals/tui/canvas"
	"dpals/tui/ui"
)

// releaseColumns returns the columns of Gaussian releases, or of local reports.
func releaseColumns(local bool) []ui.Column[releaseRow] {
	number := func(title string, w, priority int, of func(releaseRow) float64) ui.Column[releaseRow] {
		return ui.Column[releaseRow]{Title: title, Width: w, Right: true, Priority: priority,
			Text:  func(r releaseRow) string { return r.figure(of(r)) },
			Order: func(a, b releaseRow) int { return cmp.Compare(of(a), of(b)) }}
	}
	weight := number("weight", 6, 2, func(r releaseRow) float64 { return r.budgetWeight })
	weight.Text = func(r releaseRow) string { return format.Percent(r.budgetWeight) }
	numbers := number("numbers", 8, 4, func(r releaseRow) float64 { return float64(r.Dimension) })
	numbers.Text = func(r releaseRow) string {
		if r.Deferred {
			return "–"
		}
		return format.Count(r.Dimension)
	}
	columns := []ui.Column[releaseRow]{
		{Title: "release", Width: 12, Grow: true, Text: func(r releaseRow) string { return r.Name }},
	}
	if local {
		columns = append(columns,
			numbers,
			number("pure ε", 8, 0, func(r releaseRow) float64 { return r.Epsilon }),
			number("as μ", 7, 3, func(r releaseRow) float64 { return r.Mu }))
	} else {
		columns = append(columns,
			number("sensitivity", 11, 3, func(r releaseRow) float64 { return r.Sensitivity }),
			number("noise σ", 8, 1, func(r releaseRow) float64 { return r.Sigma }),
			number("μ", 7, 0, func(r releaseRow) float64 { return r.Mu }))
	}
	return append(columns, weight,
		ui.Column[releaseRow]{Title: "state", Width: 8, Priority: 1, Text: func(r releaseRow) string { return r.state },
			Style: func(th *themes.Theme, r releaseRow) lipgloss.Style {
				switch r.state {
				case releaseCharged:
					return th.Good
				case releaseCurrent:
					return th.Accent
				}
				return th.Muted
			},
			Order: func(a, b releaseRow) int {
				return cmp.Or(cmp.Compare(a.state, b.state), cmp.Compare(a.number, b.number))
			}},
		ui.Column[releaseRow]{Title: "proof", Width: 11, Grow: true, Priority: 5, Text: func(r releaseRow) string { return docs.ProofName(r.Proof) },
			Style: func(th *themes.Theme, _ releaseRow) lipgloss.Style { return th.Muted },
			Order: func(a, b releaseRow) int { return cmp.Compare(a.Proof, b.Proof) }})
}

// figure returns a number of the row as text; a dash where the release is not planned yet.
func (r releaseRow) figure(v float64) string {
	if r.Deferred {
		return "–"
	}
	return format.Number(v)
}

// kindMark returns the glyph of the row's kind of release.
func kindMark(th *themes.Theme, r releaseRow) string {
	style, glyph := th.Kind(r.Kind)
	return canvas.Paint(style, glyph)
}
