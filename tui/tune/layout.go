package tune

import (
	"dpals/tui/ui"
)

// The panels of the Tune screen. The last two follow the focus of the panel they belong to.
const (
	panelKnobs = iota
	panelCurves
	panelBudget
	panelBefore
	panelDataSet
)

// tuneOwners is the panel that has the focus for each.
var tuneOwners = []int{panelKnobs, panelCurves, panelBudget, panelKnobs, panelBudget}

// arrangeTune lays the panels out. In one column what belongs to the last two is told by the knobs and the budget.
func arrangeTune(b ui.Rect) []ui.Rect {
	at := make([]ui.Rect, len(tuneOwners))
	if b.W < ui.WideFrom {
		at[panelKnobs], b = b.Top(min(max(7, b.H*7/20), 14))
		at[panelCurves], at[panelBudget] = b.Top(b.H - min(max(4, (b.H+at[panelKnobs].H)/7), 6))
		return at
	}
	bottom := min(max(5, b.H/5), 7)
	if b.H >= 60 { // room for the list of releases
		bottom = b.H / 4
	}
	left, right := b.Left(min(max(41, b.W*34/100), 62))
	at[panelKnobs], at[panelBefore] = left.Top(b.H - min(max(8, b.H*2/5), 14))
	at[panelCurves], right = right.Top(b.H - bottom)
	at[panelBudget], at[panelDataSet] = right.Left(right.W - min(max(28, right.W*2/5), 56))
	return at
}
