package splitmix

import "testing"

// The first outputs of Vigna's splitmix64.c from the state 1234567.
func TestNextIsSplitMix64(t *testing.T) {
	state := uint64(1234567)
	for k, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423} {
		if got := Next(state); got != want {
			t.Errorf("output %d is %d, want %d", k, got, want)
		}
		state += Golden
	}
}
