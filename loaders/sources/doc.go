// Package sources opens ratings by the name of their source: a file, a folder, a recipe of synthetic ratings, or a data
// set by its name.
//
// It must never return a part of the ratings: all of them open, or an error says what is wrong, where, and what to do.
package sources
