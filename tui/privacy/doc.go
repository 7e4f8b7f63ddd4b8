// Package privacy is the screen of what is released and what that costs: the plan, its privacy curve, what it means for
// a user, the proof of each release, and the ledger.
//
// It must not import another screen: what screens share is in package session. It must not compute a guarantee: package
// accounting does.
package privacy
