// Package writers writes ratings as text files that package readers reads.
//
// It must never leave half of a file, and it must never write an id that would be read back as another one: then it
// returns an error.
package writers
