// Package tune is the screen of the knobs: what they mean, what they will cost, the curve of the run and its budget.
//
// It must not import another screen: what screens share is in package session. It computes nothing about privacy or
// error itself.
package tune
