//go:build race

package engine

// The race detector makes sync.Pool forget at random.
func init() { racing = true }
