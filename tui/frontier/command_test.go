package frontier_test

import (
	"testing"

	"dpals/engine/sweep"
	"dpals/tui/frontier"
)

func TestSweepCommand(t *testing.T) {
	seed := uint64(7)
	s := plainSpec()
	s.SplitSeed = 1
	if got, want := frontier.SweepCommand(s), "dpals sweep --data ml-1m --methods dpals,als,user-mean --epsilon 0.5,1,2,5,10 --repeats 3"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	s.Data, s.Split, s.SplitSeed, s.Delta, s.Accountant, s.PrivateMetrics, s.Seed = []string{"my file.csv"}, "98-1-1", 2, 1e-6, "cks", 0.1, &seed
	s.Source = map[string]string{"range": "1,5", "columns": "user=u"}
	s.Parameters = []sweep.Parameter{{Name: "k", Values: []string{"20", "all"}}}
	want := "dpals sweep --data 'my file.csv' --columns user=u --range 1,5 --methods dpals,als,user-mean --epsilon 0.5,1,2,5,10 --param k=20,all " +
		"--repeats 3 --delta 1e-06 --accountant cks --private-metrics 0.1 --split 98-1-1 --split-seed 2 --seed 7"
	if got := frontier.SweepCommand(s); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
