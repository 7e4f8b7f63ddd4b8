package cli

import "testing"

func TestQ(t *testing.T) {
	for _, args := range [][]string{
		{"epsilon", "--delta", "1e-5", "--gaussian", "3.7x2"},
		{"epsilon", "--delta", "1e-5", "--gaussian", "3.7x2", "--json"},
		{"delta", "--epsilon", "1", "--gaussian", "3.7x2"},
		{"delta", "--epsilon", "1", "--gaussian", "3.7x2", "--json"},
		{"calibrate", "--epsilon", "1", "--delta", "1e-5", "--gaussian-count", "10"},
		{"calibrate", "--epsilon", "1", "--delta", "1e-5", "--gaussian-count", "10", "--json"},
		{"dpals", "--k", "50", "--iterations", "2", "--sigma-g", "15.5", "--sigma-rhs", "7.7", "--sigma-pre", "10", "--delta", "1e-5"},
		{"dpals", "--k", "50", "--iterations", "2", "--sigma-g", "15.5", "--sigma-rhs", "7.7", "--sigma-pre", "10", "--delta", "1e-5", "--json"},
		{"dpals"},
		{"delta", "--epsilon", "x"},
		{"delta", "x"},
		{"nope"},
	} {
		c := accountCommand()
		c.SilenceUsage = true
		c.SetArgs(args)
		t.Log(args, c.Execute())
	}
}
