package gradient

import (
	"fmt"
	"testing"

	"dpals/engine/method"
)

// A user without ratings reports like every other: as often, in the same form, and with nothing of the user before. The
// server would see a missing or a repeated report.
func TestUsersWithoutRatingsReport(t *testing.T) {
	all := generate(t, "synth:skewed:n=80,m=30,per=8")
	for _, silent := range []int{0, 7, 79} {
		without := all.WithoutRatingsOf(silent)
		for _, m := range []*method.Method{LDPGD, LDPGDDR, LDPRR} {
			for _, s := range []method.Settings{{}, {"reporting": 1, "iterations": 3}, {"as-published": 1, "iterations": 3, "rank": 2}} {
				t.Run(fmt.Sprint(m.Name, s, silent), func(t *testing.T) {
					a, b := heard(t, m, all, s), heard(t, m, without, s)
					if len(a) != len(b) {
						t.Errorf("%d parts of reports, and %d where user %d rated nothing", len(a), len(b), silent)
					}
					for key, x := range a {
						y, reported := b[key]
						switch {
						case !reported || len(y) != len(x):
							t.Fatalf("user %d reports %d numbers to %s, and %d where user %d rated nothing", key.user, len(x), key.release, len(y), silent)
						case key.user != silent && fmt.Sprint(x) != fmt.Sprint(y):
							t.Fatalf("user %d has to say %v, and %v where user %d rated nothing", key.user, x, y, silent)
						case key.user == silent:
							for _, v := range y {
								if v != 0 {
									t.Fatalf("user %d rated nothing and has to say %v", silent, y)
								}
							}
						}
					}
				})
			}
		}
	}
}
