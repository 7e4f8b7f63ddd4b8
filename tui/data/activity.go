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

// drawActivity draws the histogram of ratings by the activity of their user and their item, or both medians in one line.
func (d *Screen) drawActivity(w, h int) string {
	if h < 3 {
		s := d.description.Value().stats
		return ui.Inset([]string{fmt.Sprintf("median ratings: %s per user, %s per item", format.Thousands(s.PerUser.Median), format.Thousands(s.PerItem.Median))}, w, h)
	}
	return canvas.Beside(canvas.Fit("", 1, h), d.description.Value().activity.Draw(d.Theme, w-2, h), canvas.Fit("", 1, h))
}

// countActivity counts ratings by the number of ratings of their item (x) and of their user (y).
func countActivity(ctx context.Context, parts []*loaders.Ratings) (canvas.Heat, error) {
	perUser, perItem := make([]int, parts[0].Users), make([]int, parts[0].Items)
	for _, r := range parts {
		for i := range perUser {
			perUser[i] += int(r.Ptr[i+1] - r.Ptr[i])
		}
		for _, j := range r.Item {
			perItem[j]++
		}
	}
	m := canvas.Heat{XLabel: "ratings per item", YLabel: "ratings per user", Unit: "ratings"}
	var rows, columns []int
	m.X, columns = logBins(perItem)
	m.Y, rows = logBins(perUser)
	columnCount := max(len(m.X)-1, 0)
	m.Mass = make([]float64, columnCount*max(len(m.Y)-1, 0))
	for _, r := range parts {
		for i := range r.Users {
			if i%(1<<10) == 0 && ctx.Err() != nil {
				return m, ctx.Err()
			}
			items, _ := r.User(i)
			for _, j := range items {
				m.Mass[rows[i]*columnCount+columns[j]]++
			}
		}
	}
	return m, nil
}

// binGrowth is the smallest ratio of the ends of a bin that holds more than one number.
const binGrowth = 1.06

// logBins returns the edges of bins for positive counts, and the bin of each count. Bins hold one number each where
// numbers are small, and have about equal width on a logarithmic scale above. The bin of a count of 0 is unspecified.
func logBins(counts []int) (edges []float64, bin []int) {
	low, high := math.MaxInt, 0
	for _, n := range counts {
		if n > 0 {
			low, high = min(low, n), max(high, n)
		}
	}
	if high == 0 {
		return nil, make([]int, len(counts))
	}
	binOf := make([]int, high+1) // by count
	for n := low; n <= high; {
		next := max(n+1, int(math.Ceil(float64(n)*binGrowth)))
		for k := n; k < min(next, high+1); k++ {
			binOf[k] = len(edges)
		}
		edges = append(edges, float64(n))
		n = next
	}
	edges = append(edges, float64(high+1))
	bin = make([]int, len(counts))
	for i, n := range counts {
		bin[i] = binOf[n]
	}
	return edges, bin
}
