package frontier_test

import (
	"slices"
	"strings"
	"testing"

	"dpals/engine"
	"dpals/engine/scope"
	"dpals/internal/tuitest/driver"
	"dpals/tui/frontier"
	"dpals/tui/session"
)

// A sweep uses the private scope of the session, shows it and copies it into its command.
func TestSweepUsesScopeOfSession(t *testing.T) {
	o := driver.Options()
	o.Config.Scope = scope.Private{Range: true, Catalogue: true}
	o.Source = []string{"--columns", "user=u", "--range", "private", "--catalogue", "private"}
	b := driver.New(t, 120, 36, o)
	f := screenOf(b)
	spec := f.FormSpec()
	if !spec.PrivateRange || !spec.PrivateCatalogue || len(spec.Source) != 1 || spec.Source["columns"] != "user=u" {
		t.Errorf("spec %+v", spec)
	}
	if got := frontier.SweepCommand(spec); strings.Count(got, "--range private") != 1 || strings.Count(got, "--catalogue private") != 1 {
		t.Errorf("command %q", got)
	}
	if got := frontier.GridWords(spec); !strings.Contains(got, "range and items released") {
		t.Errorf("stored as %q", got)
	}
	for _, size := range driver.Sizes {
		b := driver.New(t, size[0], size[1], o)
		screenOf(b)
		b.Shows("releases range and items")
	}
}

// The command of a run has the scope of the run, not that of the loaded ratings.
func TestCommandHasScopeOfRun(t *testing.T) {
	o := driver.Options()
	source := []string{"--range", "private", "--columns", "user=u"}
	m := o.Methods[0]
	c := o.Config
	if got := session.FlagsOf(o.Problem, source, m, c); slices.Contains(got, "private") || !slices.Contains(got, "--columns") {
		t.Errorf("without a scope: %q", got)
	}
	c.Scope.Catalogue = true
	if got := strings.Join(session.FlagsOf(o.Problem, source, m, c), " "); strings.Contains(got, "--range") || !strings.Contains(got, "--catalogue private") {
		t.Errorf("with a private catalogue: %q", got)
	}
}

// With released errors, every method selected by default can release them.
func TestDefaultMethodsCanReleaseErrors(t *testing.T) {
	o := driver.Options()
	problem := driver.FilmProblem(t)
	f := frontier.NewSweepForm(engine.Methods(), nil, 2, true)
	if len(f.MethodNames()) == 0 {
		t.Fatal("no method is selected")
	}
	for _, name := range f.MethodNames() {
		c := o.Config
		c.Method, c.PrivateMetrics, c.Ledger, c.Settings = name, 0.1, nil, nil
		if _, err := engine.Check(problem, c); err != nil {
			t.Errorf("%s is selected and refused: %v", name, err)
		}
	}
}
