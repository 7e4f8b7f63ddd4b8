// Package people is the screen of one user: their ratings, their recommendations, and the effect of removing them.
//
// It must not import another screen: what screens share is in package session. What it shows is read from the ratings,
// and it must say so: none of it is private.
package people
