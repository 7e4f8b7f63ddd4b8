package loaders_test

import (
	"context"
	"fmt"
	"os"

	"dpals/loaders"
)

func ExampleOpen() {
	r, err := loaders.Open(context.Background(), "synth:lowrank:n=200,m=50,rank=2,p=1", loaders.Options{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Users, "users,", r.Items, "items, ratings from", r.Low, "to", r.High)
	// Output: 200 users, 50 items, ratings from -8 to 8
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
	_ = loaders.Write(os.Stdout, r, "csv")
	users, values := r.ByItem().Item(1)
	fmt.Println("item 2:", users, values)
	// Output:
	// user,item,rating
	// ann,2,3
	// bob,1,4
	// bob,2,5
	// item 2: [0 1] [3 5]
}
