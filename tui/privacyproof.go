package tui

import (
	"fmt"

	"dpals/docs"
	"dpals/tui/canvas"
)

// proofText is the proof of a release's bound, the file of docs/privacy that it cites. Not safe for concurrent use.
type proofText struct {
	textPanel
	of    string // the file that it is, as it was cited
	lines []string
	made  [2]int // the width and the skin that lines were made for
}

// showProof shows the proof of the selected release.
func (p *privacy) showProof() {
	if _, ok := p.releases.current(); ok {
		p.focusOn(privacyProof)
	}
}

func (p *privacy) proofPanel() string {
	row, ok := p.releases.current()
	title, note := "Proof", ""
	if ok {
		title, note = "Proof of "+canvas.Text(row.Name), canvas.Text(docs.ProofPath(row.Proof))
	}
	return p.panel(privacyProof, p.heading(privacyProof, title), note, func(w, h int) string {
		if !ok {
			return canvas.Centre(p.theme, p.noReleases(), w, h)
		}
		return p.drawProof(row, w, h)
	}, p.proof.version, p.releases.version, p.emptiness(), p.previews)
}

// drawProof is what a release is in figures, and what is claimed of it, above the proof.
func (p *privacy) drawProof(row releaseRow, w, h int) string {
	t := &p.proof
	if made := [2]int{w, p.skin}; t.of != row.Proof || t.made != made {
		if t.of != row.Proof {
			t.top = 0
		}
		t.of, t.made = row.Proof, made
		if text, ok := docs.Proof(row.Proof); ok {
			t.lines = prose(p.theme, text, w-2)
		} else {
			t.lines = paintAll("this version has no file “"+canvas.Text(docs.ProofPath(row.Proof))+"”", w-2, p.theme.Warning)
		}
	}
	facts := fmt.Sprintf("%s: sensitivity %s, noise σ %s, μ %s, %s of μ²", row.Name, figure(row.Sensitivity), figure(row.Sigma), figure(row.Mu), percent(row.share))
	if row.Local {
		facts = fmt.Sprintf("%s: a pure ε of %s, %s of the run's", row.Name, figure(row.Epsilon), percent(row.share))
	}
	head := paintAll(canvas.Text(facts), w-2, p.theme.Strong)
	if row.Norm != "" { // of a plan; a ledger keeps the file alone, which says the same
		head = append(head, paintAll(fmt.Sprintf("norm: %s · neighbours: %s", row.Norm, row.Neighbours), w-2, p.theme.Muted)...)
	}
	if h <= len(head)+1 {
		return inset(head, w, h)
	}
	return canvas.Stack(inset(append(head, ""), w, len(head)+1), t.draw(t.lines, w, h-len(head)-1))
}
