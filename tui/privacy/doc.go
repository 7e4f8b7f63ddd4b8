// Package privacy is the screen of releases and their cost: the plan, ε at every δ, the membership attack that ε bounds,
// the proof of each release, trust models, and the ledger.
//
// It must not import another screen: what screens share is in package session. It must not compute a guarantee: package
// accounting does.
package privacy
