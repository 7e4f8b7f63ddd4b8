// Package docs embeds docs/privacy, so that the program shows the same proofs that readers find in the repository. It
// must not know how documents are drawn.
package docs
