package tui

import (
	"context"
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/method"
	"dpals/loaders"
	"dpals/tui/canvas"
)

// The panels of the Data screen.
const (
	dataFacts = iota
	dataTail
	dataActivity
	dataWarnings
)

// data is the screen of the ratings: how many, how spread, and what of them the knobs use. It counts them when it is
// looked at first. Knobs that are turned here show at once what they would train, and train nothing: looking is free.
type data struct {
	*bench
	board
	actions[*data]
	lens  lens
	knob  int // that the arrows turn, into tailKnobs()
	drags bool
	facts textPanel
	warns textPanel

	counting *loaders.Split // being counted, or counted, or tried in vain; nil before the screen is looked at
	stop     context.CancelFunc
	known    *counted // nil while they are being counted
	err      error    // why they are not known

	tail      *tail // of the knobs as they stand, or stood a moment ago
	tailErr   error
	reckoning bool
	version   int // changes with known, err, tail

	warned   []warning // as of warnedAt
	warnedAt [3]int
}

func newData(b *bench) *data {
	d := &data{bench: b}
	d.board = newBoard(&b.look, d.arrange)
	d.focus = dataTail
	d.actions = bind(b.options.Keys, d, dataKeys(), scrollKeys[*data](), lensKeys[*data](), panelKeys[*data]())
	return d
}

func (d *data) name() string { return "Data" }

func (d *data) charting() *lens { return &d.lens }

// aiming reports whether arrows move the crosshair: while it is shown; else they turn the knobs.
func (d *data) aiming() bool { return d.focus == dataTail && d.lens.reading }

func (d *data) turning() bool { return d.focus == dataTail && !d.lens.reading }

func (d *data) scrolling() scroller {
	switch d.focus {
	case dataFacts:
		return &d.facts
	case dataWarnings:
		return &d.warns
	}
	return nil
}

// arrange gives the long tail the most room. In one column that is the panel with the focus; the others keep to their
// first lines.
func (d *data) arrange(b rect) []rect {
	at := make([]rect, 4)
	if b.W < wideFrom {
		folded := max(3, b.H/9)
		most := b.H - 3*folded
		for i := range at {
			h := folded
			if i == d.focus {
				h = most
			}
			at[i], b = b.top(h)
		}
		return at
	}
	left, right := b.left(min(max(41, b.W*3/10), 56))
	at[dataTail], right = right.top(right.H - min(max(8, right.H*2/5), 26))
	const wholeFacts, leastWarnings = 28, 10
	if left.H >= wholeFacts+leastWarnings {
		at[dataFacts], at[dataWarnings] = left.top(wholeFacts)
		at[dataActivity] = right
		return at
	}
	at[dataFacts] = left
	at[dataActivity], at[dataWarnings] = right.left(right.W * 11 / 20)
	return at
}

// shown counts what is not known yet, and draws the tail for knobs that have turned meanwhile.
func (d *data) shown() tea.Cmd {
	if d.publishable() {
		return nil
	}
	if d.loaded() && d.counting != d.problem.Split {
		return d.count()
	}
	return d.reckon()
}

func (d *data) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case loadedMsg:
		if d.stop != nil {
			d.stop()
		}
		d.counting, d.known, d.err, d.tail, d.tailErr = nil, nil, nil, nil, nil
		d.version++
		if d.inFront(d.name()) {
			return d.shown()
		}
	case countedMsg:
		if msg.of != d.counting || errors.Is(msg.err, context.Canceled) {
			return nil
		}
		d.known, d.err = msg.known, msg.err
		d.version++
		return d.reckon()
	case tailMsg:
		d.reckoning = false
		if msg.known == d.known {
			d.tail, d.tailErr = msg.tail, msg.err
			d.version++
		}
		return d.reckon()
	}
	return nil
}

// settings are the knobs as they stand, with what the method's rule makes of those that are left to it.
func (d *data) settings() method.Settings {
	k := &d.knobs
	m, settings := k.method(), k.settings()
	if m.Resolve != nil && d.loaded() {
		r := d.problem.Split.Train
		settings = m.Resolve(method.Public{Items: r.Items, Low: r.Low, High: r.High, Epsilon: k.epsilon, Delta: k.delta}, settings)
	}
	return settings
}

func (d *data) draw() string {
	if text := d.waiting(); text != "" {
		empty := d.nothing(text)
		return d.compose(
			d.panel(dataFacts, "Ratings", "", empty, text),
			d.panel(dataTail, "Long tail", "", empty, text),
			d.panel(dataActivity, "Who rates what", "", empty, text),
			d.panel(dataWarnings, "Warnings", "", empty, text),
		)
	}
	if at := [3]int{d.version, d.knobs.generation, d.previews}; at != d.warnedAt {
		d.warned, d.warnedAt = d.warnings(), at
	}
	return d.compose(
		d.panel(dataFacts, "Ratings", notPrivate, d.drawFacts, d.version, d.facts.version),
		d.panel(dataTail, "Long tail", d.tailNote(), d.drawTail, d.version, d.lens.version, d.knobs.generation, d.previews, d.knob),
		d.panel(dataActivity, "Who rates what", notPrivate, d.drawActivity, d.version),
		d.panel(dataWarnings, "Warnings", warnedNote(d.warned), d.drawWarnings, d.warns.version, d.version, d.knobs.generation, d.previews),
	)
}

// waiting says why there is nothing to show; "" where there is.
func (d *data) waiting() string {
	switch {
	case d.failure != nil:
		return "There are no ratings to describe: " + firstLine(d.failure)
	case !d.loaded():
		return "The ratings are described here once they are loaded."
	case d.publishable():
		return "hidden beside released errors: all of this is read off the ratings"
	case d.err != nil:
		return "The ratings could not be counted: " + firstLine(d.err)
	case d.known == nil:
		return "counting " + count(d.allRatings()) + " ratings (not private)"
	}
	return ""
}

// allRatings is the number of ratings of all parts.
func (d *data) allRatings() int {
	s := d.problem.Split
	return s.Train.Count() + s.Valid.Count() + s.Test.Count()
}

// remark says what the numbers are, and what turned knobs wait for.
func (d *data) remark() (text string, urgent bool) {
	switch {
	case !d.loaded():
		return "", false
	case d.publishable():
		return "only releases and declared facts are shown: nothing here is read off the ratings", false
	case !d.trained():
		return "turned knobs train nothing here: press Enter, or go to Tune", false
	}
	return "read off the ratings themselves: nothing on this screen is a private number", false
}

func (d *data) drawActivity(w, h int) string {
	if h < 3 {
		s := d.known.stats
		return inset([]string{fmt.Sprintf("median user %s ratings, median item %s", thousands(s.PerUser.Median), thousands(s.PerItem.Median))}, w, h)
	}
	return canvas.Beside(canvas.Fit("", 1, h), d.known.who.Draw(d.theme, w-2, h), canvas.Fit("", 1, h))
}
