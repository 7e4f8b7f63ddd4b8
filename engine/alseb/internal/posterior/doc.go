// Package posterior turns what dpals-eb has released into estimates of items: it is the post-processing of that method, an
// empirical-Bayes shrinkage that docs/methods/dpals-eb.md derives.
//
// It holds the published state of a run alone: releases, what was computed from them, and public facts. It must never see a
// rating, a user's factors or a meter, so it imports no package through which they can be reached; a test of
// engine/estimate checks that. Whatever a function here computes may therefore be published and costs no privacy.
package posterior
