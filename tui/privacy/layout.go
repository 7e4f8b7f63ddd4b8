package privacy

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/method"
	"dpals/tui/canvas"
	"dpals/tui/ui"
)

// tallFrom is the height of the body from which the panels of explanation have a row of their own.
const tallFrom = 42

// place lays the panels out. Panels for which there is no place of their own share one, as pages: the one that had the
// focus last shows. So in one column the releases stand above everything else in turn.
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

// heading is the title of a panel: of one that shares its place, the names of all pages.
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

// pageGap stands between the names of pages.
const pageGap = " · "

// turnPage shows the page whose name is under a cell of the edge.
func (p *Screen) turnPage(x, y int) bool {
	at := p.Rects[p.page]
	if p.Zoomed || at.Empty() || y != at.Y {
		return false
	}
	from := at.X + 2
	for _, page := range p.pages {
		w := canvas.Width(panelNames[page])
		if x >= from && x < from+w {
			p.FocusOn(page)
			return true
		}
		from += w + canvas.Width(pageGap)
	}
	return false
}

// Mouse turns pages, selects rows, and reads and zooms the charts; the wheel goes through lists and texts.
func (p *Screen) Mouse(msg tea.MouseMsg) tea.Cmd {
	m := msg.Mouse()
	click, isClick := msg.(tea.MouseClickMsg)
	if isClick && click.Button == tea.MouseLeft {
		if p.turnPage(m.X, m.Y) {
			return nil
		}
		p.Click(m.X, m.Y)
	}
	i := p.Under(m.X, m.Y)
	if i < 0 {
		return nil
	}
	in := p.Rects[i].Inside()
	switch i {
	case panelCurve:
		c := p.curveChart()
		p.lens.Mouse(msg, &c, p.Theme, in)
		return nil
	case panelMeaning:
		if _, room, ok := p.oddsRoom(in); ok {
			c := p.oddsChart()
			p.odds.Mouse(msg, &c, p.Theme, room)
		}
		return nil
	}
	if _, wheel := msg.(tea.MouseWheelMsg); wheel {
		if s := p.scroller(i); s != nil {
			ui.ScrollWheel(s, m)
		}
	} else if isClick && click.Button == tea.MouseLeft {
		switch i {
		case panelReleases:
			p.releases.Click(m.Y - in.Y)
		case panelLedger:
			p.past.Click(m.Y - in.Y - p.past.above)
		}
	}
	return nil
}

// scroller is what can be gone through in a panel; nil for none.
func (p *Screen) scroller(i int) ui.Scroller {
	switch i {
	case panelReleases:
		return &p.releases
	case panelLedger:
		if p.Options.History == nil {
			return nil
		}
		return &p.past
	case panelProof:
		return &p.proof
	case panelTrust:
		return &p.trust
	case panelErrors:
		return &p.errors
	}
	return nil
}

func (p *Screen) Scrolling() ui.Scroller { return p.scroller(p.Focus) }

func (p *Screen) Listing() ui.Lister {
	l, _ := p.Scrolling().(ui.Lister)
	return l
}

// Charting is the chart that has the focus, where it is drawn. Elsewhere the letters of charts are those of lists.
func (p *Screen) Charting() *ui.View {
	switch p.Focus {
	case panelCurve:
		return &p.lens
	case panelMeaning:
		if _, _, drawn := p.oddsRoom(p.Rects[panelMeaning].Inside()); drawn {
			return &p.odds
		}
	}
	return nil
}

func (p *Screen) Aiming() bool { return p.Charting() != nil }
