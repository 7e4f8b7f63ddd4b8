// Package engine trains: it takes a Problem and a Config, runs a method of the registry in the background, and keeps
// what happens as a History of events that readers pull.
//
// It must never draw noise or charge anything itself: a private method gets an accounting.Meter, the only source of both. Nor
// may the trainer wait for a reader. Errors of a configuration wrap ErrConfig, and those of a single parameter are
// method.ParameterErrors. It follows no paper; methods name theirs.
package engine
