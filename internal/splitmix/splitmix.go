package splitmix

// Golden is 2⁶⁴ divided by the golden ratio, odd: the step between two states of SplitMix64.
const Golden = 0x9e3779b97f4a7c15

// Mix is a bijection of 64-bit words. Every bit of the result depends on every bit of x.
func Mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Next returns the first output of SplitMix64 from the state x. Unlike Mix, it maps 0 to another number.
func Next(x uint64) uint64 { return Mix(x + Golden) }
