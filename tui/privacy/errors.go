package privacy

import (
	"math"

	"dpals/internal/format"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// errorsPanel explains what the errors that the program shows mean for privacy.
func (p *Screen) errorsPanel() string {
	released, last := p.OnlyReleases(), ""
	if r := p.Runs.Current; r != nil && !r.Released() && !math.IsNaN(r.Final()) {
		last = format.ShortRMSE(r.Final())
	}
	return p.Panel(panelErrors, p.heading(panelErrors, "What the held-out RMSE means"), "", func(w, h int) string {
		return p.errors.Draw(ui.Markdown(p.Theme, errorsText(released, last), w-2), w, h)
	})
}

// errorsText explains errors that are released, or errors that are measured; last is the latest measured one, "" before.
func errorsText(released bool, last string) string {
	if released {
		return "**These errors are releases.** A part of the budget pays for them. The list of releases shows them as error, with their noise, " +
			"and this run's ε covers their publication. No other error is measured, neither training nor test.\n\n" +
			"**They are noisy.** Each is shown with the standard deviation of its noise; an error smaller than its noise is not shown.\n\n" +
			"**Without `--private-metrics`** every held-out RMSE is computed from the held-out ratings without noise: it is not a private number."
	}
	text := "**Not a private number.** Every held-out RMSE, on every screen, is computed from the held-out ratings without noise. " +
		"It depends on the ratings of all users: show it only to readers who may see the ratings.\n\n" +
		"**Not part of ε.** Publishing it, or choosing a run by it, reveals something about the ratings that no cost here covers.\n\n" +
		"**The error of the private model.** Predictions use what was released, and each user's own ratings for that user only.\n\n" +
		"**To publish an error**, release it: `--private-metrics 0.1` uses a tenth of the budget for released errors.\n\n" +
		"**To choose the best of several runs**, `dpals sweep --select best --charge` charges the choice; `dpals account select` computes its cost."
	if last != "" {
		text += "\n\nLast value of this run: `" + last + "`, " + session.NotPrivate + "."
	}
	return text
}
