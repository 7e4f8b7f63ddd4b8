// Package spectral completes ratings from one noisy item × item covariance and its leading eigenvectors: noisy-svd
// ([DPFW] Algorithm 3) and dpsvd ([MM], "SVD after cleansing").
//
// A user's predictions are a linear function of their own ratings that the releases define. Nothing here may draw noise, and
// nothing may read a sum over users before it has gone through the meter.
package spectral
