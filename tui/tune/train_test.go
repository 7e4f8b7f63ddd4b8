package tune_test

import (
	"testing"

	"dpals/internal/tuitest/driver"
	"dpals/tui/session"
)

func TestLargeDataTrainsOnlyOnEnter(t *testing.T) {
	o := driver.Options()
	o.Problem = driver.Problem(session.RetrainLimit + 1)
	b := driver.New(t, 120, 36, o)
	s := &b.Session.Runs
	if got := driver.Only[session.SettledMsg](driver.Messages(t, b.Press("right"))); len(got) > 0 || s.Current != nil {
		t.Error("large data trains without Enter")
	}
	b.Shows("Enter: train with these settings")
	b.Press("enter")
	if s.Current == nil {
		t.Fatal("Enter does not train")
	}
	if s.Reference != nil {
		t.Error("als trains beside the first run on large data")
	}
	b.Whole(0.99)
	if s.Reference == nil {
		t.Error("als is not trained after the first run")
	}
}
