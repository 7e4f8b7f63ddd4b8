// Package mutation keeps deliberate mistakes, each a change of a line or a few that would leak something, or claim less
// than is spent, and shows that the tests notice them. It has nothing but tests.
//
// A test of privacy is worth what it catches. So whoever finds a mistake that the tests let through writes the test that
// names what was not protected, and keeps the mistake here: later changes of the test cannot blind it unseen.
//
// With every go test it is checked that each mistake still applies: that what it replaces stands exactly once in its
// file, that the changed file parses, and that the tests it names exist. With DPALS_MUTATIONS=1, as in .ci/run, the
// program is built with each mistake in turn, and the named tests have to fail by what they assert, and pass without
// it. The tree is never changed: the changed file goes to a temporary folder, from where go build -overlay reads it.
package mutation
