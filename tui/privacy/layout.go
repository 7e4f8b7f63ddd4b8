package privacy

import (
	"slices"
	"strings"

	"dpals/engine/method"
	"dpals/tui/canvas"
	"dpals/tui/ui"
)

// tallFrom is the height of the body from which trust models and errors have a row of their own, in cells.
const tallFrom = 42

// place lays the panels out. Panels without a place of their own share one as pages, and the page that had the focus
// last shows. In one column all panels but the releases are pages.
func (p *Screen) place(b ui.Rect) []ui.Rect {
	at := make([]ui.Rect, panelCount)
	var shared ui.Rect
	switch {
	case b.W < ui.WideFrom:
		p.pages = []int{panelMeaning, panelCurve, panelLedger, panelProof, panelTrust, panelErrors}
		at[panelReleases], shared = b.Top(max(7, b.H*2/5))
	case b.H < tallFrom:
		p.pages = []int{panelMeaning, panelProof, panelTrust, panelErrors}
		left, right := b.Left(b.W * 11 / 20)
		at[panelReleases], at[panelLedger] = left.Top(b.H * 11 / 20)
		at[panelCurve], shared = right.Top(b.H * 9 / 20)
	default:
		p.pages = []int{panelMeaning, panelProof}
		whole := len(p.trustLines(b.W*13/20-4, method.TrustNone)) + 2
		above, below := b.Top(b.H - min(max(13, whole), b.H*2/5))
		at[panelTrust], at[panelErrors] = below.Left(b.W * 13 / 20)
		left, right := above.Left(b.W * 11 / 20)
		at[panelReleases], at[panelLedger] = left.Top(above.H * 11 / 20)
		at[panelCurve], shared = right.Top(above.H / 2)
	}
	if slices.Contains(p.pages, p.Focus) {
		p.page = p.Focus
	} else if !slices.Contains(p.pages, p.page) {
		p.page = p.pages[0]
	}
	at[p.page] = shared
	return at
}

// heading returns the title of a panel; the names of all pages where it shares its place.
func (p *Screen) heading(i int, alone string) string {
	if p.Zoomed || !slices.Contains(p.pages, i) {
		return alone
	}
	var names []string
	for _, page := range p.pages {
		name := panelNames[page]
		switch {
		case page != i:
			name = canvas.Paint(p.Theme.Muted, name)
		case p.Focus == i:
			name = canvas.Paint(p.Theme.TitleFocus, name)
		default:
			name = canvas.Paint(p.Theme.Title, name)
		}
		names = append(names, name)
	}
	return strings.Join(names, canvas.Paint(p.Theme.Faint, pageGap))
}

// pageGap separates the names of pages.
const pageGap = " · "

// scroller returns the list or the text of a panel; nil where it does not scroll.
func (p *Screen) scroller(i int) ui.Scroller {
	switch i {
	case panelReleases:
		return &p.releases
	case panelLedger:
		if p.Options.History == nil {
			return nil
		}
		return &p.history
	case panelProof:
		return &p.proof
	case panelTrust:
		return &p.trust
	case panelErrors:
		return &p.errors
	}
	return nil
}

// Scrolling returns the list or the text that has the focus; nil where there is none.
func (p *Screen) Scrolling() ui.Scroller { return p.scroller(p.Focus) }

// Listing returns the list that has the focus; nil where there is none.
func (p *Screen) Listing() ui.Lister {
	l, _ := p.Scrolling().(ui.Lister)
	return l
}

// Charting returns the view of the chart that has the focus; nil where none is drawn, so that its keys are free.
func (p *Screen) Charting() *ui.View {
	switch p.Focus {
	case panelCurve:
		return &p.curveView
	case panelMeaning:
		if _, _, drawn := p.attackLayout(p.Rects[panelMeaning].Inside()); drawn {
			return &p.attackView
		}
	}
	return nil
}

// Aiming reports whether the arrows move a crosshair.
func (p *Screen) Aiming() bool { return p.Charting() != nil }
