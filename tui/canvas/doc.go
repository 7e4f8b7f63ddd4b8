// Package canvas draws exact rectangles of terminal cells as strings with ANSI styles.
//
// A block is a string of lines separated by "\n". Every line is the same number of cells wide, and a style ends on the line
// where it starts. Every function that draws returns a block of exactly the size it is given, and "" where a size is not
// positive, so that blocks can be joined without measuring them.
//
// The package must not know runs, methods or keys.
package canvas
