// Package people is the People screen of the dashboard: the ratings of one user, their recommendations, and the effect of
// removing them on others.
//
// It must not import another screen: what screens share is in package session. It reads ratings, so it must label what it
// shows as not private, unless it is a release.
package people
