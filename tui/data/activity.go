package data

import (
	"context"
	"fmt"
	"math"

	"dpals/internal/format"
	"dpals/loaders"
	"dpals/tui/canvas"
	"dpals/tui/ui"
)

func (d *Screen) drawActivity(w, h int) string {
	if h < 3 {
		s := d.known.stats
		return ui.Inset([]string{fmt.Sprintf("median user %s ratings, median item %s", format.Thousands(s.PerUser.Median), format.Thousands(s.PerItem.Median))}, w, h)
	}
	return canvas.Beside(canvas.Fit("", 1, h), d.known.who.Draw(d.Theme, w-2, h), canvas.Fit("", 1, h))
}

// whoRatesWhat counts the ratings by how many their item and their user have.
func whoRatesWhat(ctx context.Context, parts []*loaders.Ratings) (canvas.Heat, error) {
	perUser, perItem := make([]int, parts[0].Users), make([]int, parts[0].Items)
	for _, r := range parts {
		for i := range perUser {
			perUser[i] += int(r.Ptr[i+1] - r.Ptr[i])
		}
		for _, j := range r.Item {
			perItem[j]++
		}
	}
	m := canvas.Heat{XLabel: "item's ratings", YLabel: "user's ratings", Unit: "ratings"}
	var rows, columns []int
	m.X, columns = binned(perItem)
	m.Y, rows = binned(perUser)
	wide := max(len(m.X)-1, 0)
	m.Mass = make([]float64, wide*max(len(m.Y)-1, 0))
	for _, r := range parts {
		for i := range r.Users {
			if i%(1<<10) == 0 && ctx.Err() != nil {
				return m, ctx.Err()
			}
			items, _ := r.User(i)
			for _, j := range items {
				m.Mass[rows[i]*wide+columns[j]]++
			}
		}
	}
	return m, nil
}

// binned puts positive counts into bins, of one number each as long as these are few and about as wide as each other on
// a logarithmic scale from then on: their edges, and the bin of each count. What has no count is in none.
func binned(counts []int) (edges []float64, bin []int) {
	least, most := math.MaxInt, 0
	for _, n := range counts {
		if n > 0 {
			least, most = min(least, n), max(most, n)
		}
	}
	if most == 0 {
		return nil, make([]int, len(counts))
	}
	const wider = 1.06
	at := make([]int, most+1) // bin by count
	for n := least; n <= most; {
		next := max(n+1, int(math.Ceil(float64(n)*wider)))
		for k := n; k < min(next, most+1); k++ {
			at[k] = len(edges)
		}
		edges = append(edges, float64(n))
		n = next
	}
	edges = append(edges, float64(most+1))
	bin = make([]int, len(counts))
	for i, n := range counts {
		bin[i] = at[n]
	}
	return edges, bin
}
