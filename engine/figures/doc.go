// Package figures draws finished runs for papers and reports: the errors of a sweep against ε, with bands. Equal results
// give equal files, byte for byte.
//
// It must never compute a result: it draws what it is given, and says on the figure whether the numbers are private.
//
// The colours are those of Okabe and Ito, Color Universal Design (2008), which people with any colour vision can tell
// apart; markers and dashes repeat the distinction.
package figures
