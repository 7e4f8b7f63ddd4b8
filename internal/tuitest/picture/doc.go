// Package picture turns a drawn screen into an SVG file for the documentation.
//
// It is for tests and go generate: the program itself must not import it.
package picture
