// Package cache keeps ratings that were read before in files that are mapped into memory, so that the same source opens
// at once the next time.
//
// FORMAT.md describes the files. They contain the ratings in the clear and are readable by their owner
// alone. A cache must never be the reason that ratings do not open: where anything is wrong with it, the source is read.
// And it must never serve ratings of another source, of another state of its files, or read with other options.
package cache
