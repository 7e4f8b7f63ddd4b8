package people

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/engine"
	"dpals/engine/people"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// What the tests of this package, which stand outside of it, look at.

const GatherPlain = gatherPlain

const PanelRemoval = panelRemoval

type AdviceKey = adviceKey

type Arrangement = arrangement

type Community = community

type StageResult = session.Result[leaveStage, stageResult]

type Verdicts = verdicts

type PickRow = pickRow

var ArrangePeopleBy = arrangePeopleBy

var RatingsList = ratingsList

var RatingsOf = ratingsOf

var Recall = recall

var ScaleOf = scaleOf

func (it *advice) Mine() *verdict { return it.Value().mine }

func (it *advice) Plain() *verdict { return it.Value().plain }

func (it *givenRatings) StopSearch() { it.found.Stop() }

func (it *givenRatings) You() *people.Person { return &it.you }

func (it *leave) All() community { return it.all }

func (it *leave) SetAsked(v bool) { it.asked = v }

func (it *leave) SetAtOnce(v int) { it.atOnce = v }

func (it *leave) SetDelay(v time.Duration) { it.delay = v }

func (it *leave) Err() error { return it.err }

func (it *leave) Gather() func(context.Context, engine.Problem, engine.Config) (community, error) {
	return it.gather
}

func (it *leave) SetGather(v func(context.Context, engine.Problem, engine.Config) (community, error)) {
	it.gather = v
}

func (it *leave) Halt() { it.halt() }

func (it *leave) SetMine(v *people.RemovalEffect) { it.mine = v }

func (it *leave) SetRunning() { it.work.Refresh(context.Background(), leaveStage{}, nil) }

func (it *leave) SetStage(v int) { it.stage = v }

func (it *leave) SetWaiting(v bool) { it.waiting = v }

func (it moment) Run() int { return it.run }

func (it named) Shared() bool { return it.shared }

func (it named) Title() string { return it.title }

func (it *Screen) Advice() *advice { return &it.advice }

func (it *Screen) Choose(who people.Person) { it.choose(who) }

func (it *Screen) Comparing() bool { return it.comparing }

func (it *Screen) SetComparing(v bool) { it.comparing = v }

func (it *Screen) CopyCommand() tea.Cmd { return it.copyCommand() }

func (it *Screen) Depart() tea.Cmd { return it.depart() }

func (it *Screen) Finder() *people.Finder { return it.finder }

func (it *Screen) Given() *givenRatings { return &it.given }

func (it *Screen) Guest() bool { return it.guest() }

func (it *Screen) Leave() *leave { return &it.leave }

func (it *Screen) ListPicks() { it.listPicks() }

func (it *Screen) Order() *session.Task[arrangement, []int32] { return &it.order }

func (it *Screen) Picks() *ui.List[pickRow] { return &it.picks }

func (it *Screen) Prepare() tea.Cmd {
	it.titles.Reset()
	return it.prepare()
}

func (it *Screen) Rates(you people.Person) { it.rates(you) }

func (it *Screen) Ratings() *ui.List[ratingRow] { return &it.ratings }

func (it *Screen) Settle() tea.Cmd { return it.settle() }

func (it *Screen) Take(msg tea.Msg) tea.Cmd { return it.take(msg) }

func (it *Screen) Users() *ui.List[userRow] { return &it.users }

func (it *Screen) UsersHeading() (title, note string) { return it.usersHeading() }

func (it *Screen) UsersPosition() string { return it.usersPosition() }

func (it *Screen) Version() int { return it.version }

func (it *Screen) SetVersion(v int) { it.version = v }

func (it *Screen) Who() *people.Person { return &it.who }

func (it *pickRow) Mine() *named { return &it.mine }

func (it *pickRow) Plain() *named { return &it.plain }

func (it ratingRow) Expected() float64 { return it.expected }

func (it ratingRow) Title() string { return it.title }

func (it scale) Digit(d int) (v float64, atOnce, ok bool) { return it.digit(d) }

func (it scale) High() float64 { return it.high }

func (it scale) Low() float64 { return it.low }

func (it scale) Step() float64 { return it.step }

func (it scale) Turn(v float64, by int) float64 { return it.turn(v, by) }

func (it userRow) Ratings() int { return it.ratings }

func (it userRow) User() int { return it.user }

func (it *verdict) At() *moment { return &it.at }

func (it *verdict) List() *people.Recommendations { return &it.list }
