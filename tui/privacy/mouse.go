package privacy

import (
	tea "charm.land/bubbletea/v2"

	"dpals/tui/canvas"
	"dpals/tui/ui"
)

// Mouse focuses panels, shows pages, selects rows, and moves the crosshair and the zoom of charts; the wheel scrolls lists
// and texts.
func (p *Screen) Mouse(msg tea.MouseMsg) tea.Cmd {
	m := msg.Mouse()
	click, isClick := msg.(tea.MouseClickMsg)
	if isClick && click.Button == tea.MouseLeft {
		if p.showPageAt(m.X, m.Y) {
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
		p.curveView.Mouse(msg, &c, p.Theme, in)
		return nil
	case panelMeaning:
		if _, room, ok := p.attackLayout(in); ok {
			c := p.attackChart()
			p.attackView.Mouse(msg, &c, p.Theme, room)
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
			p.history.Click(m.Y - in.Y - p.history.above)
		}
	}
	return nil
}

// showPageAt shows the page whose name is at a cell of the frame, and reports whether one is.
func (p *Screen) showPageAt(x, y int) bool {
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
