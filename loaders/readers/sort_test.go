package readers

import (
	"cmp"
	"context"
	"testing"

	"dpals/internal/splitmix"
)

func TestSortIndices(t *testing.T) {
	for _, n := range []int{0, 1, 2, 1 << 14, 1<<14 + 1, 100000} {
		key := func(i uint32) uint64 { return splitmix.Next(uint64(i)) }
		got, err := sortIndices(context.Background(), n, func(a, b uint32) int { return cmp.Compare(key(a), key(b)) })
		if err != nil || len(got) != n {
			t.Fatalf("%d of %d indices, error %v", len(got), n, err)
		}
		for k := 1; k < n; k++ {
			if key(got[k-1]) >= key(got[k]) {
				t.Fatalf("n = %d: places %d and %d are out of order", n, k-1, k)
			}
		}
	}
}
