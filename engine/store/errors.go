package store

import "errors"

// ErrNoRun marks that there is no run, or sweep, of a number.
var ErrNoRun = errors.New("no such run")

// ErrBusy marks a run that cannot be deleted, because it is under way.
var ErrBusy = errors.New("the run is under way")

// ErrSweepUnavailable marks a sweep that cannot be taken up.
var ErrSweepUnavailable = errors.New("the sweep cannot be taken up")
