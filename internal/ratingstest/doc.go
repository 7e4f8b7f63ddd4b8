// Package ratingstest has what the tests of several packages of ratings need: files, compressed texts, random ratings, and
// comparisons. No other code may import it.
package ratingstest
