// Package driver is for tests that drive the whole dashboard: a dashboard that is sent keys and messages, fake methods,
// runs and data sets with fixed numbers, and the comparison of screens with golden files.
//
// It imports the dashboard, so a test that uses it must stand outside of the package that it tests.
package driver
