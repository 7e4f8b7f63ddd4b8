// Package export writes what a run may publish: the shared side of its model, the recipe by which a user's device solves
// for the user's own row, and the privacy statement.
//
// Of a private run it must never write a number that mixes users and was not released: not the number of users, not an
// error measured on held-out ratings. It writes a simulation only if asked to; the names of its files, and of those of a
// method that is not private, say what they are.
package export
