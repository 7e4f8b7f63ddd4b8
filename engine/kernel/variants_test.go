package kernel

import "testing"

// each runs a test with every variant that this machine supports, in memory that ends, and then starts, beside pages
// that fault.
func each(t *testing.T, test func(t *testing.T)) {
	was := active
	defer func() { active = was }()
	for _, v := range supported() {
		active = v
		t.Run(v.name, func(t *testing.T) {
			t.Run("nothing after", func(t *testing.T) {
				guarded(t, true)
				test(t)
			})
			t.Run("nothing before", func(t *testing.T) {
				guarded(t, false)
				test(t)
			})
		})
	}
}

// eachBench runs a benchmark with every variant.
func eachBench(b *testing.B, bench func(b *testing.B)) {
	was := active
	defer func() { active = was }()
	for _, v := range supported() {
		active = v
		b.Run(v.name, bench)
	}
}

func TestChoice(t *testing.T) {
	var names []string
	for _, v := range supported() {
		names = append(names, v.name)
	}
	if names[len(names)-1] != "portable" {
		t.Fatalf("variants %q do not end in portable", names)
	}
	for _, name := range names {
		if v, err := choose(name); err != nil || v.name != name {
			t.Errorf("asked for %s, got %s and %v", name, v.name, err)
		}
	}
	if v, err := choose(""); err != nil || v.name != names[0] {
		t.Errorf("asked for nothing, got %s and %v, want the fastest, %s", v.name, err, names[0])
	}
	v, err := choose("sse9")
	if v.name != names[0] {
		t.Errorf("an unknown name gives %s, want the fastest, %s", v.name, names[0])
	}
	if err == nil {
		t.Fatal("an unknown name is no error")
	}
	if want := `DPALS_KERNEL="sse9" is not a kernel that this machine supports: give `; err.Error()[:len(want)] != want {
		t.Errorf("error %q does not start %q", err, want)
	}
}
