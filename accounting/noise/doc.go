// Package noise draws the noise of releases: integers from round(N(0, σ²)) for sums, and the randomised answers of local
// reports. Its randomness is ChaCha8 streams keyed by the operating system or, in a simulation, by a seed.
//
// It must never fall back to a weaker generator, and never use floating-point normal samples: the probability of every
// integer is right to a relative 2⁻¹⁰⁰ (docs/privacy/noise.md#noise). Timing is not hidden: rare samples take a little
// longer, and that channel is out of scope.
package noise
