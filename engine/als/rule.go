package als

import (
	"context"
	"math"
	"os"
	"strconv"

	"dpals/accounting"
	"dpals/engine/method"
	"dpals/engine/parallel"
	"dpals/loaders"
)

func env(name string, d float64) float64 {
	if v, err := strconv.ParseFloat(os.Getenv(name), 64); err == nil {
		return v
	}
	return d
}

// each runs pieces on the task's threads and reports how far it is.
func each(ctx context.Context, task *method.Task, pieces int, piece func(worker, i int) error) error {
	return parallel.Each(ctx, task.Threads, pieces, func(worker, i int) error {
		if err := piece(worker, i); err != nil {
			return err
		}
		task.Progress.Part(float64(i+1) / float64(pieces))
		return nil
	})
}

// levels are the noise of the item statistics, in their own units.
type levels struct{ gram, rhs float64 }

func levelsOf(c config, p *accounting.Plan) (l levels) {
	for _, r := range p.Releases {
		switch r.Kind {
		case "gram":
			l.gram = r.Sigma
		case "rhs":
			l.rhs = r.Sigma
		}
	}
	return l
}

// resolve fills in what the configuration leaves to the rule.
func resolve(pub method.Public, s method.Settings) method.Settings {
	out := make(method.Settings, len(s))
	for name, v := range s {
		out[name] = v
	}
	set := func(name string, v float64) {
		if out[name] == method.Auto {
			out[name] = v
		}
	}
	set("rank", 8)
	set("iterations", 4)
	set("clip-rating", 0.25*(pub.High-pub.Low))
	return out
}

func itemRidges(c config, l levels, items []int, counts []float64) []float64 {
	ridges := make([]float64, len(items))
	total, mass := 0.0, 0.0
	for _, j := range items {
		raw := math.Pow(counts[j], c.weightExponent)
		total += counts[j] * raw * raw
		mass += counts[j]
	}
	q := math.Sqrt(total / mass)
	prior := env("PRIOR", 0.3)
	for k, j := range items {
		if c.lambda != method.Auto {
			ridges[k] = c.lambda
			continue
		}
		w := math.Sqrt(c.weight()) * counts[j] * math.Pow(counts[j], c.weightExponent) / q
		x := w * c.clipUser * c.clipUser / float64(c.rank)
		ridges[k] = l.rhs*l.rhs/(x*prior) + env("CG", 0)*l.gram*math.Sqrt(float64(c.rank))
	}
	return ridges
}

func userRidge(c config, counts []float64, n float64) ridge {
	l := env("LU", 0.75) * float64(c.rank)
	if c.lambdaUser != method.Auto {
		l = c.lambdaUser
	}
	return ridge{lambda: l, exponent: c.userExponent, mean: 100}
}

func foresee(r *loaders.Ratings, s method.Settings, p *accounting.Plan) method.Forecast {
	return method.Forecast{}
}
