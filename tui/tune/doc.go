// Package tune is the Tune screen of the dashboard: the knobs, their consequences, the error of the run per iteration and
// its budget.
//
// It must not import another screen: what screens share is in package session. It must not compute anything about privacy
// or errors itself.
package tune
