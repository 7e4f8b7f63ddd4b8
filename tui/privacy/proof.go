package privacy

import (
	"fmt"

	"dpals/docs"
	"dpals/internal/format"
	"dpals/themes"
	"dpals/tui/canvas"
	"dpals/tui/ui"
)

// proofText is the proof of a release's bound, the file of docs/privacy that it cites. Not safe for concurrent use.
type proofText struct {
	ui.TextPanel
	of    string // the file that it is, as it was cited
	lines []string
	made  proofStyle // of lines
}

// showProof shows the proof of the selected release.
func (p *Screen) showProof() {
	if _, ok := p.releases.Current(); ok {
		p.FocusOn(panelProof)
	}
}

func (p *Screen) proofPanel() string {
	row, ok := p.releases.Current()
	title, note := "Proof", ""
	if ok {
		title, note = "Proof of "+canvas.Text(row.Name), canvas.Text(docs.ProofPath(row.Proof))
	}
	return p.Panel(panelProof, p.heading(panelProof, title), note, func(w, h int) string {
		if !ok {
			return canvas.Centre(p.Theme, p.noReleases(), w, h)
		}
		return p.drawProof(row, w, h)
	})
}

// proofStyle is what the lines of a proof were made for.
type proofStyle struct {
	width int
	theme *themes.Theme
}

// drawProof is what a release is in figures, and what is claimed of it, above the proof.
func (p *Screen) drawProof(row releaseRow, w, h int) string {
	t := &p.proof
	if made := (proofStyle{w, p.Theme}); t.of != row.Proof || t.made != made {
		if t.of != row.Proof {
			t.Top = 0
		}
		t.of, t.made = row.Proof, made
		if text, ok := docs.Proof(row.Proof); ok {
			t.lines = ui.Markdown(p.Theme, text, w-2)
		} else {
			t.lines = ui.PaintWrapped("this version has no file “"+canvas.Text(docs.ProofPath(row.Proof))+"”", w-2, p.Theme.Warning)
		}
	}
	facts := fmt.Sprintf("%s: sensitivity %s, noise σ %s, μ %s, %s of μ²", row.Name, format.Number(row.Sensitivity), format.Number(row.Sigma), format.Number(row.Mu), format.Percent(row.share))
	if row.Local {
		facts = fmt.Sprintf("%s: a pure ε of %s, %s of the run's", row.Name, format.Number(row.Epsilon), format.Percent(row.share))
	}
	head := ui.PaintWrapped(canvas.Text(facts), w-2, p.Theme.Strong)
	if row.Norm != "" { // of a plan; a ledger keeps the file alone, which says the same
		head = append(head, ui.PaintWrapped(fmt.Sprintf("norm: %s · neighbours: %s", row.Norm, row.Neighbours), w-2, p.Theme.Muted)...)
	}
	if h <= len(head)+1 {
		return ui.Inset(head, w, h)
	}
	return canvas.Stack(ui.Inset(append(head, ""), w, len(head)+1), t.Draw(t.lines, w, h-len(head)-1))
}
