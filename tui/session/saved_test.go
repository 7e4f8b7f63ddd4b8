package session_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpals/engine"
	"dpals/internal/tuitest/driver"
	"dpals/tui/session"
)

func TestBadSessionFileIsRefusedByName(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session.json")
	for name, test := range map[string]struct{ text, want string }{
		"no JSON":       {"{", "session.json: not a session"},
		"wrong type":    {`{"version":1,"epsilon":"one"}`, "session.json: not a session"},
		"other version": {`{"version":99}`, "of version 99"},
		"too large":     {strings.Repeat(" ", session.SessionLimit+1), "too large"},
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(path, []byte(test.text), 0o600); err != nil {
				t.Fatal(err)
			}
			if s, err := session.ReadSaved(path); err == nil || s != nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, %v", s, err)
			}
		})
	}
	if s, err := session.ReadSaved(filepath.Join(t.TempDir(), "none")); s != nil || err != nil {
		t.Errorf("without a file %v, %v", s, err)
	}
}

func TestOpeningOtherRatings(t *testing.T) {
	o := driver.Options()
	sources := map[string]engine.Problem{"small": driver.Problem(500)}
	o.Sources = []string{"small", "none"}
	o.Open = func(_ context.Context, source string) (engine.Problem, error) {
		p, ok := sources[source]
		if !ok {
			return p, errors.New(source + ": not found")
		}
		p.Name = source
		return p, nil
	}
	b := driver.New(t, 120, 36, o)
	old := b.Session.Runs.Current
	f := b.Begin(old)
	b.Press("p")
	got := driver.Messages(t, b.Session.Open("none"))
	b.Shows("loading none")
	b.Send(got...)
	b.Shows("ratings unchanged: none: not found")
	if b.Session.Runs.Current != old {
		t.Fatal("a source that cannot be read ends the run")
	}
	b.Press(":")
	for _, r := range "data small" {
		b.Press(string(r))
	}
	got = driver.Loaded(driver.Messages(t, b.Press("enter")))
	b.Send(got...)
	s := &b.Session.Runs
	if !f.Cancelled || s.Current == old || s.Current == nil || len(s.Pinned) > 0 || b.Session.Problem.Name != "small" {
		t.Errorf("the run goes on: %v; pins: %d; data: %s", !f.Cancelled, len(s.Pinned), b.Session.Problem.Name)
	}
	b.Charge(old, 1)
	if s.Private != 0 {
		t.Error("what other ratings paid is counted here")
	}
}
