package tui

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpals/engine"
)

func TestBrokenSessionIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session.json")
	for name, test := range map[string]struct{ text, want string }{
		"no JSON":       {"{", "session.json: not a session"},
		"wrong type":    {`{"version":1,"epsilon":"one"}`, "session.json: not a session"},
		"other version": {`{"version":99}`, "of version 99"},
		"too large":     {strings.Repeat(" ", sessionLimit+1), "too large"},
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(path, []byte(test.text), 0o600); err != nil {
				t.Fatal(err)
			}
			if s, err := ReadSession(path); err == nil || s != nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, %v", s, err)
			}
		})
	}
	if s, err := ReadSession(filepath.Join(t.TempDir(), "none")); s != nil || err != nil {
		t.Errorf("without a file %v, %v", s, err)
	}
}

func TestOpeningOtherRatings(t *testing.T) {
	o := fakeOptions()
	sources := map[string]engine.Problem{"small": fakeProblem(500)}
	o.Sources = []string{"small", "none"}
	o.Open = func(_ context.Context, source string) (engine.Problem, error) {
		p, ok := sources[source]
		if !ok {
			return p, errors.New(source + ": not found")
		}
		p.Name = source
		return p, nil
	}
	b := newBed(t, 120, 36, o)
	old := b.bench.session.current
	f := b.begin(old)
	b.press("p")
	got := messages(t, b.bench.open("none"))
	b.shows("loading none")
	b.send(got...)
	b.shows("the ratings stay: none: not found")
	if b.bench.session.current != old {
		t.Fatal("a source that cannot be read ends the run")
	}
	b.press(":")
	for _, r := range "data small" {
		b.press(string(r))
	}
	got = loaded(messages(t, b.press("enter")))
	b.send(got...)
	s := &b.bench.session
	if !f.cancelled || s.current == old || s.current == nil || len(s.pinned) > 0 || b.bench.problem.Name != "small" {
		t.Errorf("the run goes on: %v; pins: %d; data: %s", !f.cancelled, len(s.pinned), b.bench.problem.Name)
	}
	b.charge(old, 1)
	if s.private != 0 {
		t.Error("what other ratings paid is counted here")
	}
}
