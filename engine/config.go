// Package engine trains: it takes a Problem and a Config, runs a method of the registry in the background, and keeps
// what happens as a History of events that readers pull.
//
// It draws no noise and charges nothing itself: a private method gets an accounting.Meter, the only source of both.
package engine

import (
	"dpals/accounting"
	"dpals/engine/method"
	"dpals/loaders"
)

// Problem is what to train on and what to measure on.
type Problem struct {
	Name  string // as shown: "ml-1m"
	Split *loaders.Split
}

// Config chooses a method and its parameters. The zero value of a field means its default.
type Config struct {
	Method     string  // a name of the registry
	Epsilon    float64 // target ε > 0; ignored by methods that are not private
	Delta      float64 // in (0, 1); default 1e-5
	Accountant string  // "exact" (default), "cks" or "mironov"
	Settings   method.Settings
	Seed       *uint64 // nil: the operating system's generator; set: reproducible, and a simulation
	Threads    int     // default: all
}

// DefaultDelta is the δ of a run that names none.
const DefaultDelta = 1e-5

// Preview is what a configuration costs and does, worked out before anything runs.
type Preview struct {
	Method    *method.Method
	Settings  method.Settings // every parameter
	Plan      *accounting.Plan // nil when the method is not private
	Published float64         // ε by the source's own formula; 0 where there is none
	Forecast  method.Forecast
}
