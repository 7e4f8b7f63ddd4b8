// Package enginetest is what tests of methods share: synthetic problems and runs of them from a seed. Only tests may import it.
package enginetest
