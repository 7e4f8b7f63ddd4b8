// Package frontier is the screen of error against ε: a form for a sweep, its progress, and the curves of its methods.
//
// It must not import another screen: what screens share is in package session. Sweeps are run by package engine/sweep.
package frontier
