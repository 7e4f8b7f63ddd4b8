package readers

import (
	"testing"
)

func TestParseColumns(t *testing.T) {
	for text, want := range map[string]Columns{
		"":                                  {},
		"user=userId,item=movieId,rating=3": {"userId", "movieId", "3"},
		" rating = how much , User = who":   {User: "who", Rating: "how much"},
	} {
		if got, err := ParseColumns(text); err != nil || got != want {
			t.Errorf("%q reads as %+v, error %v", text, got, err)
		}
	}
	for _, text := range []string{"user", "user=", "who=1", "user=1,user=2", "user=1,,item=2", ","} {
		if got, err := ParseColumns(text); err == nil {
			t.Errorf("%q reads as %+v", text, got)
		}
	}
}

func TestParseRange(t *testing.T) {
	for text, want := range map[string][2]float64{"1,5": {1, 5}, " 0.5 , 5 ": {0.5, 5}, "-10,10": {-10, 10}} {
		if low, high, err := ParseRange(text); err != nil || low != want[0] || high != want[1] {
			t.Errorf("%q reads as %g to %g, error %v", text, low, high, err)
		}
	}
	for _, text := range []string{"", "1", "5,1", "1,1", "1,x", "NaN,1", "0,Inf", "1,2,3", "0,1e12", "1,1.0000001"} {
		if low, high, err := ParseRange(text); err == nil {
			t.Errorf("%q reads as %g to %g", text, low, high)
		}
	}
}
