package engine_test

import (
	"context"
	"fmt"
	"log"

	"dpals/engine"
	"dpals/loaders"
	"dpals/loaders/sources"
)

// Train privately on ratings, without a screen. With a seed the noise is known, so the run is a simulation.
func Example() {
	ctx := context.Background()
	ratings, err := sources.Open(ctx, "synth:skewed:n=500,m=100,per=30", sources.Options{})
	if err != nil {
		log.Fatal(err)
	}
	split, err := loaders.SplitRatings(ratings, loaders.DefaultProtocol, 1)
	if err != nil {
		log.Fatal(err)
	}

	seed := uint64(1)
	history, err := engine.Run(ctx, engine.Problem{Name: "example", Split: split}, engine.Config{Epsilon: 2, Seed: &seed})
	if err != nil {
		log.Fatal(err) // the configuration is wrong
	}
	result, err := history.Wait()
	if err != nil {
		log.Fatal(err) // the run failed
	}

	fmt.Printf("%s: ε %.3g at δ %g, simulation: %v\n", result.Method, result.Epsilon, result.Delta, result.Simulation)
	fmt.Println("better than guessing the middle of the range:", result.TestRMSE < 1.2)
	// Output:
	// dpals-eb: ε 2 at δ 1e-05, simulation: true
	// better than guessing the middle of the range: true
}
