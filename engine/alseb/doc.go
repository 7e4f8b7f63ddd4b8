// Package alseb is dpals-eb, empirical-Bayes private alternating least squares: users are solved locally, items from released
// sums over users by one pooled curvature, biases of their own, and shrinkage fitted to the releases. docs/methods/dpals-eb.md derives
// it; it extends [DPALS] Algorithms 1 and 3, with weights from [ADA].
//
// A run has two states. The local state (type local) is what users hold: ratings, and the factors, offsets and residuals that
// follow from them. The published state (posterior.State) is what releases and public facts tell. Everything that turns
// releases into the model is a function of the published state, in the package internal/posterior, which cannot import
// ratings or a meter. What joins the two is in releases.go: sums of the local state go through the meter, and only what comes
// back is handed to the published state. Nothing here may draw noise, or copy a local number into the published state.
package alseb
