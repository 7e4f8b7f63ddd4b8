// Package driver runs the whole dashboard in tests: it sends keys and messages to it, has fake methods, runs and data sets
// with fixed numbers, and compares screens with golden files.
//
// It imports the dashboard, so a test that uses it must be in an external package, such as tune_test.
package driver
