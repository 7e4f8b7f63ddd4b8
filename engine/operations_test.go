package engine

import (
	"context"
	"dpals/loaders/sources"
	"testing"
)

// Counts follow from the numbers of users, items and ratings; the limit of ratings per user reduces the items phase alone.
func TestOperationsCountRatings(t *testing.T) {
	r, err := sources.Open(context.Background(), "synth:lowrank:n=20,m=10", sources.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	const rank = 3
	gram, solve := float64(rank*(rank+1)), 27.0/3+2*9
	users := float64(r.Count())*gram + float64(r.Users)*solve
	if got := Operations(r, "als", rank, 0); got["users"] != users || got["items"] != float64(r.Count())*gram+float64(r.Items)*solve {
		t.Errorf("als: %v", got)
	}
	if got := Operations(r, "dpals", rank, 1); got["users"] != users || got["items"] != float64(r.Users)*gram {
		t.Errorf("dpals with one rating per user: %v", got)
	}
}
