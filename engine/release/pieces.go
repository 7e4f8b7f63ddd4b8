package release

import (
	"context"

	"dpals/engine/method"
	"dpals/internal/parallel"
)

// Chunk is how many ratings one piece of light work covers: a millisecond or so, so that cancelling is prompt.
const Chunk = 8192

// PieceSize is the same for work of O(r²) for a rating and O(r³) for a row.
func PieceSize(rank int) int { return min(Chunk, max(64, Chunk*256/(rank*rank))) }

// Batch is how many trained items one piece of work covers; their solves share the machine's vectors.
const Batch = 8

// EachUser calls work for every user on the task's threads, in pieces of about size ratings, and reports progress. Ptr is
// that of the ratings that are worked on.
func EachUser(ctx context.Context, task *method.Task, ptr []int64, size int, work func(worker, i int)) error {
	bounds := parallel.Ranges(ptr, size)
	return parallel.Each(ctx, task.Threads, len(bounds)-1, func(worker, b int) error {
		for i := bounds[b]; i < bounds[b+1]; i++ {
			work(worker, i)
		}
		task.Progress.Part(float64(b+1) / float64(len(bounds)-1))
		return nil
	})
}

// EachItem calls work for every listed item j, the k-th of them, on the task's threads, and reports progress.
func EachItem(ctx context.Context, task *method.Task, items []int, work func(worker, k, j int) error) error {
	pieces := (len(items) + Batch - 1) / Batch
	return parallel.Each(ctx, task.Threads, pieces, func(worker, b int) error {
		for k := b * Batch; k < min((b+1)*Batch, len(items)); k++ {
			if err := work(worker, k, items[k]); err != nil {
				return err
			}
		}
		task.Progress.Part(float64(b+1) / float64(pieces))
		return nil
	})
}
