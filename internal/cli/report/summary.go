package report

import (
	"math"

	"dpals/accounting"
	"dpals/engine"
)

// Summary is the result of one run, or of several with the same configuration.
type Summary struct {
	runs            int
	last            *engine.Result
	part            string  // which ratings the error is of, as in keys of JSON: "test", or "valid" where errors are released
	mean, deviation float64 // of the error over the runs, in rating units; NaN if nothing was held out
	lost            int     // runs whose released error is lost in its noise
	together        float64 // ε of all runs together at the δ of each: by the exact curve, or the sum where pure; 0 unless private
}

// partName returns the part in words.
func (s Summary) partName() string {
	if s.part == "valid" {
		return "validation"
	}
	return s.part
}

// Summarize returns the summary of runs, at least one.
func Summarize(results []*engine.Result) (s Summary, err error) {
	s = Summary{runs: len(results), last: results[len(results)-1], part: "test"}
	figures := make([]float64, len(results))
	var total accounting.TotalCost
	for i, r := range results {
		figures[i], total = r.TestRMSE, total.Plus(r.Total)
		if r.MetricsPrivate {
			figures[i], s.part = r.ValidRMSE, "valid"
			if engine.LostInNoise(r.ValidRMSE, r.Deviation) {
				s.lost++
			}
		}
	}
	s.mean, s.deviation = meanAndDeviation(figures)
	if s.last.Private {
		s.together, err = total.Epsilon(accounting.Exact, s.last.Delta)
	}
	return s, err
}

// meanAndDeviation returns the mean and the sample standard deviation, 0 for a single value.
func meanAndDeviation(x []float64) (mean, sd float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		sd += (v - mean) * (v - mean)
	}
	if len(x) > 1 {
		sd = math.Sqrt(sd / float64(len(x)-1))
	}
	return mean, sd
}
