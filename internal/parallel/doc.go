// Package parallel is the one worker pool of the program. It runs pieces of work on a few goroutines.
//
// Its calls promise three things. The result does not depend on the number of threads: how work is cut into pieces
// depends on the data alone, and no piece may compute anything from which goroutine runs it, except by way of a workspace
// that it overwrites. All goroutines have ended when a call returns, whether the work was done, cancelled or failed. And
// a panic of a piece becomes a panic of the caller, of type *Panic, which the caller may recover.
//
// It knows nothing of ratings or privacy, and it must never start a goroutine that outlives the call.
package parallel
