package store

import "errors"

// ErrNoRun marks that no run or sweep has a number.
var ErrNoRun = errors.New("no such run")

// ErrBusy marks a run that cannot be deleted because it is running.
var ErrBusy = errors.New("the run is running")

// ErrSweepUnavailable marks a sweep that cannot be continued.
var ErrSweepUnavailable = errors.New("the sweep cannot be continued")
