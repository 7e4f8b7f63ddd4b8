package runs

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/promise"
	"dpals/engine/store"
	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// open is the command that reads the selected run.
func (s *Screen) open() tea.Cmd {
	r, ok := s.list.Current()
	if !ok {
		return nil
	}
	ask := s.opened.Request
	if s.old {
		ask, s.old = s.opened.Refresh, false
	}
	kept, id := s.Options.Archive, r.ID
	return ask(s.Ctx, id, func(context.Context) (store.Detail, error) {
		d, err := kept.Get(id)
		if err == nil && d.Outcome == "" && kept.ReapDeadRuns() == nil { // its process may have died
			d, err = kept.Get(id)
		}
		return d, err
	})
}

// takeOpened shows a run. One that is gone leaves the list; one that trains is looked at again.
func (s *Screen) takeOpened() tea.Cmd {
	before, id := s.one, s.opened.Key()
	s.one = s.opened.Value()
	if err := s.opened.Err(); err != nil {
		s.one = store.Detail{Run: store.Run{ID: id}}
		s.stale = s.stale || errors.Is(err, store.ErrNoRun) && before.ID != id
		return s.follow()
	}
	s.list.Replace(s.one.Run, func(a, b store.Run) bool { return a.ID == b.ID })
	if before.ID == id && before.Outcome == "" && s.one.Outcome != "" {
		s.stale = true // it has ended, and may have another place in the order
	}
	return tea.Batch(s.follow(), s.watchOn(before.ID == id && before.Iterations == s.one.Iterations))
}

// emptyOne is what the panels of a run say where there is none to show; "" where there is.
func (s *Screen) emptyOne() string {
	switch {
	case s.comparing:
		return ""
	case s.list.Length() == 0 || s.Options.Archive == nil:
		return "the settings, releases and curve of the selected run"
	case s.opened.Err() != nil:
		return session.FirstLine(s.opened.Err())
	case s.one.ID == 0:
		return "reading the run"
	}
	return ""
}

func (s *Screen) oneTitle() (title, note string) {
	switch {
	case s.comparing:
		return "Side by side", differs + " differs"
	case s.one.ID == 0 || s.emptyOne() != "":
		return "Run", ""
	}
	return fmt.Sprintf("Run %d", s.one.ID), canvas.Text(s.one.Label)
}

// facts are all that is kept of the run that is shown, in lines of w cells.
func (s *Screen) facts(w int) []string {
	th, r := s.Theme, s.one.Run
	const names = 12
	var rows []string
	row := func(name, value string, style lipgloss.Style) {
		for i, line := range wrapParts(value, max(w-names-1, 8)) {
			if i > 0 {
				name = ""
			}
			rows = append(rows, canvas.Paint(th.Muted, ui.Pad(name, names, false))+" "+canvas.Paint(style, line))
		}
	}
	row("outcome", outcomeOf(r)+ui.Separator+format.ShortPlural(r.Iterations, "step")+ui.Separator+"time "+tookOf(r), outcomeStyle(th, r))
	if r.Error != "" {
		row("", session.FirstLine(errors.New(r.FailureReason())), th.Bad)
	}
	row("RMSE", fmt.Sprintf("validation %s · test %s · training %s", session.NoisyRMSE(r.ValidRMSE, r.ValidDeviation()), format.ShortRMSE(r.TestRMSE), format.ShortRMSE(r.TrainRMSE)), th.Strong)
	row("", errorsAre(r), th.Muted)
	for _, name := range slices.Sorted(maps.Keys(r.Metrics)) {
		row(name, format.Number(r.Metrics[name]), th.Text)
	}
	row("data", canvas.Text(r.Data)+fmt.Sprintf(" · split %s, seed %d", r.Split, r.SplitSeed), th.Text)
	row("method", canvas.Text(r.Method)+" · "+trustOf(r), th.Text)
	row("privacy", promiseOf(r), th.Text)
	if text := stoppedPromise(s.one); text != "" {
		row("", text, th.Text)
	}
	if released := promise.Released(r.Scope); released != "" {
		text := released + " released by the run"
		if r.FailureProbability > 0 {
			text += ui.Separator + format.Number(r.FailureProbability) + " of δ for the items"
		}
		row("scope", text, th.Text)
	}
	style := th.Text
	if r.Simulation {
		style = th.Warning
	}
	row("noise", noiseOf(r), style)
	row("began", r.Started.Format("2006-01-02 15:04:05")+" UTC by "+canvas.Text(r.Origin), th.Text)
	row("program", canvas.Text(r.Program), th.Muted)
	rows = append(rows, s.settingRows(w)...)
	return append(rows, s.releaseRows(w)...)
}

// wrapParts breaks a text between its parts, into lines of at most w cells; a part that is longer is broken at spaces.
func wrapParts(text string, w int) []string {
	var lines []string
	for part := range strings.SplitSeq(text, ui.Separator) {
		if n := len(lines) - 1; n >= 0 && canvas.Width(lines[n]+ui.Separator+part) <= w {
			lines[n] += ui.Separator + part
			continue
		}
		lines = append(lines, ui.Wrap(part, w)...)
	}
	return lines
}

// errorsAre says what the errors of a run are.
func errorsAre(r store.Run) string {
	if r.MetricsPrivate {
		return "the validation error is released, part of the ε"
	}
	return "on held-out ratings: not private numbers"
}

func trustOf(r store.Run) string {
	if title := method.Trust(r.Trust).Threat().Title; title != "" {
		return title
	}
	return canvas.Text(r.Trust)
}

// promiseOf is what the promise of a run is.
func promiseOf(r store.Run) string {
	switch {
	case !r.Private:
		return "none: the model may give any user's ratings away"
	case r.Accountant == "":
		return "ε 0: nothing is released"
	case r.Delta == 0:
		return fmt.Sprintf("ε %s, pure", format.Setting(format.Round(r.Epsilon, 4)))
	}
	return fmt.Sprintf("ε %s at δ %s · μ %s · %s", format.Setting(format.Round(r.Epsilon, 4)), format.Number(r.Delta), format.Number(r.Mu), canvas.Text(r.Accountant))
}

// stoppedPromise is what holds of a kept run that ended before its plan; "" where it did not.
func stoppedPromise(d store.Detail) string {
	epsilon, err := d.Charged()
	if d.Outcome == "" || d.Outcome == engine.Done.String() || err != nil || !(epsilon > 0) {
		return ""
	}
	return promise.Stopped(format.Number(epsilon), format.Number(d.Epsilon))
}

func noiseOf(r store.Run) string {
	switch {
	case !r.Private && r.Seed == nil, r.Accountant == "" && r.Private:
		return "none"
	case !r.Private:
		return fmt.Sprintf("none; seed %d", *r.Seed)
	case r.Seed != nil:
		return fmt.Sprintf("known from seed %d · a simulation, which protects nobody", *r.Seed)
	case r.Ledger != 0:
		return fmt.Sprintf("secret · charged as run %d of the ledger", r.Ledger)
	}
	return "secret · charged to no ledger"
}

// settingRows are the parameters in columns as wide as the widest; what was asked for is marked.
func (s *Screen) settingRows(w int) []string {
	th, r := s.Theme, s.one.Run
	if len(r.Settings) == 0 {
		return nil
	}
	names := slices.Sorted(maps.Keys(r.Settings))
	wide := 0
	for _, name := range names {
		wide = max(wide, canvas.Width(canvas.Text(name+" "+r.Settings[name]))+1)
	}
	columns := min(max((w+2)/(wide+2), 1), 4)
	rows := []string{"", canvas.Paint(th.Strong, "settings") + canvas.Paint(th.Muted, ", "+th.Glyphs.Changed+" asked for")}
	each := (len(names) + columns - 1) / columns
	for i := range each {
		line := ""
		for at := i; at < len(names); at += each {
			name, value := names[at], canvas.Text(r.Settings[names[at]])
			mark, style := " ", th.Text
			if _, asked := r.Given[name]; asked {
				mark, style = th.Glyphs.Changed, th.Strong
			}
			name = canvas.Text(name)
			room := strings.Repeat(" ", max(wide-1-canvas.Width(name)-canvas.Width(value), 1))
			line += canvas.Paint(th.Accent, mark) + canvas.Paint(th.Muted, name) + room + canvas.Paint(style, value) + ui.ColumnSpace
		}
		rows = append(rows, line)
	}
	return rows
}

func (s *Screen) releaseRows(w int) []string {
	th := s.Theme
	if len(s.one.Releases) == 0 {
		return nil
	}
	name := min(max(w-34, 8), 20)
	line := func(a, b, c, d string) string {
		return fmt.Sprintf("%s %9s %9s %9s", ui.Pad(canvas.Line(a, min(canvas.Width(a), name)), name, false), b, c, d)
	}
	rows := []string{"", "  " + canvas.Paint(th.Muted, line("release", "sensitiv.", "noise σ", "μ so far"))}
	for _, r := range s.one.Releases {
		style, glyph := th.Kind(r.Kind)
		moved, drawn := format.Number(r.Sensitivity), format.Number(r.Sigma)
		if r.Epsilon > 0 {
			moved, drawn = "local", "ε "+format.Number(r.Epsilon)
		}
		rows = append(rows, canvas.Paint(style, glyph)+" "+canvas.Paint(th.Text, line(canvas.Text(r.Name), moved, drawn, format.Number(r.SpentMu))))
	}
	return rows
}

// shortName is the name of a data set in a few cells: of a path the end says most.
func shortName(data string) string {
	if strings.Contains(data, "/") {
		return path.Base(data)
	}
	return data
}

// number writes the number of a run.
func number(id int64) string { return "run " + strconv.FormatInt(id, 10) }
