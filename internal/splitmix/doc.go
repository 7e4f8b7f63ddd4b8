// Package splitmix is the mixing function of SplitMix64 (Steele, Lea, Flood 2014): a cheap hash of 64-bit words.
//
// It spreads keys; it is no source of noise and keeps no secret, so nothing that privacy rests on may draw from it.
package splitmix
