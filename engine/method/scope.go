package method

// Scope is the rating range and the items that a run treats as public because it released them itself.
type Scope struct {
	Low, High float64
	Items     []uint32 // the ratings' items that the model has, in the order of its rows; nil: all, in the ratings' order
}

// Scoper is a Model with a scope of its own: it predicts every item of the ratings, but only items of its scope may be shown
// to other users, and predictions are clamped to its range.
type Scoper interface {
	Model
	Scope() Scope
}

// RangeOf returns the range that a model's predictions are clamped to: that of its scope, or the one given.
func RangeOf(m Model, low, high float64) (float64, float64) {
	if s, ok := m.(Scoper); ok {
		scope := s.Scope()
		return scope.Low, scope.High
	}
	return low, high
}
