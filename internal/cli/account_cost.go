package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"dpals/accounting"
	"dpals/engine"
	"dpals/internal/format"
)

// byAccountant is one quantity by each accountant.
type byAccountant struct {
	Exact   float64 `json:"exact"`
	CKS     float64 `json:"cks"`
	Mironov float64 `json:"mironov"`
}

func each(f func(accounting.Accountant) (float64, error)) (b byAccountant, err error) {
	if b.Exact, err = f(accounting.Exact); err != nil {
		return b, err
	}
	if b.CKS, err = f(accounting.CKS); err != nil {
		return b, err
	}
	b.Mironov, err = f(accounting.Mironov)
	return b, err
}

func (b byAccountant) with(f func(float64) float64) byAccountant {
	return byAccountant{f(b.Exact), f(b.CKS), f(b.Mironov)}
}

// exactDigits are the significant digits of the calculator's answers.
const exactDigits = 9

// rows writes the quantity by accountant, rounded up: a cost is never more than shown, and noise as shown is enough.
func (b byAccountant) rows(w io.Writer, symbol string) {
	fmt.Fprintf(w, "%s\texact\t%s\tthe privacy curve itself\n", symbol, format.AtLeast(b.Exact, exactDigits))
	fmt.Fprintf(w, "\tcks\t%s\tby concentrated DP, optimised\n", format.AtLeast(b.CKS, exactDigits))
	fmt.Fprintf(w, "\tmironov\t%s\tby concentrated DP, closed form\n", format.AtLeast(b.Mironov, exactDigits))
}

// cost is the ε of releases of total μ at a δ.
type cost struct {
	Mu      float64      `json:"mu"`
	Epsilon byAccountant `json:"epsilon"`
	Delta   float64      `json:"delta"`
}

func costAt(mu, delta float64) (cost, error) {
	if err := checkDelta(delta); err != nil {
		return cost{}, err
	}
	epsilon, err := each(func(a accounting.Accountant) (float64, error) { return a.Epsilon(mu, delta) })
	if err == nil && math.IsInf(epsilon.Mironov, 1) {
		err = usagef("the noise is too small: ε exceeds every number; choose a larger σ")
	}
	return cost{mu, epsilon, delta}, err
}

// gaussians are the releases of --gaussian and --sensitivity.
type gaussians struct {
	specs       []string
	sensitivity float64
}

func (g *gaussians) flags(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&g.specs, "gaussian", nil, "noise σ of a release, or of COUNT equal releases; may be repeated")
	nameValue(cmd.Flags(), "gaussian", "SIGMA[xCOUNT]")
	cmd.Flags().Float64Var(&g.sensitivity, "sensitivity", 1, sensitivityUsage)
}

// mu composes the releases: μ² = Σ count·(sensitivity/σ)².
func (g *gaussians) mu() (float64, error) {
	if len(g.specs) == 0 {
		return 0, usagef("--gaussian is missing: give the noise of each release, such as --gaussian 3.7 or --gaussian 20x10")
	}
	if err := checkPositive("sensitivity", g.sensitivity); err != nil {
		return 0, err
	}
	total := 0.0
	for _, spec := range g.specs {
		text, times, repeated := strings.Cut(spec, "x")
		sigma, err := strconv.ParseFloat(text, 64)
		if err != nil || !(sigma > 0) || math.IsInf(sigma, 1) {
			return 0, usagef("--gaussian %q: give σ, a positive number, as in 3.7 or 20x10", spec)
		}
		count := 1
		if repeated {
			if count, err = strconv.Atoi(times); err != nil || count < 1 {
				return 0, usagef("--gaussian %q: give the count after x, a whole number, at least 1", spec)
			}
		}
		total = accounting.Compose(total, math.Sqrt(float64(count))*g.sensitivity/sigma)
	}
	return total, nil
}

func requiredEpsilon(cmd *cobra.Command, epsilon float64) error {
	if err := required(cmd, "epsilon", "a number, 0 or more"); err != nil {
		return err
	}
	if !(epsilon >= 0) || math.IsInf(epsilon, 1) {
		return usagef("--epsilon %g: give a finite number, 0 or more", epsilon)
	}
	return nil
}

// requiredDelta refuses a command line without δ or with a wrong one.
func requiredDelta(cmd *cobra.Command, delta float64) error {
	if err := required(cmd, "delta", "a number between 0 and 1, such as 1e-5"); err != nil {
		return err
	}
	return checkDelta(delta)
}

func checkDelta(delta float64) error { return engine.DeltaParameter.Check(delta) }

func checkPositive(flag string, x float64) error {
	if !(x > 0) || math.IsInf(x, 1) {
		return usagef("--%s %g: give a positive number", flag, x)
	}
	return nil
}

// printAnswer prints value as JSON with --json, and otherwise a table.
func printAnswer(cmd *cobra.Command, value any, table func(io.Writer)) error {
	out := cmd.OutOrStdout()
	if asJSON, err := cmd.Flags().GetBool("json"); err != nil || asJSON {
		if err != nil {
			return err
		}
		return json.NewEncoder(out).Encode(value)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	table(w)
	return w.Flush()
}
