package people_test

import (
	"context"
	"slices"
	"testing"

	"dpals/engine"
	"dpals/internal/tuitest/driver"
	tuipeople "dpals/tui/people"
	"dpals/tui/session"
)

// The run's method is trained once on all users, and once more for each user who is removed; the guest needs no training.
// The reference is trained on request, once on all users too.
func TestRemovalReusesTheFullModel(t *testing.T) {
	b := newTestScreen(t, 160, 50, driver.FilmOptions(t))
	r := b.trained(privateModel, referenceModel)
	b.open()
	want := []string{"dpals, seed 1, threads 1", "dpals without 0"}
	if !slices.Equal(b.log, want) {
		t.Fatalf("%v, want %v", b.log, want)
	}
	b.Hides("als, not private")
	b.types("c")
	want = append(want, "als, seed 1, threads 1", "als without 0")
	if !slices.Equal(b.log, want) {
		t.Fatalf("%v, want %v", b.log, want)
	}
	if r.Config.Seed != nil {
		t.Error("the run itself has a seed now")
	}
	b.Shows("<0.0001")
	b.Shows("als, not private")
	b.Shows("0.3100")
	b.Shows("is bounded by ε 1.00")
	b.types("down")
	if !slices.Equal(b.log[4:], []string{"dpals without 1", "als without 1"}) {
		t.Errorf("%v for a second user", b.log[4:])
	}
	b.types("g")
	b.Shows("No effect on others: the model was trained without you.")
	if len(b.log) != 6 {
		t.Errorf("%v for the guest", b.log[6:])
	}
}

func TestRemovalWaitsFailsAndRestarts(t *testing.T) {
	b := newTestScreen(t, 160, 50, driver.FilmOptions(t))
	b.p.Removal().SetAutoLimit(1)
	train, broken := b.p.Removal().Train(), true
	b.p.Removal().SetTrain(func(ctx context.Context, p engine.Problem, c engine.Config) (tuipeople.FullModel, error) {
		if broken {
			return nil, driver.ErrSample
		}
		return train(ctx, p, c)
	})
	b.open()
	b.types("x")
	b.Shows("no finished run yet")
	b.trained(privateModel, referenceModel)
	b.refresh()
	b.Shows("x: train without this user")
	b.types("x")
	b.Shows("removal failed: the trainer crashed")
	broken = false
	b.types("x")
	b.Shows("0.0200")
	if b.p.Focus != tuipeople.PanelRemoval {
		t.Error("the panel of the removal is not focused")
	}
	// Another run has priority, and is then the one that the user is removed from.
	b.Press("1", "enter")
	b.GoTo("People")
	b.Begin(b.Session.Runs.Current)
	b.types("F", "F", "F", "down", "x")
	b.Shows("starts when training finishes")
	log := len(b.log)
	b.Whole(0.95)
	b.Session.Runs.Current.History = modelRun{driver.NewRun(), privateModel}
	b.refresh()
	if len(b.log)-log != 2 {
		t.Errorf("%v after another run", b.log[log:])
	}
}

// A removal is cancelled by a run, by the choice of another user and by the choice of another screen.
func TestRemovalIsCancelled(t *testing.T) {
	for name, act := range map[string]func(*testScreen){
		"another user":   func(b *testScreen) { b.p.Update(nil); b.Press("down") },
		"another screen": func(b *testScreen) { b.Press("1"); b.Send(nil) },
		"a run":          func(b *testScreen) { b.Session.TrainKnobs(); b.Send(nil) },
		"other ratings":  func(b *testScreen) { b.Send(session.LoadedMsg{Problem: driver.FilmProblem(b.T)}) },
	} {
		t.Run(name, func(t *testing.T) {
			b := newTestScreen(t, 160, 50, driver.FilmOptions(t))
			b.trained(privateModel, referenceModel)
			b.p.Removal().SetAutoLimit(1)
			b.open()
			var under context.Context
			b.p.Removal().SetTrain(func(ctx context.Context, _ engine.Problem, _ engine.Config) (tuipeople.FullModel, error) {
				under = ctx
				return nil, ctx.Err()
			})
			b.p.Removal().SetAsked(true)
			cmd := b.p.ContinueRemoval()
			act(b)
			late := cmd().(tuipeople.StageResult)
			if under.Err() == nil {
				t.Fatal("the removal goes on")
			}
			b.p.TakeResult(late)
			if b.p.Removal().Err() != nil || b.p.Removal().Full() != nil {
				t.Errorf("a late result is taken: %v", b.p.Removal().Err())
			}
		})
	}
}
