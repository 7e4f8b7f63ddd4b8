package people

import (
	"context"
	"math"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/people"
	"dpals/loaders"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// givenRatings is the person made up, and how they rate: a title is searched, an item taken, a rating given. It is owned
// by the Update goroutine.
type givenRatings struct {
	you  people.Person
	data string                      // the data set that you is of
	kept map[string][]session.Liking // by data set, for the session

	title         ui.Input
	found         session.Task[string, []people.Match] // by what is typed
	selected, top int                                  // into found

	rating bool // the item is being rated
	item   uint32
	value  float64
	scale  scale
}

// mostFound is how many items a name is answered with.
const mostFound = 50

// scale is the steps of a rating range.
type scale struct{ low, high, step float64 }

// scaleOf guesses the steps of a range: halves where its ends are, whole numbers where it is wide enough, else parts.
func scaleOf(r *loaders.Ratings) scale {
	s := scale{r.Low, r.High, 1}
	half := func(v float64) bool { return v*2 == math.Trunc(v*2) && v != math.Trunc(v) }
	switch w := r.High - r.Low; {
	case (half(r.Low) || half(r.High)) && w <= 10:
		s.step = 0.5
	case w < 2:
		s.step = w / 10
	case w > 25:
		s.step = w / 20
	}
	return s
}

func (s scale) clamp(v float64) float64 { return min(max(v, s.low), s.high) }

// turn moves a rating to the next step (+1) or the one before.
func (s scale) turn(v float64, by int) float64 {
	return s.clamp(s.low + s.step*(math.Round((v-s.low)/s.step)+float64(by)))
}

// few reports whether the steps are so few that each is drawn.
func (s scale) few() bool { return (s.high-s.low)/s.step <= 10 }

// digit is the rating that a digit stands for; at once says that it is complete with it.
func (s scale) digit(d int) (v float64, atOnce, ok bool) {
	v = float64(d)
	return v, s.high < 10, v >= s.low && v <= s.high
}

// asking reports whether a title or a rating is asked for.
func (g *givenRatings) asking() bool { return g.rating || g.title.Open }

func (g *givenRatings) stop() {
	g.title.Close()
	g.found.Reset()
	g.rating = false
}

// rates is the person with a rating more, or another one.
func (p *Screen) rates(you people.Person) {
	g := &p.given
	g.you = you
	if g.kept == nil {
		g.kept = make(map[string][]session.Liking)
	}
	g.kept[g.data] = likingsOf(p.Problem.Split.Train, you)
	p.beginYou()
	if p.guest() {
		row := p.ratings.Selected
		p.choose(you)
		p.ratings.To(row)
	}
}

// beginYou brings the number of their ratings into the list of people.
func (p *Screen) beginYou() {
	if p.order.Value() == nil {
		p.users.Put(0, p.userPage(0, p.users.Length()))
	}
}

// startRating makes the person up, if they are not on the screen already, and asks for a title.
func (p *Screen) startRating() tea.Cmd {
	if p.finder == nil {
		return nil
	}
	p.toYou()
	p.FocusOn(panelRatings)
	p.given.title.Begin("")
	p.given.found.Reset()
	p.given.selected = 0
	return nil
}

// toYou puts the one made up on the screen.
func (p *Screen) toYou() {
	if p.guest() {
		return
	}
	if p.order.Value() != nil { // they may be filtered away
		p.users.Search("")
		p.users.By = -1
		p.order.Reset()
		p.beginUsers()
	}
	p.users.To(0)
	p.choose(p.given.you)
}

// editRating asks for another rating of an item.
func (p *Screen) editRating(item uint32) {
	g := &p.given
	g.scale = scaleOf(p.Problem.Split.Train)
	g.item, g.rating = item, true
	if v, had := g.you.Rating(item); had {
		g.value = float64(v)
	} else {
		g.value = g.scale.turn((g.scale.low+g.scale.high)/2, 0)
	}
}

// search is the command that looks for what has been typed.
func (p *Screen) search() tea.Cmd {
	g := &p.given
	name := g.title.Text()
	if !g.title.Open || name == g.found.Key() {
		return nil
	}
	finder := p.finder
	return g.found.Request(p.Ctx, name, func(context.Context) ([]people.Match, error) { return finder.Search(name, mostFound), nil })
}

// pressTitle takes a key while a title is typed.
func (p *Screen) pressTitle(key tea.KeyPressMsg) {
	g := &p.given
	switch key.String() {
	case "esc":
		g.stop()
	case "enter":
		if g.selected < len(g.found.Value()) {
			p.editRating(g.found.Value()[g.selected].Item)
		} else if strings.TrimSpace(g.title.Text()) != "" && !g.found.Running() {
			g.title.Refuse("no title has that in it")
		}
	case "up", "ctrl+p":
		g.selected = max(g.selected-1, 0)
	case "down", "ctrl+n":
		g.selected = max(min(g.selected+1, len(g.found.Value())-1), 0)
	default:
		g.title.Press(key)
	}
}

// pressRating takes a key while an item is rated.
func (p *Screen) pressRating(pressed string) {
	g := &p.given
	switch pressed {
	case "esc":
		g.rating = false
	case "enter":
		p.rate()
	case "left", "down", "h", "-":
		g.value = g.scale.turn(g.value, -1)
	case "right", "up", "l", "+":
		g.value = g.scale.turn(g.value, +1)
	case "delete", "backspace":
		g.rating = false
		p.rates(g.you.Without(g.item))
	default:
		if len(pressed) != 1 || pressed[0] < '0' || pressed[0] > '9' {
			return
		}
		v, atOnce, ok := g.scale.digit(int(pressed[0] - '0'))
		if !ok {
			return
		}
		if g.value = v; atOnce {
			p.rate()
		}
	}
}

// rate takes the rating as it stands; the next title can be typed.
func (p *Screen) rate() {
	g := &p.given
	g.rating = false
	p.rates(g.you.With(g.item, float32(g.value)))
	if g.title.Open {
		g.title.Begin("")
		g.found.Reset()
		g.selected = 0
	}
}
