package scope

import (
	"math"
	"slices"
	"sort"
)

// grid holds the bounds that a range may have, in ascending order: 0 and ±d·10^e for the digits 1 to 9, from a thousandth
// to a thousand million. The ends of the scales in use are among them: 0.5, 1, 5, 7, 10, 100. It is public.
var grid = func() (points []float64) {
	points = []float64{0, 1e9, -1e9}
	for e := -3; e <= 8; e++ {
		for d := 1; d <= 9; d++ {
			v := float64(d) * math.Pow10(e)
			if e < 0 {
				v = float64(d) / math.Pow10(-e)
			}
			points = append(points, v, -v)
		}
	}
	slices.Sort(points)
	return points
}()

// atoms is the number of places where a rating can be: on a point of the grid, or between two of them. Atom 2i is the
// point i, atom 2i+1 lies between the points i and i+1.
var atoms = 2*len(grid) - 1

// atomOf returns where a rating is. Ratings are float32, and so is what they are compared with: 0.1 is a point. What is
// beyond the grid, or is not a number, counts at its nearest end.
func atomOf(v float32) int {
	i := sort.Search(len(grid), func(i int) bool { return float32(grid[i]) >= v })
	switch {
	case i == len(grid):
		return atoms - 1
	case i == 0 || float32(grid[i]) == v:
		return 2 * i
	}
	return 2*i - 1
}

// lowerEnd and upperEnd are the points of the grid that enclose an atom.
func lowerEnd(atom int) float64 { return grid[atom/2] }
func upperEnd(atom int) float64 { return grid[(atom+1)/2] }
