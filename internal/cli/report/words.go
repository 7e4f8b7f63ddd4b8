package report

import (
	"context"
	"errors"
	"fmt"
	"math"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/internal/format"
	"dpals/internal/parallel"
	"dpals/tui/canvas"
)

// Sentence returns an error as one line, with parameters named as flags.
func Sentence(err error) string {
	var crash *parallel.Panic
	switch {
	case errors.Is(err, context.Canceled):
		return "interrupted"
	case errors.As(err, &crash):
		return fmt.Sprintf("training crashed: %v; the stack is in the log above", crash.Value)
	}
	return method.ErrorText(err, func(name string) string { return "--" + name })
}

// commandOnly says what the ε of a command does not cover.
const commandOnly = "this command only: for all runs on these ratings together, only a limit set before the first run is a guarantee (dpals ledger limit)"

// simulationOnly is written beside the ε of a run whose noise is known.
const simulationOnly = "a simulation with noise from a known seed: no privacy"

// withoutNoise is written instead of an ε.
const withoutNoise = "not private: the method releases its results without noise"

// comparableOnly is written below tables with an ε of several models of trust.
const comparableOnly = "Compare an ε only with others of the same model of trust: see dpals methods."

// statedEpsilon returns an ε with its δ and accountant, or that it is pure, and the model of trust.
func statedEpsilon(r *engine.Result) string {
	if r.Accountant == "pure" {
		return fmt.Sprintf("pure ε %s, %s model", format.Cost(r.Epsilon), r.Trust)
	}
	return fmt.Sprintf("ε %s at δ %g, %s accountant, %s model", format.Cost(r.Epsilon), r.Delta, r.Accountant, r.Trust)
}

// releasedError returns an error that is a release with the s.d. of its noise, and marks one that is lost in it.
func releasedError(v, deviation float64) string {
	text := format.NoisyRMSE(v, deviation)
	if !math.IsNaN(v) && engine.LostInNoise(v, deviation) {
		return "below its noise: " + text
	}
	return text
}

// cell returns text for a column of a table, "–" without any.
func cell(text string) string {
	if text == "" {
		return "–"
	}
	return canvas.Text(text)
}

// keptRun names a stored run.
func keptRun(run int64) string { return fmt.Sprintf("stored as run %d: dpals runs show %d", run, run) }
