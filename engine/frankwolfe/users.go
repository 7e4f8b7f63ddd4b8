package frankwolfe

import (
	"context"

	"dpals/engine/method"
	"dpals/engine/symmetric"
)

// users holds every user's local state: their centred ratings and their row of the iterate on the items they rated.
type users struct {
	ratings *symmetric.Rows
	y, x    []float32 // by entry of ratings
}

func newUsers(task *method.Task, ratings *symmetric.Rows, m *Model) *users {
	u := &users{ratings: ratings, y: make([]float32, len(ratings.Value)), x: make([]float32, len(ratings.Value))}
	for i := range ratings.Users() {
		_, all := task.Train.User(i)
		level := float32(m.of(all))
		own := u.of(i)
		_, values := ratings.User(i)
		for n, v := range values {
			own.y[n] = v - level
		}
		if m.original {
			shrink(own.y, m.row)
		}
	}
	return u
}

// of is the state of user i.
func (u *users) of(i int) rowState {
	lo, hi := u.ratings.Ptr[i], u.ratings.Ptr[i+1]
	return rowState{y: u.y[lo:hi:hi], x: u.x[lo:hi:hi]}
}

// pass applies the model's t-th term (0: none) to every user and then calls visit with their state.
func (u *users) pass(ctx context.Context, task *method.Task, m *Model, t int, visit func(worker, i int, s rowState)) error {
	sides := make([][]float32, task.Threads)
	return u.ratings.Each(ctx, task.Threads, task.Progress.Part, func(worker, i int) {
		s := u.of(i)
		if t > 0 {
			items, _ := u.ratings.User(i)
			v := sides[worker][:0]
			for _, p := range items {
				j := int(p)
				if m.columns != nil {
					j = m.columns[p]
				}
				v = append(v, m.v[j*m.stride+t-1])
			}
			sides[worker] = v
			s.apply(m.terms[t-1], v, fractionOf(len(v), m.most), !m.original)
			if m.original {
				shrink(s.x, m.row)
			}
		}
		visit(worker, i, s)
	})
}
