// Package runs is the screen of stored runs: finding, pinning, comparing, exporting and deleting them. It also stores
// the runs that the dashboard trains.
//
// It must not import another screen: what screens share is in package session. The store itself is engine/store.
package runs
