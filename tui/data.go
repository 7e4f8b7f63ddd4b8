package tui

// The panels of the Data screen.
const (
	dataFacts = iota
	dataTail
	dataActivity
	dataWarnings
)

// data is the screen of the ratings: how many, how spread, and what of them the knobs use.
type data struct {
	board
	actions[*data]
	lens lens
}

var _ screen = (*data)(nil)

func newData(b *bench) *data {
	d := &data{board: newBoard(b, arrangeData)}
	d.actions = bind(b, d, lensKeys[*data](), panelKeys[*data]())
	return d
}

func (d *data) name() string { return "Data" }

func (d *data) charting() *lens { return &d.lens }

func (d *data) aiming() bool { return d.focus == dataTail }

func arrangeData(b rect) []rect {
	at := make([]rect, 4)
	if b.W < wideFrom {
		at[dataFacts], b = b.top(b.H / 3)
		at[dataTail], b = b.top(b.H / 2)
		at[dataActivity], at[dataWarnings] = b.top(b.H * 2 / 3)
		return at
	}
	left, right := b.left(b.W / 3)
	at[dataFacts], at[dataWarnings] = left.top(b.H * 2 / 3)
	at[dataTail], at[dataActivity] = right.top(b.H / 2)
	return at
}

func (d *data) draw() string {
	empty := "The ratings are described here once they are loaded."
	return d.compose(
		d.panel(dataFacts, "Ratings", "", d.nothing(empty), empty),
		d.panel(dataTail, "Long tail", "share of ratings in share of items", d.nothing(empty), empty),
		d.panel(dataActivity, "Activity", "users and items by their number of ratings", d.nothing(empty), empty),
		d.panel(dataWarnings, "Warnings", "", d.nothing(empty), empty),
	)
}
