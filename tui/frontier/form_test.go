package frontier_test

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpals/engine"
	"dpals/internal/tuitest"
	"dpals/internal/tuitest/driver"
	"dpals/tui/frontier"
)

func TestSweepFormParsesInput(t *testing.T) {
	seed := uint64(7)
	for name, test := range map[string]struct {
		kind  frontier.RowKind
		text  string
		wrong bool
		check func(*frontier.SweepForm) bool
	}{
		"epsilons":       {frontier.RowEpsilon, "5, 1 0.5,1", false, func(f *frontier.SweepForm) bool { return slices.Equal(f.Epsilon(), []float64{0.5, 1, 5}) }},
		"no epsilon":     {frontier.RowEpsilon, " , ", true, nil},
		"negative":       {frontier.RowEpsilon, "1,-2", true, nil},
		"infinite":       {frontier.RowEpsilon, "Inf", true, nil},
		"repeats":        {frontier.RowRepeats, "7", false, func(f *frontier.SweepForm) bool { return f.Repeats() == 7 }},
		"no repeats":     {frontier.RowRepeats, "0", true, nil},
		"varied":         {frontier.RowVary, "k=20,50, all rank=4,8", false, func(f *frontier.SweepForm) bool { return frontier.FormatParameters(f.Vary()) == "k=20,50,all rank=4,8" }},
		"nothing varied": {frontier.RowVary, "", false, func(f *frontier.SweepForm) bool { return f.Vary() == nil }},
		"half varied":    {frontier.RowVary, "k=", true, nil},
		"real":           {frontier.RowNoise, "real", false, func(f *frontier.SweepForm) bool { return f.Seed() == nil }},
		"seed":           {frontier.RowNoise, "7", false, func(f *frontier.SweepForm) bool { return f.Seed() != nil && *f.Seed() == seed }},
		"no seed":        {frontier.RowNoise, "x", true, nil},
		"jobs":           {frontier.RowJobs, "4", false, func(f *frontier.SweepForm) bool { return f.Jobs() == 4 }},
		"too many jobs":  {frontier.RowJobs, "9", true, nil},
	} {
		t.Run(name, func(t *testing.T) {
			f := frontier.NewSweepForm(driver.Options().Methods, nil, 8, false)
			f.FocusOnKind(test.kind)
			err := f.SetTyped(test.text)
			if (err != nil) != test.wrong {
				t.Fatalf("%q: %v", test.text, err)
			}
			if err == nil && !test.check(&f) {
				t.Errorf("%q gives %v", test.text, f)
			}
		})
	}
}

// Every suggested value is valid for its method.
func TestSuggestedValuesAreValid(t *testing.T) {
	f := frontier.NewSweepForm(engine.Methods(), nil, 2, false)
	for _, m := range engine.Methods() {
		f.SelectedMethods()[m.Name] = true
	}
	all := f.Suggestions()
	if len(all) < 3 {
		t.Fatalf("suggestions %v", all)
	}
	for _, p := range all {
		if n := len(p[0].Values); n < 2 || n > 4 {
			t.Errorf("%s: %v", p[0].Name, p[0].Values)
		}
		for _, m := range engine.Methods() {
			for _, text := range p[0].Values {
				if q, ok := m.Parameter(p[0].Name); ok && m.Name == "dpals" {
					if _, err := q.Parse(text); err != nil {
						t.Errorf("%s of %s: %v", text, m.Name, err)
					}
				}
			}
		}
	}
}

func TestMouseSelectsFormRows(t *testing.T) {
	b := driver.New(t, 120, 36, driver.Options())
	b.Whole(0.995)
	f := screenOf(b)
	b.Content()
	in := f.Rects[frontier.PanelSweep].Inside()
	row := slices.IndexFunc(f.FormLines(in.W-2), func(l frontier.FormLine) bool { return strings.Contains(tuitest.Plain(l.Text()), " als ") })
	b.Send(tea.MouseClickMsg{X: in.X + 4, Y: in.Y + f.Form().Above() + row, Button: tea.MouseLeft})
	if f.Focus != frontier.PanelSweep || f.Form().SelectedMethods()["als"] {
		t.Errorf("als is selected after a click on its box: %v", f.Form().SelectedMethods()["als"])
	}
	b.Send(tea.MouseWheelMsg{X: in.X + 4, Y: in.Y + 1, Button: tea.MouseWheelUp})
	if got := f.Form().Focused(); got.Kind() != frontier.RowMethod || got.Index() != 0 {
		t.Errorf("the wheel focuses %v", got)
	}
}
