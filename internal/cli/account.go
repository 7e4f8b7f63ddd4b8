package cli

import (
	"cmp"
	"fmt"
	"io"
	"math"

	"github.com/spf13/cobra"

	"dpals/accounting"
	"dpals/internal/format"
)

// accountCommand is the privacy calculator: what Gaussian releases cost, and what noise a target needs. It reads no
// data.
func accountCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "account",
		Short: "Calculate what noise and local reports cost in ε and δ, without data",
		Long: "Calculate what Gaussian noise costs in ε and δ, or what noise a target needs, under three accountants:\n" +
			"exact (the privacy curve itself, used everywhere by default), cks and mironov (for comparison with papers).\n" +
			"No data is read.\n\n" +
			"An answer is a guarantee of releases that were all planned before the first of them. Of releases that go on until\n" +
			"somebody stops by looking at results it is none: fix a limit before, with dpals ledger limit. And it is one on the\n" +
			"condition that the item list and the rating range are public, not read off the ratings.",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("dpals account %s: choose epsilon, delta, calibrate, select, local or dpals", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.SetFlagErrorFunc(flagError)
	cmd.PersistentFlags().Bool("json", false, "print one JSON object")
	cmd.AddCommand(accountEpsilonCommand(), accountDeltaCommand(), accountCalibrateCommand(), accountSelectCommand(), accountLocalCommand(), accountDPALSCommand())
	return cmd
}

func accountEpsilonCommand() *cobra.Command {
	var delta float64
	var releases gaussians
	cmd := &cobra.Command{
		Use:     "epsilon --delta D --gaussian SIGMA[xCOUNT] ...",
		Short:   "Find the ε of Gaussian releases at a δ",
		Example: "  dpals account epsilon --delta 1e-5 --gaussian 3.7\n  dpals account epsilon --delta 1e-6 --gaussian 20x10 --gaussian 5 --sensitivity 2",
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			mu, err := releases.mu()
			if err != nil {
				return err
			}
			if err := givenDelta(cmd, delta); err != nil {
				return err
			}
			c, err := costAt(mu, delta)
			if err != nil {
				return err
			}
			return printAnswer(cmd, c, func(w io.Writer) {
				fmt.Fprintf(w, "μ\t\t%s\t\n", format.Cost(c.Mu))
				fmt.Fprintf(w, "δ\t\t%g\tgiven\n", c.Delta)
				c.Epsilon.rows(w, "ε")
			})
		},
	}
	cmd.Flags().Float64Var(&delta, "delta", 0, "δ of the statement, between 0 and 1")
	releases.flags(cmd)
	return cmd
}

func accountDeltaCommand() *cobra.Command {
	var epsilon float64
	var releases gaussians
	cmd := &cobra.Command{
		Use:     "delta --epsilon E --gaussian SIGMA[xCOUNT] ...",
		Short:   "Find the δ of Gaussian releases at an ε",
		Example: "  dpals account delta --epsilon 1 --gaussian 3.7",
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkEpsilon(cmd, epsilon); err != nil {
				return err
			}
			mu, err := releases.mu()
			if err != nil {
				return err
			}
			delta, err := each(func(a accounting.Accountant) (float64, error) { return a.Delta(mu, epsilon) })
			if err != nil {
				return err
			}
			d := struct {
				Mu      float64      `json:"mu"`
				Epsilon float64      `json:"epsilon"`
				Delta   byAccountant `json:"delta"`
			}{mu, epsilon, delta}
			return printAnswer(cmd, d, func(w io.Writer) {
				fmt.Fprintf(w, "μ\t\t%s\t\n", format.Cost(mu))
				fmt.Fprintf(w, "ε\t\t%g\tgiven\n", epsilon)
				delta.rows(w, "δ")
			})
		},
	}
	cmd.Flags().Float64Var(&epsilon, "epsilon", 0, "ε of the statement, not negative")
	releases.flags(cmd)
	return cmd
}

func accountCalibrateCommand() *cobra.Command {
	var epsilon, delta, sensitivity float64
	var count int
	cmd := &cobra.Command{
		Use:   "calibrate --epsilon E --delta D [--gaussian-count N] [--sensitivity S]",
		Short: "Find the noise that keeps N equal Gaussian releases within (ε, δ)",
		Long: "Find the noise that keeps N equal Gaussian releases within (ε, δ). The σ of an accountant is for each of\n" +
			"the N releases; μ is the cost of all of them under the exact accountant.",
		Example: "  dpals account calibrate --epsilon 1 --delta 1e-5 --gaussian-count 10",
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkEpsilon(cmd, epsilon); err != nil {
				return err
			}
			if err := givenDelta(cmd, delta); err != nil {
				return err
			}
			if err := positive("sensitivity", sensitivity); err != nil {
				return err
			}
			if count < 1 {
				return usagef("--gaussian-count %d: give the number of releases, at least 1", count)
			}
			mu, err := each(func(a accounting.Accountant) (float64, error) { return a.Mu(epsilon, delta) })
			if err != nil {
				return err
			}
			if mu.Mironov == 0 {
				return usagef("--epsilon %g: no amount of noise proves it under every accountant, choose a larger ε", epsilon)
			}
			sigma := mu.with(func(mu float64) float64 {
				return sensitivity * math.Sqrt(float64(count)) / mu * (1 + 0x1p-50)
			})
			c := struct {
				Mu      float64      `json:"mu"`
				Sigma   byAccountant `json:"sigma"`
				Epsilon float64      `json:"epsilon"`
				Delta   float64      `json:"delta"`
				Count   int          `json:"count"`
			}{mu.Exact, sigma, epsilon, delta, count}
			return printAnswer(cmd, c, func(w io.Writer) {
				fmt.Fprintf(w, "ε\t\t%g\tgiven\n", epsilon)
				fmt.Fprintf(w, "δ\t\t%g\tgiven\n", delta)
				fmt.Fprintf(w, "releases\t\t%d\tof sensitivity %g each\n", count, sensitivity)
				fmt.Fprintf(w, "μ\t\t%s\tof all of them\n", format.Cost(mu.Exact))
				sigma.rows(w, "σ")
			})
		},
	}
	cmd.Flags().Float64Var(&epsilon, "epsilon", 0, "target ε, not negative")
	cmd.Flags().Float64Var(&delta, "delta", 0, "target δ, between 0 and 1")
	cmd.Flags().IntVar(&count, "gaussian-count", 1, "number of equal Gaussian releases")
	cmd.Flags().Float64Var(&sensitivity, "sensitivity", 1, "L2 sensitivity of each release")
	return cmd
}

func accountDPALSCommand() *cobra.Command {
	var n accounting.DPALSNoise
	var delta float64
	cmd := &cobra.Command{
		Use:   "dpals --k K --iterations T --sigma-g S --sigma-rhs S --sigma-pre S --delta D",
		Short: "State the published cost of a DPALS configuration beside its true one",
		Long: "State what [DPALS] publishes for a configuration beside what it costs. The published ε is the mironov one\n" +
			"of the published μ; that μ charges the private mean for √k ratings where a user moves it by all k.",
		Example: "  dpals account dpals --k 50 --iterations 2 --sigma-g 15.5 --sigma-rhs 7.7 --sigma-pre 10 --delta 1e-5",
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, flag := range []string{"k", "iterations", "sigma-g", "sigma-rhs", "sigma-pre"} {
				if err := required(cmd, flag, "a positive number"); err != nil {
					return err
				}
			}
			if err := givenDelta(cmd, delta); err != nil {
				return err
			}
			if n.K < 1 {
				return usagef("--k %d: give the number of ratings per user, at least 1", n.K)
			}
			if n.Iterations < 1 {
				return usagef("--iterations %d: give the number of item steps, at least 1", n.Iterations)
			}
			if err := cmp.Or(positive("sigma-g", n.Gram), positive("sigma-rhs", n.RHS), positive("sigma-pre", n.Pre)); err != nil {
				return err
			}
			published, err := costAt(accounting.DPALSPublished(n), delta)
			if err != nil {
				return err
			}
			corrected, err := costAt(accounting.DPALSCorrected(n), delta)
			if err != nil {
				return err
			}
			both := struct {
				Published cost `json:"published"`
				Corrected cost `json:"corrected"`
			}{published, corrected}
			return printAnswer(cmd, both, func(w io.Writer) {
				fmt.Fprintf(w, "\t\tpublished\tcorrected\t\n")
				fmt.Fprintf(w, "μ\t\t%s\t%s\t\n", format.Cost(published.Mu), format.Cost(corrected.Mu))
				p, c := published.Epsilon, corrected.Epsilon
				fmt.Fprintf(w, "ε at δ %g\tmironov\t%s\t%s\tpublished: as in the paper\n", delta, format.Cost(p.Mironov), format.Cost(c.Mironov))
				fmt.Fprintf(w, "\tcks\t%s\t%s\t\n", format.Cost(p.CKS), format.Cost(c.CKS))
				fmt.Fprintf(w, "\texact\t%s\t%s\tcorrected: the true cost\n", format.Cost(p.Exact), format.Cost(c.Exact))
			})
		},
	}
	cmd.Flags().IntVar(&n.K, "k", 0, "ratings per user")
	cmd.Flags().IntVar(&n.Iterations, "iterations", 0, "item steps, T")
	cmd.Flags().Float64Var(&n.Gram, "sigma-g", 0, "σ_G of the Gram matrices, in units of Γ_u²")
	cmd.Flags().Float64Var(&n.RHS, "sigma-rhs", 0, "σ_g of the right-hand sides, in units of Γ_u·Γ_M")
	cmd.Flags().Float64Var(&n.Pre, "sigma-pre", 0, "σ_p of the pre-processing: counts and means")
	cmd.Flags().Float64Var(&delta, "delta", 0, "δ of the statement, between 0 and 1")
	return cmd
}
