package data

import (
	tea "charm.land/bubbletea/v2"

	"dpals/engine/method"
	"dpals/internal/format"
	"dpals/loaders"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// The panels of the Data screen.
const (
	panelFacts = iota
	panelTail
	panelActivity
	panelWarnings
)

// Screen shows the ratings: how many there are, how they are spread, and which of them the knobs use. They are described
// when the screen is first shown. Changing a knob here updates the preview and starts no run. Not safe for concurrent use.
type Screen struct {
	*session.Session
	ui.Board
	ui.Actions[*Screen]
	tailView     ui.View // of the curves of the long tail
	selectedKnob int     // index into samplingKnobs()
	isDragging   bool    // the mouse holds the selected knob
	factsText    ui.TextPanel
	warningsText ui.TextPanel

	description session.Task[*loaders.Split, *description] // requested when the screen is first shown
	tail        session.Task[tailKey, *longTail]           // of the current knobs

	shownWarnings []warning // for warningsKey
	warningsKey   [4]int
}

// New returns the Data screen of a session.
func New(s *session.Session) *Screen {
	d := &Screen{Session: s}
	d.description.What, d.tail.What = "counting the ratings", "computing the long tail"
	d.Board = ui.NewBoard(&s.Style, d.arrange)
	d.Focus = panelTail
	d.Actions = ui.Bind(s.Options.Keys, d, keyTable(), ui.ScrollKeys[*Screen](), ui.ViewKeys[*Screen](), ui.PanelKeys[*Screen]())
	return d
}

// Name returns the name of the screen in the header.
func (d *Screen) Name() string { return "Data" }

// Charting returns the view of the only chart.
func (d *Screen) Charting() *ui.View { return &d.tailView }

// Aiming reports whether the arrows move the crosshair.
func (d *Screen) Aiming() bool { return d.Focus == panelTail && d.tailView.Reading }

// knobsHaveArrows reports whether the arrows select and change knobs.
func (d *Screen) knobsHaveArrows() bool { return d.Focus == panelTail && !d.tailView.Reading }

// Scrolling returns the text of the focused panel; nil where it does not scroll.
func (d *Screen) Scrolling() ui.Scroller {
	switch d.Focus {
	case panelFacts:
		return &d.factsText
	case panelWarnings:
		return &d.warningsText
	}
	return nil
}

// arrange lays the panels out. The long tail gets the most room; in one column the focused panel does, and the others
// show their first lines.
func (d *Screen) arrange(b ui.Rect) []ui.Rect {
	at := make([]ui.Rect, 4)
	if b.W < ui.WideFrom {
		folded := max(3, b.H/9)
		unfolded := b.H - 3*folded
		for i := range at {
			h := folded
			if i == d.Focus {
				h = unfolded
			}
			at[i], b = b.Top(h)
		}
		return at
	}
	left, right := b.Left(min(max(41, b.W*3/10), 56))
	at[panelTail], right = right.Top(right.H - min(max(8, right.H*2/5), 26))
	const minFacts, minWarnings = 28, 10
	if left.H >= minFacts+minWarnings {
		at[panelFacts], at[panelWarnings] = left.Top(minFacts)
		at[panelActivity] = right
		return at
	}
	at[panelFacts] = left
	at[panelActivity], at[panelWarnings] = right.Left(right.W * 11 / 20)
	return at
}

// Shown describes the ratings if that was not done yet, and updates the curves if the knobs have changed.
func (d *Screen) Shown() tea.Cmd {
	if d.OnlyReleases() || !d.Loaded() {
		return nil
	}
	return tea.Batch(d.Describe(), d.computeTail())
}

// Update handles a message that is sent to all screens.
func (d *Screen) Update(msg tea.Msg) tea.Cmd {
	if _, loaded := msg.(session.LoadedMsg); loaded {
		d.description.Reset()
		d.tail.Reset()
		if d.InFront(d.Name()) {
			return d.Shown()
		}
	}
	if next, changed := d.description.Receive(msg); changed {
		return tea.Batch(next, d.computeTail())
	}
	next, _ := d.tail.Receive(msg)
	return next
}

// settings returns the values of the knobs, with those that a rule of the method chooses.
func (d *Screen) settings() method.Settings {
	k := &d.Knobs
	m, settings := k.Method(), k.Settings()
	if m.Resolve != nil && d.Loaded() {
		r := d.Problem.Split.Train
		settings = m.Resolve(method.Public{Items: r.Items, Low: r.Low, High: r.High, Epsilon: k.Epsilon, Delta: k.Delta}, settings)
	}
	return settings
}

// Draw returns the panels.
func (d *Screen) Draw() string {
	if text := d.waiting(); text != "" {
		empty := d.Empty(text)
		return d.Compose(
			d.Panel(panelFacts, "Ratings", "", empty),
			d.Panel(panelTail, "Long tail", "", empty),
			d.Panel(panelActivity, "Activity", "", empty),
			d.Panel(panelWarnings, warningsTitle, "", empty),
		)
	}
	described, tail, preview := d.description.Version(), d.tail.Version(), d.Preview.Version()
	if key := [4]int{described, tail, d.Knobs.Generation, preview}; key != d.warningsKey {
		d.shownWarnings, d.warningsKey = d.warnings(), key
	}
	return d.Compose(
		d.Panel(panelFacts, "Ratings", session.NotPrivate, d.drawFacts),
		d.Panel(panelTail, "Long tail", d.tailNote(), d.drawTail),
		d.Panel(panelActivity, "Activity", session.NotPrivate, d.drawActivity),
		d.Panel(panelWarnings, warningsTitle, warningsNote(d.shownWarnings, d.Rects[panelWarnings].W), d.drawWarnings),
	)
}

// waiting returns why there is nothing to show; "" where there is something.
func (d *Screen) waiting() string {
	switch {
	case d.LoadError != nil:
		return "no ratings: " + session.FirstLine(d.LoadError)
	case !d.Loaded():
		return "no ratings loaded yet"
	case d.OnlyReleases():
		return "hidden with --private-metrics: all numbers here are computed from the ratings without noise"
	case d.description.Err() != nil:
		return "cannot count the ratings: " + session.FirstLine(d.description.Err())
	case !d.description.Known():
		return "counting " + format.Count(d.allRatings()) + " ratings (not private)"
	}
	return ""
}

// allRatings returns the number of training, validation and test ratings.
func (d *Screen) allRatings() int {
	s := d.Problem.Split
	return s.Train.Count() + s.Valid.Count() + s.Test.Count()
}

// Remark returns what the numbers are not, and how to train with changed knobs.
func (d *Screen) Remark() (text string, urgent bool) {
	switch {
	case !d.Loaded():
		return "", false
	case d.OnlyReleases():
		return "with --private-metrics only releases and declared facts are shown", false
	case !d.IsTrained():
		return "knobs changed, not trained yet (Enter: train)", false
	}
	return "not private: all numbers here are computed from the ratings without noise", false
}
