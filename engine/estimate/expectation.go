package estimate

// Expectation is a normal prior of a quantity before it is released, from ratings of many kinds: where users are few and ε
// is small, a release tells less than that.
type Expectation struct{ mean, deviation float64 }

// Usual returns the prior with that mean and standard deviation.
func Usual(mean, deviation float64) Expectation { return Expectation{mean, deviation} }

// Update returns the posterior mean after a release with noise of s.d. sigma, clamped to [low, high].
func (e Expectation) Update(released, sigma, low, high float64) float64 {
	gain := e.deviation * e.deviation / (e.deviation*e.deviation + sigma*sigma)
	return min(max(e.mean+gain*(released-e.mean), low), high)
}
