package method

// Expectation is what is known of a quantity before it is released, from ratings of all kinds: where users are few and
// ε is small, a release tells less than that.
type Expectation struct{ mean, deviation float64 }

// Usual expects a value about mean, give or take a deviation.
func Usual(mean, deviation float64) Expectation { return Expectation{mean, deviation} }

// Update returns the posterior mean after a release with noise of s.d. sigma, kept in [low, high].
func (e Expectation) Update(released, sigma, low, high float64) float64 {
	gain := e.deviation * e.deviation / (e.deviation*e.deviation + sigma*sigma)
	return min(max(e.mean+gain*(released-e.mean), low), high)
}
