package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/method"
	"dpals/tui/canvas"
)

// tallFrom is the height of the body from which the panels of explanation have a row of their own.
const tallFrom = 42

// place lays the panels out. Panels for which there is no place of their own share one, as pages: the one that had the
// focus last shows. So in one column the releases stand above everything else in turn.
func (p *privacy) place(b rect) []rect {
	at := make([]rect, privacyPanels)
	var shared rect
	switch {
	case b.W < wideFrom:
		p.pages = []int{privacyMeaning, privacyCurve, privacyLedger, privacyProof, privacyTrust, privacyErrors}
		at[privacyReleases], shared = b.top(max(7, b.H*2/5))
	case b.H < tallFrom:
		p.pages = []int{privacyMeaning, privacyProof, privacyTrust, privacyErrors}
		left, right := b.left(b.W * 11 / 20)
		at[privacyReleases], at[privacyLedger] = left.top(b.H * 11 / 20)
		at[privacyCurve], shared = right.top(b.H * 9 / 20)
	default:
		p.pages = []int{privacyMeaning, privacyProof}
		whole := len(p.trustLines(b.W*13/20-4, method.TrustNone)) + 2
		above, below := b.top(b.H - min(max(13, whole), b.H*2/5))
		at[privacyTrust], at[privacyErrors] = below.left(b.W * 13 / 20)
		left, right := above.left(b.W * 11 / 20)
		at[privacyReleases], at[privacyLedger] = left.top(above.H * 11 / 20)
		at[privacyCurve], shared = right.top(above.H / 2)
	}
	if slices.Contains(p.pages, p.focus) {
		p.page = p.focus
	} else if !slices.Contains(p.pages, p.page) {
		p.page = p.pages[0]
	}
	at[p.page] = shared
	return at
}

// heading is the title of a panel: of one that shares its place, the names of all pages.
func (p *privacy) heading(i int, alone string) string {
	if p.zoomed || !slices.Contains(p.pages, i) {
		return alone
	}
	var names []string
	for _, page := range p.pages {
		name := privacyNames[page]
		switch {
		case page != i:
			name = canvas.Paint(p.theme.Muted, name)
		case p.focus == i:
			name = canvas.Paint(p.theme.TitleFocus, name)
		default:
			name = canvas.Paint(p.theme.Title, name)
		}
		names = append(names, name)
	}
	return strings.Join(names, canvas.Paint(p.theme.Faint, pageGap))
}

// pageGap stands between the names of pages.
const pageGap = " · "

// turnPage shows the page whose name is under a cell of the edge.
func (p *privacy) turnPage(x, y int) bool {
	at := p.at[p.page]
	if p.zoomed || at.empty() || y != at.Y {
		return false
	}
	from := at.X + 2
	for _, page := range p.pages {
		w := canvas.Width(privacyNames[page])
		if x >= from && x < from+w {
			p.focusOn(page)
			return true
		}
		from += w + canvas.Width(pageGap)
	}
	return false
}

// mouse turns pages, selects rows, and reads and zooms the charts; the wheel goes through lists and texts.
func (p *privacy) mouse(msg tea.MouseMsg) tea.Cmd {
	m := msg.Mouse()
	click, isClick := msg.(tea.MouseClickMsg)
	if isClick && click.Button == tea.MouseLeft {
		if p.turnPage(m.X, m.Y) {
			return nil
		}
		p.click(m.X, m.Y)
	}
	i := p.under(m.X, m.Y)
	if i < 0 {
		return nil
	}
	in := p.at[i].inside()
	switch i {
	case privacyCurve:
		c := p.curveChart()
		p.lens.mouse(msg, &c, p.theme, in)
		return nil
	case privacyMeaning:
		if _, room, ok := p.oddsRoom(in); ok {
			c := p.oddsChart()
			p.odds.mouse(msg, &c, p.theme, room)
		}
		return nil
	}
	if _, wheel := msg.(tea.MouseWheelMsg); wheel {
		if s := p.scroller(i); s != nil {
			roll(s, m)
		}
	} else if isClick && click.Button == tea.MouseLeft {
		switch i {
		case privacyReleases:
			p.releases.click(m.Y - in.Y)
		case privacyLedger:
			p.past.click(m.Y - in.Y - p.past.above)
		}
	}
	return nil
}

// scroller is what can be gone through in a panel; nil for none.
func (p *privacy) scroller(i int) scroller {
	switch i {
	case privacyReleases:
		return &p.releases
	case privacyLedger:
		if p.options.history == nil {
			return nil
		}
		return &p.past
	case privacyProof:
		return &p.proof
	case privacyTrust:
		return &p.trust
	case privacyErrors:
		return &p.errors
	}
	return nil
}

func (p *privacy) scrolling() scroller { return p.scroller(p.focus) }

func (p *privacy) listing() lister {
	l, _ := p.scrolling().(lister)
	return l
}

// charting is the chart that has the focus, where it is drawn. Elsewhere the letters of charts are those of lists.
func (p *privacy) charting() *lens {
	switch p.focus {
	case privacyCurve:
		return &p.lens
	case privacyMeaning:
		if _, _, drawn := p.oddsRoom(p.at[privacyMeaning].inside()); drawn {
			return &p.odds
		}
	}
	return nil
}

func (p *privacy) aiming() bool { return p.charting() != nil }
