package cli

import (
	"cmp"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"dpals/accounting"
	"dpals/engine"
	"dpals/internal/format"
)

// maxRounds bounds the rounds of a calculation.
const maxRounds = 1_000_000

func accountLocalCommand() *cobra.Command {
	var epsilon, delta float64
	var count int
	cmd := calculation("local --epsilon E [--rounds T]", "Calculate the cost of local reports by round, and what a ledger counts for them",
		"dpals account local --epsilon 1 --rounds 10",
		func(cmd *cobra.Command) (any, func(io.Writer), error) {
			if err := cmp.Or(required(cmd, "epsilon", "a positive number"), checkPositive("epsilon", epsilon), checkDelta(delta)); err != nil {
				return nil, nil, err
			}
			if count < 1 || count > maxRounds {
				return nil, nil, usagef("--rounds %d: give a number of rounds from 1 to %d", count, maxRounds)
			}
			requests := make([]accounting.Request, count)
			for i := range requests {
				requests[i] = accounting.Request{Name: fmt.Sprintf("round %d", i+1), Claim: accounting.UserReport("docs/privacy/accounting.md"), Weight: 1, Local: true}
			}
			p, err := accounting.NewPlan(accounting.Exact, epsilon, delta, requests)
			if err != nil {
				return nil, nil, usageError{err}
			}
			ledger, err := accounting.Exact.Epsilon(p.Mu, delta)
			if err != nil {
				return nil, nil, err
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
			return l, func(w io.Writer) {
				fmt.Fprintf(w, "ε\t%s\tpure (δ = 0), of all rounds\n", format.Cost(l.Epsilon))
				fmt.Fprintf(w, "rounds\t%d\tone report of each user in each round\n", l.Rounds)
				fmt.Fprintf(w, "ε of a round\t%s\tpure\n", format.AtLeast(l.EpsilonRound, exactDigits))
				fmt.Fprintf(w, "μ of a round\t%s\timplied by its ε\n", format.AtLeast(l.MuRound, exactDigits))
				fmt.Fprintf(w, "μ\t%s\tcounted by a ledger for all rounds\n", format.AtLeast(l.Mu, exactDigits))
				fmt.Fprintf(w, "ε at δ %g\t%s\tof that μ, in a ledger with nothing else\n", l.LedgerDelta, format.Cost(l.LedgerEpsilon))
			}, nil
		})
	cmd.Long = "Divide a pure ε equally among rounds of local reports: pure ε adds up, and holds at δ = 0. A ledger adds up local runs and\n" +
		"others through μ: the pure ε of a round implies a μ, and all rounds have μ² = Σ μᵢ²."
	cmd.Flags().Float64Var(&epsilon, "epsilon", 0, "pure ε of all rounds together, positive")
	cmd.Flags().IntVar(&count, "rounds", 1, fmt.Sprintf("rounds of reports, 1 to %d", maxRounds))
	cmd.Flags().Float64Var(&delta, "delta", engine.DefaultDelta, "state the ledger's ε at this δ, between 0 and 1")
	return cmd
}
