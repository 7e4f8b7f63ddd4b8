package kernel

import "testing"

// each runs a test with every variant that this machine supports.
func each(t *testing.T, test func(t *testing.T)) {
	was := active
	defer func() { active = was }()
	for _, v := range supported() {
		active = v
		t.Run(v.name, test)
	}
}

// eachBench is each for benchmarks.
func eachBench(b *testing.B, bench func(b *testing.B)) {
	was := active
	defer func() { active = was }()
	for _, v := range supported() {
		active = v
		b.Run(v.name, bench)
	}
}
