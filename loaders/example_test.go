package loaders_test

import (
	"context"
	"fmt"
	"os"

	"dpals/loaders"
	"dpals/loaders/sources"
	"dpals/loaders/writers"
)

// Open ratings, describe them, and split them for training and evaluation.
func Example() {
	ratings, err := sources.Open(context.Background(), "synth:skewed", sources.Options{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	statistics := loaders.Describe(ratings)
	fmt.Println(ratings.Users, "users,", ratings.Items, "items, ratings from", ratings.Low, "to", ratings.High)
	fmt.Printf("mean %.1f, median user %d ratings\n", statistics.Mean, statistics.PerUser.Median)

	split, err := loaders.SplitRatings(ratings, loaders.DefaultProtocol, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	all := float64(ratings.Count())
	fmt.Printf("training %.0f %%, validation %.0f %%, test %.0f %%\n",
		100*float64(split.Train.Count())/all, 100*float64(split.Valid.Count())/all, 100*float64(split.Test.Count())/all)
	// Output:
	// 2000 users, 600 items, ratings from 0.5 to 5
	// mean 3.5, median user 16 ratings
	// training 80 %, validation 10 %, test 10 %
}

func ExampleFromTriplets() {
	r, err := loaders.FromTriplets(
		[]uint32{1, 0, 1}, // users
		[]uint32{0, 1, 1}, // items
		[]float32{4, 3, 5},
		loaders.About{Users: loaders.NamesOf([]string{"ann", "bob"}), Items: loaders.Numbered(2), Low: 1, High: 5},
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	_ = writers.Write(os.Stdout, r, "csv")
	users, values := r.ByItem().Item(1)
	fmt.Println("item 2:", users, values)
	// Output:
	// user,item,rating
	// ann,2,3
	// bob,1,4
	// bob,2,5
	// item 2: [0 1] [3 5]
}
