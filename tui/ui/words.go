package ui

import (
	"math"

	"dpals/internal/format"
)

// Figure writes a measured number as format.Number does.
func Figure(v float64) string { return format.Number(v) }

// FloorTo rounds a positive number down to a number of significant digits.
func FloorTo(v float64, digits int) float64 { return format.RoundDown(v, digits) }

// Setting writes a number that was chosen as format.Setting does.
func Setting(v float64) string { return format.Setting(v) }

// RMSE writes an error as format.ShortRMSE does.
func RMSE(v float64) string { return format.ShortRMSE(v) }

// Percent writes a fraction in [0, 1] as format.Percent does.
func Percent(v float64) string { return format.Percent(v) }

// Thousands writes 6040 as 6,040.
func Thousands(n int) string { return format.Thousands(n) }

// Count writes a number of things in few cells: 3,706 or 20.0 M.
func Count(n int) string { return format.Count(n) }

// Plural writes a number of things in few cells with their name: "1 run", "2 runs".
func Plural(n int, thing string) string { return format.ShortPlural(n, thing) }

// RoundTo rounds to a number of significant digits.
func RoundTo(v float64, digits int) float64 { return format.Round(v, digits) }

// SnapTo rounds to a multiple of step.
func SnapTo(v, step float64) float64 { return math.Round(v/step) * step }
