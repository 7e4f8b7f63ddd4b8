package audit

import (
	"context"
	"testing"

	"dpals/engine"
	"dpals/engine/method"
	"dpals/loaders"
)

// Released errors are sums over users like any other, whoever is removed.
func TestPrivateErrorsStayWithinTheirClaims(t *testing.T) {
	training := func(task *method.Task) *loaders.Ratings { return task.Train }
	for _, m := range engine.Methods() {
		if !m.Private() {
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			watched := engine.PrivateMetrics(m, 0.3, training, func(int, float64, float64) {})
			largest := make(map[string]float64)
			for name, worst := range worstUsers {
				r := neighbours(t, 5, 40, 25, worst)
				measured, err := Sensitivities(context.Background(), watched, r, r.Users-1, target(nil, 5))
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				for _, x := range measured {
					if x.Exceeds() {
						t.Errorf("%s moves %s by %g, claimed %g", name, x.Release.Name, x.Distance, x.Release.Sensitivity)
					}
					largest[x.Release.Name] = max(largest[x.Release.Name], x.Distance)
				}
			}
			if largest["error weight"] < 0.9 || largest["error 1"] < 0.05 {
				t.Errorf("nobody moves the errors: %v", largest)
			}
		})
	}
}
