package accounting_test

import (
	"fmt"
	"log"

	"dpals/accounting"
	"dpals/accounting/noise"
)

// Release a private mean: plan a sum and a count, then let the meter charge them and add their noise.
func Example() {
	const users, most = 1000, 5.0 // one value in [0, 5] from each user
	sumGrid := accounting.GridFor(most, accounting.SumBits)
	claim := accounting.UserSum("docs/privacy/scalars.md", accounting.RatedItems, accounting.L2)
	plan, err := accounting.NewPlan(accounting.Exact, 1, 1e-6, []accounting.Request{
		{Name: "sum", Kind: "sum", Claim: claim, Sensitivity: most, Weight: 3, Dimension: 1, Grid: sumGrid},
		{Name: "count", Kind: "count", Claim: claim, Sensitivity: 1, Weight: 1, Dimension: 1},
	})
	if err != nil {
		log.Fatal(err)
	}
	sum, count := []float64{0}, []float64{users}
	for user := range users {
		sum[0] += accounting.Truncate(float64(user%6), sumGrid)
	}
	meter := accounting.NewMeter(plan, noise.Seeded(1), nil) // for real noise: noise.System(nil)
	if err := meter.Release("sum", sum); err != nil {
		log.Fatal(err)
	}
	if err := meter.Release("count", count); err != nil {
		log.Fatal(err)
	}
	if err := meter.Close(); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("mean %.2f\n", sum[0]/count[0])
	for _, c := range meter.Charges() {
		fmt.Printf("%-5s σ %.2f, spent ε %.3f\n", c.Name, c.Sigma, c.SpentEpsilon)
	}
	// Output:
	// mean 2.48
	// sum   σ 24.39, spent ε 0.857
	// count σ 8.45, spent ε 1.000
}

// Calibrate one Gaussian release: the least noise multiplier σ/Δ for (ε, δ).
func ExampleAccountant() {
	mu, err := accounting.Exact.Mu(1, 1e-6)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("noise multiplier %.4f\n", accounting.RoundUp(1/mu, 5))
	// Output: noise multiplier 4.2247
}

// Compose Gaussian mechanisms, which may be chosen adaptively, and state their total ε at δ.
func ExampleCompose() {
	total := 0.0
	for _, sigma := range []float64{8, 10, 12.5} { // noise multipliers
		total = accounting.Compose(total, 1/sigma)
	}
	for _, accountant := range accounting.Accountants() {
		epsilon, err := accountant.Epsilon(total, 1e-6)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%-7s ε %.4g\n", accountant.Name(), accounting.RoundUp(epsilon, 4))
	}
	// Output:
	// exact   ε 0.7402
	// cks     ε 0.7992
	// mironov ε 0.9567
}

// Bound a membership attack: the largest fraction of users found at 1 % false positives.
func ExampleTruePositiveRate() {
	for _, epsilon := range []float64{0.5, 2, 8} {
		mu, err := accounting.Exact.Mu(epsilon, 1e-6)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("ε %g: %.1f %% found at 1 %% false positives\n", epsilon, 100*accounting.TruePositiveRate(mu, 0.01))
	}
	// Output:
	// ε 0.5: 1.4 % found at 1 % false positives
	// ε 2: 3.0 % found at 1 % false positives
	// ε 8: 21.3 % found at 1 % false positives
}
