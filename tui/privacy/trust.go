package privacy

import (
	"math"
	"slices"
	"strings"

	"dpals/engine/method"
	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// trustPanel sets the models of trust side by side, the current method's marked.
func (p *Screen) trustPanel() string {
	own := p.subject()
	note := "an ε is compared within one model alone"
	if !p.Zoomed && slices.Contains(p.pages, panelTrust) {
		note = ""
	}
	return p.Panel(panelTrust, p.heading(panelTrust, "Models of trust"), note, func(w, h int) string {
		return p.trust.Draw(p.trustLines(w-2, own.Trust), w, h)
	})
}

// trustLines are the models in lines of w cells: in columns, or where these would be narrow one below the other.
func (p *Screen) trustLines(w int, own method.Trust) []string {
	if lines := p.trustColumns(w, own); lines != nil {
		return lines
	}
	return p.trustStack(w, own)
}

// aspect is one row of the comparison.
type aspect struct {
	name string
	of   func(method.Threat) string
}

func (p *Screen) aspects() []aspect {
	return []aspect{
		{"methods", func(t method.Threat) string { return p.methodsOf(t.Trust) }},
		{"trusted", func(t method.Threat) string { return t.Trusted }},
		{"adversary sees", func(t method.Threat) string { return t.Sees }},
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
		return "none here"
	}
	return strings.Join(names, ", ")
}

// threats are the models that promise something, the most trusting last.
func threats() (all []method.Threat) {
	for _, t := range method.Threats() {
		if t.Trust != method.TrustNone {
			all = append(all, t)
		}
	}
	return all
}

// leastModel is the width from which a model has a column of its own.
const leastModel = 26

// trustColumns are the models side by side; nil where they do not fit.
func (p *Screen) trustColumns(w int, own method.Trust) []string {
	th, all := p.Theme, threats()
	const names = 15
	each := (w-names)/len(all) - ui.ColumnGap
	if each < leastModel {
		return nil
	}
	var rows []string
	add := func(name string, cells [][]string) {
		height := 0
		for _, c := range cells {
			height = max(height, len(c))
		}
		for i := range height {
			line := canvas.Line(canvas.Paint(th.Muted, name), names)
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
	return append(rows, p.unprotected(w, own)...)
}

// trustStack are the models one below the other, the current method's first.
func (p *Screen) trustStack(w int, own method.Trust) (rows []string) {
	th, all := p.Theme, threats()
	if i := slices.IndexFunc(all, func(t method.Threat) bool { return t.Trust == own }); i > 0 {
		all = slices.Concat(all[i:i+1], all[:i], all[i+1:])
	}
	for _, t := range all {
		rows = append(rows, p.modelTitle(t, own))
		for _, a := range p.aspects() {
			const names = 15
			for i, line := range ui.Wrap(a.of(t), max(w-names, 12)) {
				name := ""
				if i == 0 {
					name = a.name
				}
				rows = append(rows, canvas.Paint(th.Muted, canvas.Line(name, names))+canvas.Paint(th.Text, line))
			}
		}
		rows = append(rows, "")
	}
	return append(rows, p.unprotected(w, own)...)
}

// modelTitle is a model's name, with a pointer where it is the current method's.
func (p *Screen) modelTitle(t method.Threat, own method.Trust) string {
	th := p.Theme
	if t.Trust == own {
		return canvas.Paint(th.Accent.Bold(true), th.Glyphs.Current+" "+string(t.Trust)) + canvas.Paint(th.Accent, ": "+p.subject().Name)
	}
	return canvas.Paint(th.Strong, string(t.Trust))
}

// unprotected names the methods that promise nothing.
func (p *Screen) unprotected(w int, own method.Trust) []string {
	text, style := "No promise at all: "+p.methodsOf(method.TrustNone)+".", p.Theme.Muted
	if own == method.TrustNone {
		text, style = p.Theme.Glyphs.Alert+" "+text+" "+p.subject().Name+" is one of them.", p.Theme.Warning
	}
	return ui.PaintWrapped(text, w, style)
}

// errorsPanel says what the errors that the program shows are, and are not.
func (p *Screen) errorsPanel() string {
	paid, last := p.OnlyReleases(), ""
	if r := p.Runs.Current; r != nil && !r.Released() && !math.IsNaN(r.Final()) {
		last = format.ShortRMSE(r.Final())
	}
	return p.Panel(panelErrors, p.heading(panelErrors, "What the held-out RMSE is, and is not"), "", func(w, h int) string {
		return p.errors.Draw(ui.Markdown(p.Theme, errorsText(paid, last), w-2), w, h)
	})
}

// errorsText tells errors that are measured, or such as are paid for; last is the latest one that is measured.
func errorsText(paid bool, last string) string {
	if paid {
		return "**These errors are releases.** A share of the budget pays for them; they are listed as error, with their noise, and may be " +
			"published under this run's ε. No other error is measured: none of training, none of the test part.\n\n" +
			"**They are noisy.** Each is shown with the s.d. of its noise. One that is smaller than its noise is not shown at all.\n\n" +
			"**Without `--private-metrics`** every RMSE on held-out ratings is computed from those ratings as they are: not a private number."
	}
	text := "**It is not a private number.** Every RMSE on held-out ratings, on every screen, is computed from those ratings as they are, " +
		"without noise: it mixes what people rated. It is for whoever may see the ratings anyway.\n\n" +
		"**It is not part of the ε.** Publishing it, or choosing a run because of it, tells something of the ratings that no cost here covers.\n\n" +
		"**It is the error of the private model**, not of a better one: predictions use what was released, and a user's own ratings for that user alone.\n\n" +
		"**To publish one, pay for it**: `--private-metrics 0.1` uses a tenth of the budget for errors that are releases themselves.\n\n" +
		"**To choose the best of several runs**, `dpals sweep --select best --charge` charges what the choice costs; `dpals account select` tells how much."
	if last != "" {
		text += "\n\nThe last one of this run: `" + last + "`, " + session.NotPrivate + "."
	}
	return text
}
