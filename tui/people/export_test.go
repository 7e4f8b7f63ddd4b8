package people

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpals/engine"
	"dpals/engine/people"
	"dpals/loaders"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// What the tests, which are outside of this package, read and set of a screen.

const (
	StageReferenceFull = stageReferenceFull
	PanelRemoval       = panelRemoval
)

type (
	FullModel         = fullModel
	RecommendationRow = recommendationRow
	StageResult       = session.Result[removalStage, stageResult]
)

var (
	CountRatings    = countRatings
	RatingsArgument = ratingsArgument
	RestoreGuest    = restoreGuest
	ScaleOf         = scaleOf
)

// UsersMatching returns the users whose ids contain a text.
var UsersMatching = func(s *loaders.Split, needle string) []int32 { return usersBy(s, orderBy{filter: needle}) }

// The screen.

func (p *Screen) Finder() *people.Finder                   { return p.finder }
func (p *Screen) Person() *people.Person                   { return &p.person }
func (p *Screen) IsGuest() bool                            { return p.isGuest() }
func (p *Screen) ShowPerson(person people.Person)          { p.show(person) }
func (p *Screen) Version() int                             { return p.version }
func (p *Screen) SetVersion(v int)                         { p.version = v }
func (p *Screen) Comparing() bool                          { return p.comparing }
func (p *Screen) SetComparing(v bool)                      { p.comparing = v }
func (p *Screen) CopyCommand() tea.Cmd                     { return p.copyCommand() }
func (p *Screen) Refresh() tea.Cmd                         { return p.refresh() }
func (p *Screen) Users() *ui.List[userRow]                 { return &p.users }
func (p *Screen) UsersHeading() (title, note string)       { return p.usersHeading() }
func (p *Screen) UsersPosition() string                    { return p.usersPosition() }
func (p *Screen) Ratings() *ui.List[ratingRow]             { return &p.ratings }
func (p *Screen) Recommended() *ui.List[recommendationRow] { return &p.recommended }
func (p *Screen) ListRecommendations()                     { p.listRecommendations() }

// Prepare prepares the titles again.
func (p *Screen) Prepare() tea.Cmd {
	p.titles.Reset()
	return p.prepare()
}

// ForgetCommands lets every kind of command start again, since a test has dropped those that were started.
func (p *Screen) ForgetCommands() {
	p.answers.Stop()
	p.order.Stop()
	p.guest.found.Stop()
	p.removal.waiting = false
	p.removal.stop()
}

func (r userRow) User() int            { return r.user }
func (r userRow) Ratings() int         { return r.ratings }
func (r ratingRow) Title() string      { return r.title }
func (r ratingRow) Predicted() float64 { return r.predicted }

// Guest returns the guest as far as they are set.
func (p *Screen) Guest() *people.Person                    { return &p.guest.person }
func (p *Screen) SetGuest(person people.Person)            { p.setGuest(person) }
func (s scale) Low() float64                               { return s.low }
func (s scale) High() float64                              { return s.high }
func (s scale) Step() float64                              { return s.step }
func (s scale) Turn(v float64, by int) float64             { return s.turn(v, by) }
func (s scale) Digit(d int) (v float64, complete, ok bool) { return s.digit(d) }

// The answers of the models.

func (p *Screen) Answers() *answers                     { return &p.answers }
func (a *answers) Run() *modelAnswer                    { return a.Value().run }
func (a *answers) Reference() *modelAnswer              { return a.Value().reference }
func (a *modelAnswer) RunNumber() int                   { return a.at.number }
func (a *modelAnswer) List() *people.Recommendations    { return &a.list }
func (r *recommendationRow) Run() *recommendation       { return &r.run }
func (r *recommendationRow) Reference() *recommendation { return &r.reference }
func (r recommendation) Title() string                  { return r.title }
func (r recommendation) Shared() bool                   { return r.shared }

// LateAnswers returns empty answers for the person on the screen, as a message that the test delivers later.
func (p *Screen) LateAnswers() tea.Msg {
	return p.answers.Finished(answersKey{person: p.version}, modelAnswers{}, nil)
}

// The removal.

type trainFunc = func(context.Context, engine.Problem, engine.Config) (fullModel, error)

func (p *Screen) Removal() *removal              { return &p.removal }
func (p *Screen) ContinueRemoval() tea.Cmd       { return p.continueRemoval() }
func (p *Screen) TakeResult(msg tea.Msg) tea.Cmd { return p.takeResult(msg) }
func (l *removal) Train() trainFunc              { return l.train }
func (l *removal) SetTrain(train trainFunc)      { l.train = train }
func (l *removal) SetDelay(d time.Duration)      { l.delay = d }
func (l *removal) SetAutoLimit(ratings int)      { l.autoLimit = ratings }
func (l *removal) SetAsked(v bool)               { l.asked = v }
func (l *removal) Err() error                    { return l.err }
func (l *removal) Full() fullModel               { return l.full }

// SetRunning puts the removal into a stage that trains, with the effect measured so far.
func (l *removal) SetRunning(stage int, effect *people.RemovalEffect) {
	l.work.Refresh(context.Background(), removalStage{}, nil)
	l.stage, l.effect = stage, effect
}
