// Package accounting computes the privacy cost of releases and makes runs pay it: privacy curves and their inverses, the
// plan of a run, and the meter, which is the run's only source of noise. Sums, sensitivities and noise follow docs/privacy.
//
// Every cost is a μ of Gaussian differential privacy ([GDP]: Dong, Roth, Su 2022): a release with L2 sensitivity Δ and
// noise of standard deviation σ costs μ = Δ/σ, and releases compose as μ² = Σ μᵢ². An accountant converts μ into (ε, δ).
// Local reports have a pure ε instead. Private selection follows [TUNE]: Papernot, Steinke 2022.
//
// It must never state less ε than is spent, nor draw too little noise: every rounding goes against the user of the
// program. It never draws noise before the release is charged, and reads no clock and no other source of randomness than
// package noise.
//
// Use it as a library in three steps: describe every release as a Request, calibrate them together with NewPlan, and make
// them in order on a Meter.
package accounting
