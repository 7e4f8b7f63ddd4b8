// Package atomicfile writes files that appear whole or not at all.
//
// It must never leave half of a file under the name that was asked for, and its errors must never name the temporary
// file, of which the user knows nothing.
package atomicfile
