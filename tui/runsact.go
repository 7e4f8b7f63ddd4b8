package tui

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpals/engine/store"
	"dpals/tui/canvas"
)

// runsChangedMsg says what has become of runs.
type runsChangedMsg struct {
	said string
	gone []int64 // deleted
	err  error
}

// changed tells of it and reads the list again.
func (s *runs) changed(m runsChangedMsg) tea.Cmd {
	if m.err != nil {
		s.complain("%s", firstLine(m.err))
	} else if m.said != "" {
		s.say("%s", m.said)
	}
	for _, id := range m.gone {
		s.session.hide(id)
		s.marked = slices.DeleteFunc(s.marked, func(marked int64) bool { return marked == id })
	}
	return s.refresh()
}

// chosen are the runs that exporting and deleting mean: the marked ones, else the selected one.
func (s *runs) chosen() []int64 {
	if len(s.marked) > 0 {
		return slices.Clone(s.marked)
	}
	if r, ok := s.list.current(); ok {
		return []int64{r.ID}
	}
	return nil
}

// numbers writes which runs: "run 12", "runs 12, 14 and 15".
func numbers(ids []int64) string {
	if len(ids) == 1 {
		return number(ids[0])
	}
	if len(ids) > 4 {
		return fmt.Sprintf("%d runs", len(ids))
	}
	var texts []string
	for _, id := range ids {
		texts = append(texts, fmt.Sprint(id))
	}
	last := len(texts) - 1
	return "runs " + strings.Join(texts[:last], ", ") + " and " + texts[last]
}

func (s *runs) mark() tea.Cmd {
	r, ok := s.list.current()
	if !ok {
		return nil
	}
	if i := slices.Index(s.marked, r.ID); i >= 0 {
		s.marked = slices.Delete(s.marked, i, i+1)
	} else {
		s.marked = append(s.marked, r.ID)
	}
	s.list.move(+1)
	return nil
}

func (s *runs) unmark() tea.Cmd {
	s.marked = nil
	s.list.version++
	return nil
}

// pin pins the selected run in the store and draws it on Tune where it is over the ratings at hand, or lets go of it in
// both.
func (s *runs) pin() tea.Cmd {
	r, ok := s.list.current()
	if !ok {
		return nil
	}
	pinned, said := !r.Pinned, "unpinned"
	switch {
	case !pinned:
		s.session.hide(r.ID)
	case !r.UsesSplit(s.problem):
		said = "pinned: it was over other ratings than those at hand, so Tune does not draw it"
	default:
		d := s.session.drawnAs(r.ID)
		if d == nil && s.one.ID == r.ID {
			d = s.ghost(s.one)
		}
		switch {
		case d == nil:
			said = "pinned: it has no curve that Tune could draw"
		case s.session.show(d):
			said = "pinned: Tune draws its curve for comparison"
		default:
			said = fmt.Sprintf("pinned: Tune draws %d pins already, so let go of one to see it there", maxPins)
		}
	}
	r.Pinned = pinned
	s.list.renew(r, func(a, b store.Run) bool { return a.ID == b.ID })
	kept := s.options.archive
	return func() tea.Msg { return runsChangedMsg{said: said, err: kept.Pin(pinned, r.ID)} }
}

// load puts the knobs where the selected run had them and goes to Tune.
func (s *runs) load() tea.Cmd {
	r, ok := s.list.current()
	if !ok {
		return nil
	}
	_, c, known := asked(s.options.methods, r)
	if !known {
		s.say("%s is no method of this program", canvas.Text(r.Method))
		return nil
	}
	switch {
	case s.loaded() && !r.UsesSplit(s.problem):
		s.say("the knobs of %s, which was over %s and not over the ratings at hand", number(r.ID), canvas.Text(shortName(r.Data)))
	case r.Seed != nil && s.options.Config.Seed == nil:
		s.say("the knobs of %s; its seed is left behind, so the noise is real", number(r.ID))
	default:
		s.say("the knobs of %s", number(r.ID))
	}
	s.tune.knobs.turnTo(c) // Tune trains with them when it comes to the front
	return tea.Batch(s.tune.foresee(), func() tea.Msg { return goToMsg{s.tune.name()} })
}

func (s *runs) copy() tea.Cmd {
	r, ok := s.list.current()
	if !ok {
		return nil
	}
	line := s.repeat(r, s.fixed && s.one.ID == r.ID)
	if line == "" {
		s.say("%s is no method of this program", canvas.Text(r.Method))
		return nil
	}
	return s.bench.copy(line)
}

func (s *runs) startNaming() tea.Cmd {
	if r, ok := s.list.current(); ok {
		s.focusOn(runsList) // where it is typed
		s.naming.begin(r.Label)
	}
	return nil
}

// nameIt takes a key while a label is typed.
func (s *runs) nameIt(key tea.KeyPressMsg) tea.Cmd {
	switch key.String() {
	case "esc":
		s.naming.close()
	case "enter":
		r, ok := s.list.current()
		label := strings.TrimSpace(s.naming.text())
		s.naming.close()
		if !ok || label == r.Label {
			return nil
		}
		kept := s.options.archive
		return func() tea.Msg { return runsChangedMsg{err: kept.Label(r.ID, label)} }
	default:
		s.naming.press(key)
	}
	return nil
}

func (s *runs) askToDelete() tea.Cmd {
	s.focusOn(runsList) // where it is asked
	s.doomed = s.chosen()
	return nil
}

func (s *runs) question() string {
	return "delete " + numbers(s.doomed) + "? y deletes, any other key keeps"
}

// judge takes the answer to whether runs are to be deleted.
func (s *runs) judge(key tea.KeyPressMsg) tea.Cmd {
	ids := s.doomed
	s.doomed = nil
	if key.String() != "y" {
		return nil
	}
	kept := s.options.archive
	return func() tea.Msg {
		if err := kept.Delete(ids...); err != nil {
			return runsChangedMsg{err: err}
		}
		return runsChangedMsg{said: numbers(ids) + " deleted; what was charged stays in the ledger", gone: ids}
	}
}

// export is the command that writes runs as files of a format into the current folder.
func export(format string) func(*runs) tea.Cmd {
	return func(s *runs) tea.Cmd {
		write, ids, kept := s.options.Export[format], s.chosen(), s.options.archive
		if write == nil || len(ids) == 0 {
			return nil
		}
		return func() tea.Msg {
			var names []string
			for _, id := range ids {
				d, err := kept.Get(id)
				if err != nil {
					return runsChangedMsg{err: err}
				}
				name, err := writeNew(fmt.Sprintf("run-%d", id), format, func(w io.Writer) error { return write(w, d) })
				if err != nil {
					return runsChangedMsg{err: err}
				}
				names = append(names, name)
			}
			return runsChangedMsg{said: "written: " + strings.Join(names, ", ")}
		}
	}
}

// writeNew writes a file of a name that none has yet: name.format, name-2.format and so on. What cannot be written whole
// is taken away again.
func writeNew(name, format string, write func(io.Writer) error) (path string, err error) {
	const tries = 1000
	for i := range tries {
		path = name + "." + format
		if i > 0 {
			path = fmt.Sprintf("%s-%d.%s", name, i+1, format)
		}
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		if err := errors.Join(write(f), f.Close()); err != nil {
			_ = os.Remove(path)
			return "", err
		}
		return path, nil
	}
	return "", fmt.Errorf("%s.%s: there are %d files of that name already", name, format, tries)
}
