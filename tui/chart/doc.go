// Package chart draws curves in a rectangle of terminal cells.
//
// A Chart has exactly the size it is given for any numbers: no points, one point, constants, NaN, infinities. Lines are
// interpolated column by column without losing a spike, and axes, thresholds, legend and crosshair are drawn around them.
//
// The package must not know runs or methods.
package chart
