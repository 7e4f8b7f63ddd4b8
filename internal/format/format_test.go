package format

import (
	"math"
	"testing"
)

func TestNumbersAreWrittenForReaders(t *testing.T) {
	for name, c := range map[string]struct{ got, want string }{
		"number":                      {Number(0.26814), "0.268"},
		"number rounds up":            {Number(9.999), "10.0"},
		"large number":                {Number(12345), "12,300"},
		"small number":                {Number(1e-5), "1e-5"},
		"no number":                   {Number(math.NaN()), "–"},
		"infinite number":             {Number(math.Inf(1)), "∞"},
		"setting":                     {Setting(2), "2.0"},
		"setting of ten":              {Setting(10), "10"},
		"exact setting":               {Setting(0.125), "0.125"},
		"fraction":                    {Percent(0.0204), "2.0 %"},
		"nearly none":                 {Percent(1e-6), "<0.1 %"},
		"nearly all":                  {Percent(0.99999), ">99.9 %"},
		"all":                         {Percent(1), "100 %"},
		"thousands":                   {Thousands(1234567), "1,234,567"},
		"thousands of 64 bits":        {Thousands(int64(6040)), "6,040"},
		"negative":                    {Thousands(-123), "-123"},
		"count":                       {Count(20_000_263), "20.0 M"},
		"one":                         {Plural(1, "run"), "1 run"},
		"many":                        {Plural(1_000_209, "rating"), "1,000,209 ratings"},
		"many in few cells":           {ShortPlural(20_000_263, "rating"), "20.0 M ratings"},
		"error":                       {RMSE(0.87123), "0.8712"},
		"error of a thousandth":       {RMSE(0.001), "0.0010"},
		"small error":                 {RMSE(0.00091234), "0.0009123"},
		"tiny error":                  {RMSE(2.5e-9), "2.5e-09"},
		"error below ten thousand":    {RMSE(9999.12346), "9999.1235"},
		"large error":                 {RMSE(12346), "1.235e+04"},
		"no error":                    {RMSE(math.NaN()), "–"},
		"error of 0":                  {RMSE(0), "0.0000"},
		"infinite error":              {RMSE(math.Inf(1)), "+Inf"},
		"error in few cells":          {ShortRMSE(0.87123), "0.871"},
		"large error in few cells":    {ShortRMSE(123.4), "123"},
		"released error":              {NoisyRMSE(0.87123, 0.01), "0.8712 ± 0.0100"},
		"error without noise":         {NoisyRMSE(0.87123, 0), "0.8712"},
		"mean error":                  {MeanRMSE(0.87123, 0.00004), "0.8712 ± 0.0000"},
		"mean of small errors":        {MeanRMSE(0.0004, 0.00004), "0.0004 ± 4e-05"},
		"cost is rounded up":          {Cost(1.00000101), "1.00001"},
		"charge is rounded up":        {Charge(1.46517), "1.466"},
		"exact charge":                {Charge(1), "1"},
		"nothing charged":             {Charge(0), "0"},
		"charge over the digits":      {Charge(9.99951), "10"},
		"small charge":                {Charge(1.0001e-7), "1.001e-07"},
		"large charge":                {Charge(12345.6), "1.235e+04"},
		"charge within the last bits": {Charge(0.9999999999999879), "1"},
		"infinite charge":             {Charge(math.Inf(1)), "+Inf"},
		"no charge":                   {ChargeOrNone(math.NaN()), "–"},
		"exact":                       {Exact(0.1), "0.1"},
		"empty":                       {ExactOrEmpty(math.NaN()), ""},
	} {
		t.Run(name, func(t *testing.T) {
			if c.got != c.want {
				t.Errorf("%q, want %q", c.got, c.want)
			}
		})
	}
}

func TestRoundDownIsNeverAbove(t *testing.T) {
	for v, want := range map[float64]float64{0.8: 0.8, 0.79999: 0.799, 1: 1, 0.99999: 0.999, 12.37: 12.3, 1234: 1230, 0.0012349: 0.00123} {
		if got := RoundDown(v, 3); got != want {
			t.Errorf("RoundDown(%v) = %v, want %v", v, got, want)
		}
	}
}
