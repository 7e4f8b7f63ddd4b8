package runs

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
	"dpals/tui/session"
)

// runsChangedMsg says what has become of runs.
type runsChangedMsg struct {
	said string
	gone []int64 // deleted
	err  error
}

// change is the command that changes runs of the store, or writes them.
func change(work func() (runsChangedMsg, error)) tea.Cmd {
	return func() tea.Msg {
		m, err := session.Try("changing the runs", work)
		m.err = err
		return m
	}
}

// changed tells of it and reads the list again.
func (s *Screen) changed(m runsChangedMsg) tea.Cmd {
	if m.err != nil {
		s.Complain("%s", session.FirstLine(m.err))
	} else if m.said != "" {
		s.Say("%s", m.said)
	}
	for _, id := range m.gone {
		s.Runs.Hide(id)
		s.marked = slices.DeleteFunc(s.marked, func(marked int64) bool { return marked == id })
	}
	return s.refresh()
}

// chosen are the runs that exporting and deleting mean: the marked ones, else the selected one.
func (s *Screen) chosen() []int64 {
	if len(s.marked) > 0 {
		return slices.Clone(s.marked)
	}
	if r, ok := s.list.Current(); ok {
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

func (s *Screen) mark() tea.Cmd {
	r, ok := s.list.Current()
	if !ok {
		return nil
	}
	if i := slices.Index(s.marked, r.ID); i >= 0 {
		s.marked = slices.Delete(s.marked, i, i+1)
	} else {
		s.marked = append(s.marked, r.ID)
	}
	s.list.Move(+1)
	return nil
}

func (s *Screen) unmark() tea.Cmd {
	s.marked = nil
	return nil
}

// pin pins the selected run in the store and draws it on Tune where it is over the ratings at hand, or lets go of it in
// both.
func (s *Screen) pin() tea.Cmd {
	r, ok := s.list.Current()
	if !ok {
		return nil
	}
	pinned, said := !r.Pinned, "unpinned"
	switch {
	case !pinned:
		s.Runs.Hide(r.ID)
	case !r.UsesSplit(s.Problem):
		said = "pinned: it was over other ratings than those at hand, so Tune does not draw it"
	default:
		d := s.Runs.DrawnAs(r.ID)
		if d == nil && s.one.ID == r.ID {
			d = s.CurveOf(s.one)
		}
		switch {
		case d == nil:
			said = "pinned: it has no curve that Tune could draw"
		case s.Runs.Show(d):
			said = "pinned: Tune draws its curve for comparison"
		default:
			said = fmt.Sprintf("pinned: Tune draws %d pins already, so let go of one to see it there", session.MaxPins)
		}
	}
	r.Pinned = pinned
	s.list.Replace(r, func(a, b store.Run) bool { return a.ID == b.ID })
	kept := s.Options.Archive
	return change(func() (runsChangedMsg, error) { return runsChangedMsg{said: said}, kept.Pin(pinned, r.ID) })
}

// load puts the knobs where the selected run had them and goes to Tune.
func (s *Screen) load() tea.Cmd {
	r, ok := s.list.Current()
	if !ok {
		return nil
	}
	_, c, known := session.AskedConfig(s.Options.Methods, r)
	if !known {
		s.Say("%s is no method of this program", canvas.Text(r.Method))
		return nil
	}
	switch {
	case s.Loaded() && !r.UsesSplit(s.Problem):
		s.Say("the knobs of %s, which was over %s and not over the ratings at hand", number(r.ID), canvas.Text(shortName(r.Data)))
	case r.Seed != nil && s.Options.Config.Seed == nil:
		s.Say("the knobs of %s; its seed is left behind, so the noise is real", number(r.ID))
	default:
		s.Say("the knobs of %s", number(r.ID))
	}
	s.Knobs.TurnTo(c) // Tune trains with them when it comes to the front
	return tea.Batch(s.RefreshPreview(), func() tea.Msg { return session.GoToMsg{Screen: session.TuneName} })
}

func (s *Screen) copy() tea.Cmd {
	r, ok := s.list.Current()
	if !ok {
		return nil
	}
	line := s.CommandOf(r)
	if line == "" {
		s.Say("%s is no method of this program", canvas.Text(r.Method))
		return nil
	}
	return s.Session.Copy(line)
}

func (s *Screen) startNaming() tea.Cmd {
	if r, ok := s.list.Current(); ok {
		s.FocusOn(panelList) // where it is typed
		s.naming.Begin(r.Label)
	}
	return nil
}

// nameIt takes a key while a label is typed.
func (s *Screen) nameIt(key tea.KeyPressMsg) tea.Cmd {
	switch key.String() {
	case "esc":
		s.naming.Close()
	case "enter":
		r, ok := s.list.Current()
		label := strings.TrimSpace(s.naming.Text())
		s.naming.Close()
		if !ok || label == r.Label {
			return nil
		}
		kept := s.Options.Archive
		return change(func() (runsChangedMsg, error) { return runsChangedMsg{}, kept.Label(r.ID, label) })
	default:
		s.naming.Press(key)
	}
	return nil
}

func (s *Screen) askToDelete() tea.Cmd {
	s.FocusOn(panelList) // where it is asked
	s.doomed = s.chosen()
	return nil
}

func (s *Screen) question() string {
	return "delete " + numbers(s.doomed) + "? y deletes, any other key keeps"
}

// judge takes the answer to whether runs are to be deleted.
func (s *Screen) judge(key tea.KeyPressMsg) tea.Cmd {
	ids := s.doomed
	s.doomed = nil
	if key.String() != "y" {
		return nil
	}
	kept := s.Options.Archive
	return change(func() (runsChangedMsg, error) {
		if err := kept.Delete(ids...); err != nil {
			return runsChangedMsg{}, err
		}
		return runsChangedMsg{said: numbers(ids) + " deleted; what was charged stays in the ledger", gone: ids}, nil
	})
}

// export is the command that writes runs as files of a format into the current folder.
func export(format string) func(*Screen) tea.Cmd {
	return func(s *Screen) tea.Cmd {
		write, ids, kept := s.Options.Export[format], s.chosen(), s.Options.Archive
		if write == nil || len(ids) == 0 {
			return nil
		}
		return change(func() (runsChangedMsg, error) {
			var names []string
			for _, id := range ids {
				d, err := kept.Get(id)
				if err != nil {
					return runsChangedMsg{}, err
				}
				name, err := writeNew(fmt.Sprintf("run-%d", id), format, func(w io.Writer) error { return write(w, d) })
				if err != nil {
					return runsChangedMsg{}, err
				}
				names = append(names, name)
			}
			return runsChangedMsg{said: "written: " + strings.Join(names, ", ")}, nil
		})
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
