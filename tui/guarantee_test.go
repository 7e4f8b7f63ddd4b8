package tui_test

import (
	"strings"
	"testing"

	"dpals/accounting"
	"dpals/engine"
	"dpals/engine/method"
	"dpals/engine/promise"
	"dpals/internal/tuitest"
	"dpals/internal/tuitest/driver"
	"dpals/loaders"
	"dpals/tui/session"
)

// At every width a sum of charges is never shown as a guarantee: without a limit the screen says that there is no
// guarantee, with one the guarantee is the limit.
func TestSumOfChargesIsNoGuarantee(t *testing.T) {
	for _, size := range [][2]int{{60, 24}, {80, 24}, {100, 30}, {120, 36}, {200, 50}} {
		o := driver.Options()
		driver.WithLedger(&o)
		b := driver.New(t, size[0], size[1], o)
		b.Whole(0.995)
		b.SendLedger(driver.Standing(t, 1.2, 0))
		b.Shows("charged ε 1.2")
		b.Shows(promise.NoLimitShort)
		b.Hides("spent")
		b.SendLedger(driver.Standing(t, 1.62, 4))
		b.Shows("guarantee")
		b.Shows("charged ε 1.62")
		b.Hides(promise.NoLimitShort)
	}
}

// Without a ledger, the charges of the session are labelled as no guarantee too.
func TestSessionIsASumOfCharges(t *testing.T) {
	b := driver.New(t, 200, 50, driver.Options())
	b.Whole(0.995)
	b.Shows("no ledger, no guarantee")
}

// crowd returns a problem whose numbers of users, ratings and duplicates depend on extra.
func crowd(extra int, origin loaders.Origin) engine.Problem {
	p := driver.Problem(1000 + extra)
	for _, r := range []*loaders.Ratings{p.Split.Train, p.Split.Valid, p.Split.Test} {
		r.Users += extra
		r.Ptr = make([]int64, r.Users+1)
		for i := range r.Ptr {
			r.Ptr[i] = min(int64(i), int64(len(r.Item)))
		}
		r.Ptr[r.Users] = int64(len(r.Item))
		r.UserNames = loaders.Numbered(r.Users)
	}
	origin.Source, origin.Duplicates, origin.Outside = "ml-1m", int64(extra), int64(extra)
	p.Split.Train.Origin = origin
	return p
}

// Where errors are releases, every screen shows the same for two data sets with the same releases. Where they are not, the
// screens differ, which shows that the comparison detects a difference.
func TestPublishableScreensOfNeighboursAreTheSame(t *testing.T) {
	private := *driver.PrivateMethod
	private.Forecast = func(r *loaders.Ratings, _ method.Settings, _ *accounting.Plan) method.Forecast {
		return method.Forecast{NoiseMedian: 1 / float64(r.Count()), NoiseRarest: float64(r.Users), RatingsFraction: 500 / float64(r.Count()), ItemsFraction: 1}
	}
	tell := func(extra int, hidden bool, origin loaders.Origin) (told []string) {
		o := driver.Options()
		o.Problem = crowd(extra, origin)
		o.Methods = []*method.Method{&private, driver.ReferenceMethod, driver.BaselineMethod}
		o.Foresee = func(p engine.Problem, c engine.Config) (*engine.Preview, error) {
			v, err := driver.Foresee(p, c)
			if err == nil && v.Method == driver.PrivateMethod {
				v.Method, v.Forecast = &private, private.Forecast(p.Split.Train, v.Settings, v.Plan)
			}
			return v, err
		}
		if hidden {
			driver.Released(&o)
		}
		b := driver.New(t, 160, 50, o)
		r := b.Session.Runs.Current
		b.Begin(r)
		b.Charge(r, 100)
		b.ReleaseTo(r, 1, 1, 1.2, 0.05)
		b.Report(r, engine.Ended{Outcome: engine.Done, Result: &engine.Result{Method: r.Method.Name, Private: true, Epsilon: 1, Delta: 1e-5,
			Elapsed: 1234 + 1_000_000_000*1000*1, Iterations: 1}})
		for _, name := range []string{"Tune", "Frontier", "Data", "Privacy", "People"} {
			s := b.GoTo(name)
			switch name {
			case "Data":
				b.Carry(s.Update(session.LoadedMsg{})) // anew: commands before were dropped
			case "People":
				b.Carry(s.Update(session.LoadedMsg{}))
				b.Press("G", "c", "x", "down")
			}
			told = append(told, name+"\n"+tuitest.Plain(b.Content()))
		}
		return told
	}
	for name, origin := range map[string]loaders.Origin{"declared": {}, "observed": {CatalogueObserved: true, RangeObserved: true}} {
		t.Run(name, func(t *testing.T) {
			with, without := tell(7, true, origin), tell(0, true, origin)
			for i := range with {
				if with[i] != without[i] {
					t.Errorf("with the users\n%s\nand without\n%s", with[i], without[i])
				}
			}
			open, other := tell(7, false, origin), tell(0, false, origin)
			for i := range open {
				if seen := open[i] != other[i]; !seen && !strings.HasPrefix(open[i], "Frontier") && !strings.HasPrefix(open[i], "Privacy") {
					t.Errorf("the comparison detects nothing: both are\n%s", open[i])
				}
			}
		})
	}
}

// Counts of the ratings are labelled as not private in the header and beside the knobs.
func TestCountsAreLabelled(t *testing.T) {
	b := driver.New(t, 200, 50, driver.Options())
	b.Shows("ml-1m · 3,706 items · not private: 6,040 users, 1.0 M ratings")
	b.Shows("computed from ratings, not private:")
	o := driver.Options()
	driver.Observed(&o)
	b = driver.New(t, 200, 50, o)
	b.Shows("ml-1m · not private: 6,040 users, 3,706 items, 1.0 M ratings")
	b = driver.New(t, 80, 24, o)
	b.Shows("not private:")
	// On every screen and at every size, counts in the body are labelled as not private.
	for _, size := range append([][2]int{{60, 24}}, driver.Sizes...) {
		for _, name := range []string{"Tune", "Frontier", "Data", "Privacy", "People", "Runs"} {
			b := driver.New(t, size[0], size[1], o)
			b.Whole(0.995)
			b.GoTo(name)
			b.Send(nil)
			_, body, _ := strings.Cut(tuitest.Plain(b.Content()), "\n")
			for _, exact := range []string{"6,040", "6,041", "1.0 M", "1,000,209"} {
				if strings.Contains(body, exact) && !strings.Contains(body, "not private") {
					t.Errorf("%s at %v: %s is not labelled:\n%s", name, size, exact, body)
				}
			}
		}
	}
}
