package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dpals/engine"
	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/session"
)

// sessionFile is the name of the dashboard's session in the state folder.
const sessionFile = "session.json"

// resume continues the last session where no flag says otherwise. The tour, --fresh and watching start with the defaults.
func (f *screenFlags) resume(cmd *cobra.Command, run *runFlags, o *session.Options) {
	o.SessionFile = filepath.Join(stateFolder(cmd), sessionFile)
	o.Folder, _ = os.Getwd() // without it, the next session looks for a relative source in its own folder
	if f.watch != 0 {
		o.Watch, o.Instead = f.watch, run.builtIn
	}
	if f.tour || f.watch != 0 {
		o.SessionFile = ""
	}
	if f.tour || f.fresh || f.watch != 0 {
		return
	}
	s, err := session.ReadSaved(o.SessionFile)
	if err != nil {
		o.Notice = "last session not resumed: " + canvas.Text(err.Error())
	}
	if s == nil {
		return
	}
	o.Session = s
	given := func(name string) bool { return cmd.Flag(name).Changed }
	if s.Data != "" && !given("data") && !slices.ContainsFunc(readingFlags, given) {
		s.Data = relocated(s.Data, s.Folder, o.Folder)
		run.source.data = s.Data
		for i := 0; i+1 < len(s.Read); i += 2 {
			if name := strings.TrimPrefix(s.Read[i], "--"); slices.Contains(readingFlags, name) {
				_ = cmd.Flags().Set(name, s.Read[i+1]) // a value that no longer fits is an error when the ratings are read
			}
		}
		if s.Data != defaultData {
			o.Instead = run.builtIn
		}
	}
	if s.Theme != "" && o.Theme == autoTheme && !given("theme") && slices.Contains(o.Themes.Names(), s.Theme) {
		o.Theme = s.Theme
	}
	if _, err := engine.Lookup(s.Method); err == nil && !given("method") {
		run.method = s.Method
	}
	for name, text := range map[string]string{
		engine.EpsilonParameter.Name: format.Exact(s.Epsilon), engine.DeltaParameter.Name: format.Exact(s.Delta), engine.AccountantParameter.Name: s.Accountant,
	} {
		if !given(name) {
			run.resumeBudget(name, text)
		}
	}
}

// resumeBudget takes a parameter of the budget from a session, unless its value is refused.
func (f *runFlags) resumeBudget(name, text string) {
	for _, p := range engine.BudgetParameters() {
		if _, err := p.Parse(text); p.Name == name && err == nil {
			*f.typed[name] = text
		}
	}
}

// resumeSettings takes the method's parameters from the session, where no flag sets them and they are not refused.
func resumeSettings(cmd *cobra.Command, o *session.Options) error {
	s := o.Session
	if s == nil || s.Method != o.Config.Method {
		return nil
	}
	m, err := engine.Lookup(s.Method)
	if err != nil {
		return err
	}
	for name, v := range s.Settings[s.Method] {
		if p, ok := m.Parameter(name); ok && p.Check(v) == nil && !cmd.Flag(name).Changed {
			o.Config.Settings[name] = v
		}
	}
	return nil
}

// relocated returns a source that was named in one folder as it is named in another: a path that does not exist here is
// looked for there.
func relocated(source, from, here string) string {
	if from == "" || from == here || filepath.IsAbs(source) || exists(source) {
		return source
	}
	if path := filepath.Join(from, source); exists(path) {
		return path
	}
	return source
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
