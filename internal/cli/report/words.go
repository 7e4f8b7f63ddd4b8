package report

import (
	"context"
	"errors"
	"fmt"
	"math"

	"dpals/engine"
	"dpals/engine/parallel"
	"dpals/internal/format"
	"dpals/tui/canvas"
)

// sentence is an error in one line.
func Sentence(err error) string {
	var crash *parallel.Panic
	switch {
	case errors.Is(err, context.Canceled):
		return "interrupted"
	case errors.As(err, &crash):
		return fmt.Sprintf("the trainer crashed: %v; its stack is in the log above", crash.Value)
	}
	return err.Error()
}

// aloneNote says what the ε of a command does not cover.
const aloneNote = "this command alone: of all runs on these ratings, only a limit set before is a guarantee (dpals ledger limit)"

// epsilonOf writes an ε with what it takes to read it: the δ and the accountant, or that it is pure, and the model of
// trust.
func epsilonOf(r *engine.Result) string {
	if r.Accountant == "pure" {
		return fmt.Sprintf("pure ε %s, %s model", format.Cost(r.Epsilon), r.Trust)
	}
	return fmt.Sprintf("ε %s at δ %g, %s accountant, %s model", format.Cost(r.Epsilon), r.Delta, r.Accountant, r.Trust)
}

// releasedError writes an error that is a release with the s.d. of its noise, and says where that leaves nothing of it.
func releasedError(v, deviation float64) string {
	text := format.NoisyRMSE(v, deviation)
	if !math.IsNaN(v) && engine.LostInNoise(v, deviation) {
		return "lost in noise: " + text
	}
	return text
}

// cell is text for one column of a table, "–" where there is none.
func cell(text string) string {
	if text == "" {
		return "–"
	}
	return canvas.Text(text)
}
