// Package data is the screen of the ratings: how many there are, how they are spread, and which of them the knobs use.
//
// It must not import another screen: what screens share is in package session. Everything it shows is read from the
// ratings, and it must say so: none of it is private.
package data
