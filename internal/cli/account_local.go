package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"dpals/accounting"
	"dpals/engine"
)

// mostRounds is how many rounds of reports are calculated at most.
const mostRounds = 1_000_000

func accountLocalCommand() *cobra.Command {
	var epsilon, delta float64
	var count int
	cmd := &cobra.Command{
		Use:   "local --epsilon E [--rounds T]",
		Short: "Share a pure ε among rounds of local reports, and find what a ledger counts for them",
		Long: "Share a pure ε among rounds of local reports: pure ε adds up, and holds at δ = 0. A ledger composes local runs\n" +
			"with others through the μ that they satisfy as well: each round by its own, all rounds as μ² = Σ μᵢ².",
		Example: "  dpals account local --epsilon 1 --rounds 10",
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := required(cmd, "epsilon", "a positive number"); err != nil {
				return err
			}
			if err := positive("epsilon", epsilon); err != nil {
				return err
			}
			if count < 1 || count > mostRounds {
				return usagef("--rounds %d: give a number of rounds from 1 to %d", count, mostRounds)
			}
			if err := checkDelta(delta); err != nil {
				return err
			}
			requests := make([]accounting.Request, count)
			for i := range requests {
				requests[i] = accounting.Request{Name: fmt.Sprintf("round %d", i+1), Claim: accounting.UserReport("docs/privacy/accounting.md"), Weight: 1, Local: true}
			}
			p, err := accounting.NewPlan(accounting.Exact, epsilon, delta, requests)
			if err != nil {
				return usagef("%w", err)
			}
			ledger, err := accounting.Exact.Epsilon(p.Mu, delta)
			if err != nil {
				return err
			}
			each := p.Releases[0]
			l := struct {
				Rounds        int     `json:"rounds"`
				Epsilon       float64 `json:"epsilon"`
				EpsilonRound  float64 `json:"epsilon_round"`
				MuRound       float64 `json:"mu_round"`
				Mu            float64 `json:"mu"`
				Delta         float64 `json:"delta"`
				LedgerDelta   float64 `json:"ledger_delta"`
				LedgerEpsilon float64 `json:"ledger_epsilon"`
			}{count, p.Epsilon, each.Epsilon, each.Mu, p.Mu, p.EffectiveDelta(), delta, ledger}
			return report(cmd, l, func(w io.Writer) {
				fmt.Fprintf(w, "ε\t%s\tpure: at δ = 0, of all rounds\n", atLeast(l.Epsilon, costDigits))
				fmt.Fprintf(w, "rounds\t%d\tone report of every user in each\n", l.Rounds)
				fmt.Fprintf(w, "ε of a round\t%s\tpure\n", atLeast(l.EpsilonRound, exactDigits))
				fmt.Fprintf(w, "μ of a round\t%s\tthe least that ε implies\n", atLeast(l.MuRound, exactDigits))
				fmt.Fprintf(w, "μ\t%s\twhat a ledger counts for all rounds\n", atLeast(l.Mu, exactDigits))
				fmt.Fprintf(w, "ε at δ %g\t%s\twhat that μ counts for in a ledger, if nothing else is in it\n", l.LedgerDelta, atLeast(l.LedgerEpsilon, costDigits))
			})
		},
	}
	cmd.Flags().Float64Var(&epsilon, "epsilon", 0, "pure ε of all rounds together, positive")
	cmd.Flags().IntVar(&count, "rounds", 1, "rounds of reports, T")
	cmd.Flags().Float64Var(&delta, "delta", engine.DefaultDelta, "δ at which a ledger states its ε")
	return cmd
}
