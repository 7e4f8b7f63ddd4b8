// Package promise words what is guaranteed and on which condition, so that commands, screens and exports use the same
// sentences: for all runs on a data set, for a run that ended before its plan, and for ratings whose item list or range was
// read off the ratings themselves.
//
// A guarantee holds for something that was fixed before: the plan of a run, or the limit of a data set. The sum of the charges
// at some moment is no guarantee, because the analyst may choose the moment by looking at results, and the package must never
// call it one. docs/privacy/promise.md derives the conditions.
package promise
