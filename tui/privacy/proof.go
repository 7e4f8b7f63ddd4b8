package privacy

import (
	"fmt"

	"dpals/docs"
	"dpals/internal/format"
	"dpals/themes"
	"dpals/tui/canvas"
	"dpals/tui/ui"
)

// proofText shows the proof of a release's sensitivity, a file of docs/privacy. Not safe for concurrent use.
type proofText struct {
	ui.TextPanel
	cited string // the file, as the release cites it
	lines []string
	style proofStyle // of lines
}

// showProof focuses the proof of the selected release.
func (p *Screen) showProof() {
	if _, ok := p.releases.Current(); ok {
		p.FocusOn(panelProof)
	}
}

// proofPanel draws the proof of the selected release.
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

// drawProof draws the numbers and the claim of a release above its proof.
func (p *Screen) drawProof(row releaseRow, w, h int) string {
	t := &p.proof
	if style := (proofStyle{w, p.Theme}); t.cited != row.Proof || t.style != style {
		if t.cited != row.Proof {
			t.Top = 0
		}
		t.cited, t.style = row.Proof, style
		if text, ok := docs.Proof(row.Proof); ok {
			t.lines = ui.Markdown(p.Theme, text, w-2)
		} else {
			t.lines = ui.PaintWrapped("no proof “"+canvas.Text(docs.ProofPath(row.Proof))+"” in this version of the program", w-2, p.Theme.Warning)
		}
	}
	facts := fmt.Sprintf("%s: sensitivity %s, noise σ %s, μ %s, budget weight %s", row.Name, format.Number(row.Sensitivity), format.Number(row.Sigma), format.Number(row.Mu), format.Percent(row.budgetWeight))
	if row.Local {
		facts = fmt.Sprintf("%s: pure ε %s, budget weight %s", row.Name, format.Number(row.Epsilon), format.Percent(row.budgetWeight))
	}
	head := ui.PaintWrapped(canvas.Text(facts), w-2, p.Theme.Strong)
	if row.Norm != "" { // a ledger entry has the file only, which states the same
		head = append(head, ui.PaintWrapped(fmt.Sprintf("norm: %s · neighbours: %s", row.Norm, row.Neighbours), w-2, p.Theme.Muted)...)
	}
	if h <= len(head)+1 {
		return ui.Inset(head, w, h)
	}
	return canvas.Stack(ui.Inset(append(head, ""), w, len(head)+1), t.Draw(t.lines, w, h-len(head)-1))
}
