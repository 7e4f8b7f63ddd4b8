// Package mutation keeps deliberate mistakes: each changes one line or a few, and would leak something or claim less than
// is spent. It shows that the tests catch them. It must hold nothing but tests.
//
// A test of privacy is worth what it catches. A mistake that the tests do not catch gets a test that names what was not
// protected, and an entry here, so that a later change of the test cannot make it useless unnoticed.
//
// Every go test checks that each mistake still applies: that the text it replaces occurs exactly once in its file, that
// the changed file parses, and that the tests it names exist. With DPALS_MUTATIONS=1, as in .ci/run, the program is built
// with each mistake in turn: the named tests must fail by what they assert, and pass without the mistake. The tree is
// never changed: the changed file is written to a temporary folder, from where go build -overlay reads it.
package mutation
