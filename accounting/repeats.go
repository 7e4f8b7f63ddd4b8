package accounting

import "math"

// MaxRepeats returns how often the plan can be executed before its failures use up δ, so that no ε holds for all
// executions together. It is math.MaxInt where nothing may fail.
func (p *Plan) MaxRepeats() int {
	if p.FailureProbability == 0 {
		return math.MaxInt
	}
	return int(math.Ceil(p.Delta/p.FailureProbability)) - 1
}
