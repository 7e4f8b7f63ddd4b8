// Package sweep trains a grid: methods × parameters × ε × data sets, each point several times, several at once. The run
// store keeps points as they finish, so that a sweep that was stopped or killed is resumed where it was, and no point is
// trained twice.
//
// Every run of a sweep is charged like any other. A Selection publishes the best of a random number of runs for less
// (docs/privacy/selection.md); it must never show anything of its other runs. The laws of the number of runs are those of
// Papernot and Steinke, Hyperparameter Tuning with Rényi Differential Privacy, ICLR 2022.
package sweep
