// Package data is the screen that describes the ratings: how many there are, how they are spread, and which of them the
// knobs use.
//
// It must not import another screen: what screens share is in package session. Everything it shows is computed from the
// ratings without noise, and it must say so.
package data
