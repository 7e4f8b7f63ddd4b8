// Package probe lets the audit watch what an ordinary run does from its start to what is exported and stored. A probe
// travels in the context of the run. The package is internal to the engine, and its importers are listed in a test, so
// that no flag, no screen and no other caller can reach it: a run with a probe protects nobody.
package probe
