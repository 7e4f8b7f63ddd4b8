package runs

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// export returns the action that writes runs as files of a format into the current folder.
func export(format string) func(*Screen) tea.Cmd {
	return func(s *Screen) tea.Cmd {
		write, ids, archive := s.Options.Export[format], s.targets(), s.Options.Archive
		if write == nil || len(ids) == 0 {
			return nil
		}
		return change(func() (runsChangedMsg, error) {
			var names []string
			for _, id := range ids {
				d, err := archive.Get(id)
				if err != nil {
					return runsChangedMsg{}, err
				}
				name, err := writeNew(fmt.Sprintf("run-%d", id), format, func(w io.Writer) error { return write(w, d) })
				if err != nil {
					return runsChangedMsg{}, err
				}
				names = append(names, name)
			}
			return runsChangedMsg{message: "written: " + strings.Join(names, ", ")}, nil
		})
	}
}

// writeNew writes a file under a name that does not exist: name.format, name-2.format and so on. It removes a file that it
// cannot write completely.
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
	return "", fmt.Errorf("cannot write %s.%s: %d files of this name exist, move or delete some", name, format, tries)
}
