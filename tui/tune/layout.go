package tune

import (
	"dpals/tui/ui"
)

// The panels of the Tune screen. The last two follow the focus of their owner.
const (
	panelKnobs = iota
	panelCurves
	panelBudget
	panelConsequences
	panelDataSet
)

// panelOwners is, by panel, the panel that has the focus for it.
var panelOwners = []int{panelKnobs, panelCurves, panelBudget, panelKnobs, panelBudget}

// arrange lays the panels out. In one column there are no rectangles for the last two: their owners show their content.
func arrange(b ui.Rect) []ui.Rect {
	at := make([]ui.Rect, len(panelOwners))
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
	at[panelKnobs], at[panelConsequences] = left.Top(b.H - min(max(8, b.H*2/5), 14))
	at[panelCurves], right = right.Top(b.H - bottom)
	at[panelBudget], at[panelDataSet] = right.Left(right.W - min(max(28, right.W*2/5), 56))
	return at
}
