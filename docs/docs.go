package docs

import (
	"embed"
	"path"
	"strings"
)

// privacy holds docs/privacy: the promise, the accounting, and a proof of every kind of release.
//
//go:embed privacy/*.md
var privacy embed.FS

// proofs is the folder that proofs are cited from.
const proofs = "docs/privacy/"

// ProofPath returns the file that a release cites, from the root of the project: "docs/privacy/counts.md". Old ledgers
// cite the name alone, "counts".
func ProofPath(cited string) string {
	if strings.Contains(cited, "/") {
		return cited
	}
	return proofs + cited + ".md"
}

// ProofName returns the name of a cited proof, without folder and extension: "counts".
func ProofName(cited string) string { return strings.TrimSuffix(path.Base(ProofPath(cited)), ".md") }

// Proof returns the text that a release cites; ok is false where there is none.
func Proof(cited string) (text string, ok bool) {
	file, ok := strings.CutPrefix(ProofPath(cited), proofs)
	if !ok {
		return "", false
	}
	content, err := privacy.ReadFile("privacy/" + file)
	return string(content), err == nil
}
