package tui

// The panels of the Privacy screen.
const (
	privacyReleases = iota
	privacyCurve
	privacyMeaning
	privacyLedger
)

// privacy is the screen of what is released and what that costs: of this run, and of all.
type privacy struct {
	board
	actions[*privacy]
	lens lens
}

var _ screen = (*privacy)(nil)

func newPrivacy(b *bench) *privacy {
	p := &privacy{board: newBoard(b, arrangePrivacy)}
	p.actions = bind(b, p, lensKeys[*privacy](), panelKeys[*privacy]())
	return p
}

func (p *privacy) name() string { return "Privacy" }

func (p *privacy) charting() *lens { return &p.lens }

func (p *privacy) aiming() bool { return p.focus == privacyCurve }

func arrangePrivacy(b rect) []rect {
	at := make([]rect, 4)
	if b.W < wideFrom {
		at[privacyReleases], b = b.top(b.H / 3)
		at[privacyCurve], b = b.top(b.H / 2)
		at[privacyMeaning], at[privacyLedger] = b.top(b.H / 2)
		return at
	}
	left, right := b.left(b.W / 2)
	at[privacyReleases], at[privacyLedger] = left.top(b.H * 3 / 5)
	at[privacyCurve], at[privacyMeaning] = right.top(b.H * 3 / 5)
	return at
}

func (p *privacy) draw() string {
	return p.compose(
		p.panel(privacyReleases, "Releases", "", p.nothing("Every release of the run is listed here once a private method is planned.")),
		p.panel(privacyCurve, "ε for every δ", "", p.nothing("the curve of the run that is planned")),
		p.panel(privacyMeaning, "What it means", "", p.nothing("what an attacker can learn at this ε")),
		p.panel(privacyLedger, "Ledger", "", p.nothing("Nothing has been charged to this data set yet.")),
	)
}
