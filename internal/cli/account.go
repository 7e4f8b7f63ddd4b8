package cli

import (
	"cmp"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"dpals/accounting"
	"dpals/internal/format"
)

// accountCommand is the privacy calculator: the cost of releases, and the noise that a target needs. It reads no data.
func accountCommand() *cobra.Command {
	cmd := parentCommand("account", "Calculate ε, δ or noise of planned releases, without data",
		"Calculate what Gaussian noise costs in ε and δ, or what noise a target needs, by three accountants:\n"+
			"exact (the privacy curve itself, the default everywhere), cks and mironov (bounds, to compare with papers).\n"+
			"No data is read.\n\n"+
			"The answer is a guarantee for releases that are all planned before the first of them. It is none for releases\n"+
			"that continue until their results are good enough: set a limit first, with dpals ledger limit. It holds if the\n"+
			"item list and the rating range are public, not read from the ratings.",
		accountEpsilonCommand(), accountDeltaCommand(), accountCalibrateCommand(), accountSelectCommand(), accountLocalCommand(), accountDPALSCommand())
	cmd.SetFlagErrorFunc(flagError)
	cmd.PersistentFlags().Bool("json", false, "print one JSON object")
	return cmd
}

// calculation returns a command of the calculator: answer returns the value to print as JSON, and its table.
func calculation(use, short, example string, answer func(cmd *cobra.Command) (any, func(io.Writer), error)) *cobra.Command {
	return &cobra.Command{Use: use, Short: short, Example: example, Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			value, table, err := answer(cmd)
			if err != nil {
				return err
			}
			return printAnswer(cmd, value, table)
		}}
}

// Help of flags that several calculations have.
const (
	deltaUsage       = "state the result at this δ, between 0 and 1"
	sensitivityUsage = "L2 sensitivity of each release, positive"
)

func accountEpsilonCommand() *cobra.Command {
	var delta float64
	var releases gaussians
	cmd := calculation("epsilon --delta D --gaussian SIGMA[xCOUNT] ...", "Calculate the ε of Gaussian releases at a δ",
		"dpals account epsilon --delta 1e-5 --gaussian 3.7\ndpals account epsilon --delta 1e-6 --gaussian 20x10 --gaussian 5 --sensitivity 2",
		func(cmd *cobra.Command) (any, func(io.Writer), error) {
			mu, err := releases.mu()
			if err != nil {
				return nil, nil, err
			}
			if err := requiredDelta(cmd, delta); err != nil {
				return nil, nil, err
			}
			c, err := costAt(mu, delta)
			return c, func(w io.Writer) {
				fmt.Fprintf(w, "μ\t\t%s\t\n", format.Cost(c.Mu))
				fmt.Fprintf(w, "δ\t\t%g\tgiven\n", c.Delta)
				c.Epsilon.rows(w, "ε")
			}, err
		})
	cmd.Flags().Float64Var(&delta, "delta", 0, deltaUsage)
	releases.flags(cmd)
	return cmd
}

func accountDeltaCommand() *cobra.Command {
	var epsilon float64
	var releases gaussians
	cmd := calculation("delta --epsilon E --gaussian SIGMA[xCOUNT] ...", "Calculate the δ of Gaussian releases at an ε",
		"dpals account delta --epsilon 1 --gaussian 3.7",
		func(cmd *cobra.Command) (any, func(io.Writer), error) {
			if err := requiredEpsilon(cmd, epsilon); err != nil {
				return nil, nil, err
			}
			mu, err := releases.mu()
			if err != nil {
				return nil, nil, err
			}
			delta, err := each(func(a accounting.Accountant) (float64, error) { return a.Delta(mu, epsilon) })
			d := struct {
				Mu      float64      `json:"mu"`
				Epsilon float64      `json:"epsilon"`
				Delta   byAccountant `json:"delta"`
			}{mu, epsilon, delta}
			return d, func(w io.Writer) {
				fmt.Fprintf(w, "μ\t\t%s\t\n", format.Cost(mu))
				fmt.Fprintf(w, "ε\t\t%g\tgiven\n", epsilon)
				delta.rows(w, "δ")
			}, err
		})
	cmd.Flags().Float64Var(&epsilon, "epsilon", 0, "state the result at this ε, 0 or more")
	releases.flags(cmd)
	return cmd
}

func accountCalibrateCommand() *cobra.Command {
	var epsilon, delta, sensitivity float64
	var count int
	cmd := calculation("calibrate --epsilon E --delta D [--gaussian-count N] [--sensitivity S]",
		"Calculate the noise that keeps N equal Gaussian releases within (ε, δ)",
		"dpals account calibrate --epsilon 1 --delta 1e-5 --gaussian-count 10",
		func(cmd *cobra.Command) (any, func(io.Writer), error) {
			if err := cmp.Or(requiredEpsilon(cmd, epsilon), requiredDelta(cmd, delta), checkPositive("sensitivity", sensitivity)); err != nil {
				return nil, nil, err
			}
			if count < 1 {
				return nil, nil, usagef("--gaussian-count %d: give the number of releases, at least 1", count)
			}
			mu, err := each(func(a accounting.Accountant) (float64, error) { return a.Mu(epsilon, delta) })
			if err != nil {
				return nil, nil, err
			}
			if mu.Mironov == 0 {
				return nil, nil, usagef("--epsilon %g: no amount of noise proves it by every accountant; choose a larger ε", epsilon)
			}
			sigma := mu.with(func(mu float64) float64 { return accounting.EqualSigma(mu, sensitivity, count) })
			c := struct {
				Mu      float64      `json:"mu"`
				Sigma   byAccountant `json:"sigma"`
				Epsilon float64      `json:"epsilon"`
				Delta   float64      `json:"delta"`
				Count   int          `json:"count"`
			}{mu.Exact, sigma, epsilon, delta, count}
			return c, func(w io.Writer) {
				fmt.Fprintf(w, "ε\t\t%g\tgiven\n", epsilon)
				fmt.Fprintf(w, "δ\t\t%g\tgiven\n", delta)
				fmt.Fprintf(w, "releases\t\t%d\tof sensitivity %g each\n", count, sensitivity)
				fmt.Fprintf(w, "μ\t\t%s\tof all releases\n", format.Cost(mu.Exact))
				sigma.rows(w, "σ")
			}, nil
		})
	cmd.Long = cmd.Short + ".\nσ is the noise of each release; μ is the cost of all of them by the exact accountant."
	cmd.Flags().Float64Var(&epsilon, "epsilon", 0, "keep within this ε, 0 or more")
	cmd.Flags().Float64Var(&delta, "delta", 0, "keep within this δ, between 0 and 1")
	cmd.Flags().IntVar(&count, "gaussian-count", 1, "number of equal releases")
	cmd.Flags().Float64Var(&sensitivity, "sensitivity", 1, sensitivityUsage)
	return cmd
}

func accountDPALSCommand() *cobra.Command {
	var n accounting.DPALSNoise
	var delta float64
	cmd := calculation("dpals --k K --iterations T --sigma-g S --sigma-rhs S --sigma-pre S --delta D",
		"Compare the published cost of a DPALS configuration with its true cost",
		"dpals account dpals --k 50 --iterations 2 --sigma-g 15.5 --sigma-rhs 7.7 --sigma-pre 10 --delta 1e-5",
		func(cmd *cobra.Command) (any, func(io.Writer), error) {
			for _, flag := range []string{"k", "iterations", "sigma-g", "sigma-rhs", "sigma-pre"} {
				if err := required(cmd, flag, "a positive number"); err != nil {
					return nil, nil, err
				}
			}
			if err := requiredDelta(cmd, delta); err != nil {
				return nil, nil, err
			}
			if n.K < 1 {
				return nil, nil, usagef("--k %d: give the number of ratings per user, at least 1", n.K)
			}
			if n.Iterations < 1 {
				return nil, nil, usagef("--iterations %d: give the number of iterations, at least 1", n.Iterations)
			}
			if err := cmp.Or(checkPositive("sigma-g", n.Gram), checkPositive("sigma-rhs", n.RHS), checkPositive("sigma-pre", n.Pre)); err != nil {
				return nil, nil, err
			}
			published, err := costAt(accounting.DPALSPublished(n), delta)
			if err != nil {
				return nil, nil, err
			}
			corrected, err := costAt(accounting.DPALSCorrected(n), delta)
			both := struct {
				Published cost `json:"published"`
				Corrected cost `json:"corrected"`
			}{published, corrected}
			return both, func(w io.Writer) {
				fmt.Fprintf(w, "\t\tpublished\tcorrected\t\n")
				fmt.Fprintf(w, "μ\t\t%s\t%s\t\n", format.Cost(published.Mu), format.Cost(corrected.Mu))
				p, c := published.Epsilon, corrected.Epsilon
				fmt.Fprintf(w, "ε at δ %g\tmironov\t%s\t%s\tpublished: as in the paper\n", delta, format.Cost(p.Mironov), format.Cost(c.Mironov))
				fmt.Fprintf(w, "\tcks\t%s\t%s\t\n", format.Cost(p.CKS), format.Cost(c.CKS))
				fmt.Fprintf(w, "\texact\t%s\t%s\tcorrected: the true cost\n", format.Cost(p.Exact), format.Cost(c.Exact))
			}, err
		})
	cmd.Long = cmd.Short + ".\n[DPALS] states the mironov ε of its published μ. That μ charges the private mean for √k ratings, where a user\n" +
		"changes it by all k."
	cmd.Flags().IntVar(&n.K, "k", 0, "ratings per user, at least 1")
	cmd.Flags().IntVar(&n.Iterations, "iterations", 0, "T, iterations, at least 1")
	cmd.Flags().Float64Var(&n.Gram, "sigma-g", 0, "σ_G of the Gram matrices, in units of Γ_u²")
	cmd.Flags().Float64Var(&n.RHS, "sigma-rhs", 0, "σ_g of the right-hand sides, in units of Γ_u·Γ_M")
	cmd.Flags().Float64Var(&n.Pre, "sigma-pre", 0, "σ_p of counts and means")
	cmd.Flags().Float64Var(&delta, "delta", 0, deltaUsage)
	return cmd
}
