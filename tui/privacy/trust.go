package privacy

import (
	"slices"
	"strings"

	"dpals/engine/method"
	"dpals/tui/canvas"
	"dpals/tui/ui"
)

// trustPanel draws the trust models beside each other, with a mark at the model of the shown method.
func (p *Screen) trustPanel() string {
	own := p.shownMethod()
	note := "compare ε within one model only"
	if !p.Zoomed && slices.Contains(p.pages, panelTrust) {
		note = ""
	}
	return p.Panel(panelTrust, p.heading(panelTrust, "Trust models"), note, func(w, h int) string {
		return p.trust.Draw(p.trustLines(w-2, own.Trust), w, h)
	})
}

// trustLines returns the models in lines of w cells: in columns, or one below the other where columns are too narrow.
func (p *Screen) trustLines(w int, own method.Trust) []string {
	if lines := p.trustColumns(w, own); lines != nil {
		return lines
	}
	return p.trustStack(w, own)
}

// aspect is one row of the comparison of trust models.
type aspect struct {
	name string
	of   func(method.Threat) string
}

func (p *Screen) aspects() []aspect {
	return []aspect{
		{"methods", func(t method.Threat) string { return p.methodsOf(t.Trust) }},
		{"trusted", func(t method.Threat) string { return t.Trusted }},
		{"attacker sees", func(t method.Threat) string { return t.Sees }},
		{"hidden", func(t method.Threat) string { return t.Hidden }},
		{"unit", func(t method.Threat) string { return t.Unit }},
	}
}

func (p *Screen) methodsOf(trust method.Trust) string {
	var names []string
	for _, m := range p.Options.Methods {
		if m.Trust == trust {
			names = append(names, m.Name)
		}
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// threats returns the trust models that give a guarantee.
func threats() (all []method.Threat) {
	for _, t := range method.Threats() {
		if t.Trust != method.TrustNone {
			all = append(all, t)
		}
	}
	return all
}

// Widths of the comparison, in cells.
const (
	aspectWidth   = 15 // names of the aspects
	minModelWidth = 26 // of a model in a column
)

// trustColumns returns the models beside each other; nil where they do not fit.
func (p *Screen) trustColumns(w int, own method.Trust) []string {
	th, all := p.Theme, threats()
	each := (w-aspectWidth)/len(all) - ui.ColumnGap
	if each < minModelWidth {
		return nil
	}
	var rows []string
	add := func(name string, cells [][]string) {
		height := 0
		for _, c := range cells {
			height = max(height, len(c))
		}
		for i := range height {
			line := canvas.Line(canvas.Paint(th.Muted, name), aspectWidth)
			name = ""
			for _, c := range cells {
				text := ""
				if i < len(c) {
					text = c[i]
				}
				line += canvas.Line(text, each) + strings.Repeat(" ", ui.ColumnGap)
			}
			rows = append(rows, line)
		}
	}
	var titles [][]string
	for _, t := range all {
		titles = append(titles, []string{p.modelTitle(t, own)})
	}
	add("", titles)
	for _, a := range p.aspects() {
		var cells [][]string
		for _, t := range all {
			style := th.Muted
			if t.Trust == own {
				style = th.Text
			}
			cells = append(cells, ui.PaintWrapped(a.of(t), each, style))
		}
		add(a.name, cells)
	}
	return append(rows, p.notPrivate(w, own)...)
}

// trustStack returns the models one below the other, that of the shown method first.
func (p *Screen) trustStack(w int, own method.Trust) (rows []string) {
	th, all := p.Theme, threats()
	if i := slices.IndexFunc(all, func(t method.Threat) bool { return t.Trust == own }); i > 0 {
		all = slices.Concat(all[i:i+1], all[:i], all[i+1:])
	}
	for _, t := range all {
		rows = append(rows, p.modelTitle(t, own))
		for _, a := range p.aspects() {
			for i, line := range ui.Wrap(a.of(t), max(w-aspectWidth, 12)) {
				name := ""
				if i == 0 {
					name = a.name
				}
				rows = append(rows, canvas.Paint(th.Muted, canvas.Line(name, aspectWidth))+canvas.Paint(th.Text, line))
			}
		}
		rows = append(rows, "")
	}
	return append(rows, p.notPrivate(w, own)...)
}

// modelTitle returns the name of a model, with a mark and the shown method where it is the method's model.
func (p *Screen) modelTitle(t method.Threat, own method.Trust) string {
	th := p.Theme
	if t.Trust == own {
		return canvas.Paint(th.Accent.Bold(true), th.Glyphs.Current+" "+string(t.Trust)) + canvas.Paint(th.Accent, ": "+p.shownMethod().Name)
	}
	return canvas.Paint(th.Strong, string(t.Trust))
}

// notPrivate returns the names of the methods without a guarantee, as a warning where the shown method is one of them.
func (p *Screen) notPrivate(w int, own method.Trust) []string {
	text, style := "not private: "+p.methodsOf(method.TrustNone), p.Theme.Muted
	if own == method.TrustNone {
		text, style = p.Theme.Glyphs.Alert+" "+text+" · shown method: "+p.shownMethod().Name, p.Theme.Warning
	}
	return ui.PaintWrapped(text, w, style)
}
