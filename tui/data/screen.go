package data

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/method"
	"dpals/internal/format"
	"dpals/loaders"
	"dpals/tui/canvas"
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

// Screen is the screen of the ratings: how many, how spread, and what of them the knobs use. It counts them when it is
// looked at first. Knobs that are turned here show at once what they would train, and train nothing: looking is free.
type Screen struct {
	*session.Session
	ui.Board
	ui.Actions[*Screen]
	lens  ui.View
	knob  int // that the arrows turn, into tailKnobs()
	drags bool
	facts ui.TextPanel
	warns ui.TextPanel

	count session.Task[*loaders.Split, *counted] // of the ratings at hand, from when the screen is shown first
	tail  session.Task[tailOf, *tail]            // of the knobs

	warned   []warning // as of warnedAt
	warnedAt [4]int
}

// New returns the Data screen of a session.
func New(s *session.Session) *Screen {
	d := &Screen{Session: s}
	d.count.What, d.tail.What = "counting the ratings", "working out the long tail"
	d.Board = ui.NewBoard(&s.Style, d.arrange)
	d.Focus = panelTail
	d.Actions = ui.Bind(s.Options.Keys, d, keyTable(), ui.ScrollKeys[*Screen](), ui.ViewKeys[*Screen](), ui.PanelKeys[*Screen]())
	return d
}

func (d *Screen) Name() string { return "Data" }

func (d *Screen) Charting() *ui.View { return &d.lens }

// Aiming reports whether arrows move the crosshair: while it is shown; else they turn the knobs.
func (d *Screen) Aiming() bool { return d.Focus == panelTail && d.lens.Reading }

func (d *Screen) turning() bool { return d.Focus == panelTail && !d.lens.Reading }

func (d *Screen) Scrolling() ui.Scroller {
	switch d.Focus {
	case panelFacts:
		return &d.facts
	case panelWarnings:
		return &d.warns
	}
	return nil
}

// arrange gives the long tail the most room. In one column that is the panel with the focus; the others keep to their
// first lines.
func (d *Screen) arrange(b ui.Rect) []ui.Rect {
	at := make([]ui.Rect, 4)
	if b.W < ui.WideFrom {
		folded := max(3, b.H/9)
		most := b.H - 3*folded
		for i := range at {
			h := folded
			if i == d.Focus {
				h = most
			}
			at[i], b = b.Top(h)
		}
		return at
	}
	left, right := b.Left(min(max(41, b.W*3/10), 56))
	at[panelTail], right = right.Top(right.H - min(max(8, right.H*2/5), 26))
	const wholeFacts, leastWarnings = 28, 10
	if left.H >= wholeFacts+leastWarnings {
		at[panelFacts], at[panelWarnings] = left.Top(wholeFacts)
		at[panelActivity] = right
		return at
	}
	at[panelFacts] = left
	at[panelActivity], at[panelWarnings] = right.Left(right.W * 11 / 20)
	return at
}

// Shown counts what is not known yet, and draws the tail for knobs that have turned meanwhile.
func (d *Screen) Shown() tea.Cmd {
	if d.OnlyReleases() {
		return nil
	}
	if !d.Loaded() {
		return nil
	}
	return tea.Batch(d.Count(), d.reckon())
}

func (d *Screen) Update(msg tea.Msg) tea.Cmd {
	if _, loaded := msg.(session.LoadedMsg); loaded {
		d.count.Reset()
		d.tail.Reset()
		if d.InFront(d.Name()) {
			return d.Shown()
		}
	}
	if _, changed := d.count.Receive(msg); changed {
		return d.reckon()
	}
	next, _ := d.tail.Receive(msg)
	return next
}

// settings are the knobs as they stand, with what the method's rule makes of those that are left to it.
func (d *Screen) settings() method.Settings {
	k := &d.Knobs
	m, settings := k.Method(), k.Settings()
	if m.Resolve != nil && d.Loaded() {
		r := d.Problem.Split.Train
		settings = m.Resolve(method.Public{Items: r.Items, Low: r.Low, High: r.High, Epsilon: k.Epsilon, Delta: k.Delta}, settings)
	}
	return settings
}

func (d *Screen) Draw() string {
	if text := d.waiting(); text != "" {
		empty := d.Empty(text)
		return d.Compose(
			d.Panel(panelFacts, "Ratings", "", empty),
			d.Panel(panelTail, "Long tail", "", empty),
			d.Panel(panelActivity, "Who rates what", "", empty),
			d.Panel(panelWarnings, "Warnings", "", empty),
		)
	}
	if at := [4]int{d.count.Version(), d.tail.Version(), d.Knobs.Generation, d.Preview.Version()}; at != d.warnedAt {
		d.warned, d.warnedAt = d.warnings(), at
	}
	return d.Compose(
		d.Panel(panelFacts, "Ratings", session.NotPrivate, d.drawFacts),
		d.Panel(panelTail, "Long tail", d.tailNote(), d.drawTail),
		d.Panel(panelActivity, "Who rates what", session.NotPrivate, d.drawActivity),
		d.Panel(panelWarnings, "Warnings", warnedNote(d.warned), d.drawWarnings),
	)
}

// waiting says why there is nothing to show; "" where there is.
func (d *Screen) waiting() string {
	switch {
	case d.LoadError != nil:
		return "There are no ratings to describe: " + session.FirstLine(d.LoadError)
	case !d.Loaded():
		return "The ratings are described here once they are loaded."
	case d.OnlyReleases():
		return "hidden beside released errors: all of this is read off the ratings"
	case d.count.Err() != nil:
		return "The ratings could not be counted: " + session.FirstLine(d.count.Err())
	case !d.count.Known():
		return "counting " + format.Count(d.allRatings()) + " ratings (not private)"
	}
	return ""
}

// allRatings is the number of ratings of all parts.
func (d *Screen) allRatings() int {
	s := d.Problem.Split
	return s.Train.Count() + s.Valid.Count() + s.Test.Count()
}

// Remark says what the numbers are, and what turned knobs wait for.
func (d *Screen) Remark() (text string, urgent bool) {
	switch {
	case !d.Loaded():
		return "", false
	case d.OnlyReleases():
		return "only releases and declared facts are shown: nothing here is read off the ratings", false
	case !d.IsTrained():
		return "turned knobs train nothing here: press Enter, or go to Tune", false
	}
	return "read off the ratings themselves: nothing on this screen is a private number", false
}

func (d *Screen) drawActivity(w, h int) string {
	if h < 3 {
		s := d.count.Value().stats
		return ui.Inset([]string{fmt.Sprintf("median user %s ratings, median item %s", format.Thousands(s.PerUser.Median), format.Thousands(s.PerItem.Median))}, w, h)
	}
	return canvas.Beside(canvas.Fit("", 1, h), d.count.Value().who.Draw(d.Theme, w-2, h), canvas.Fit("", 1, h))
}
