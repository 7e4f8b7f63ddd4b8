package method

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var (
	count  = Parameter{Name: "k", Low: 1, High: 1000, Integer: true, Zero: "all"}
	weight = Parameter{Name: "lambda", Low: 0, High: 1e6, Default: Auto, Auto: true}
	power  = Parameter{Name: "exponent", Low: -2, High: 2}
	choice = Parameter{Name: "sampling", Choices: []string{"weights", "uniform"}}
	both   = Parameter{Name: "both", Low: 1, High: 2, Zero: "none", Auto: true}
)

func TestParse(t *testing.T) {
	for name, c := range map[string]struct {
		p    Parameter
		text string
		want float64
		err  string // of which the error has this; "" where there is none
	}{
		"number":             {count, "50", 50, ""},
		"blanks":             {count, " 50 ", 50, ""},
		"exponent":           {count, "1e2", 100, ""},
		"lowest":             {count, "1", 1, ""},
		"highest":            {count, "1000", 1000, ""},
		"name of zero":       {count, "ALL", 0, ""},
		"zero where special": {count, "0", 0, "k 0: out of range, choose from 1 to 1000, or type all"},
		"minus zero":         {count, "-0", 0, "or type all"},
		"auto, not allowed":  {count, "auto", 0, `k "auto": not a number`},
		"not whole":          {count, "1.5", 0, "k 1.5: not a whole number"},
		"too many":           {count, "1001", 0, "or type all"},
		"auto":               {weight, "Auto", Auto, ""},
		"auto as a number":   {weight, "-1", 0, "lambda -1: out of range, choose from 0 to 1e+06, or type auto"},
		"zero, ordinary":     {weight, "0", 0, ""},
		"minus one":          {power, "-1", -1, ""},
		"beyond":             {power, "2.001", 0, "exponent 2.001: out of range, choose from -2 to 2"},
		"both names":         {both, "3", 0, "choose from 1 to 2, or type none, or type auto"},
		"both, zero":         {both, "none", 0, ""},
		"choice":             {choice, "uniform", 1, ""},
		"choice by number":   {choice, "1", 0, `sampling "1": choose one of weights, uniform`},
		"word":               {weight, "much", 0, `lambda "much": not a number`},
		"nothing":            {weight, "", 0, "not a number"},
		"NaN":                {weight, "NaN", 0, "lambda: not a number"},
		"infinite":           {weight, "Inf", 0, "out of range"},
		"beyond all numbers": {weight, "1e999", 0, "not a number"},
	} {
		t.Run(name, func(t *testing.T) {
			v, err := c.p.Parse(c.text)
			if c.err == "" && (err != nil || v != c.want) {
				t.Errorf("%q reads as %v, %v; want %v", c.text, v, err, c.want)
			}
			if c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err) || v != 0) {
				t.Errorf("%q reads as %v, %v; want %q", c.text, v, err, c.err)
			}
		})
	}
}

// Whatever a parameter may be is written so that it reads back: exactly, where six digits tell it. And no number that
// is typed reads as a name.
func TestParseReadsWhatFormatWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom([]Parameter{count, weight, power, choice, both}).Draw(t, "parameter")
		values := []float64{p.Low, p.High}
		for i := range p.Choices {
			values = append(values, float64(i))
		}
		if len(p.Choices) > 0 {
			values = values[2:]
		}
		if p.Zero != "" {
			values = append(values, 0)
		}
		if p.Auto {
			values = append(values, Auto)
		}
		if len(p.Choices) == 0 {
			v := rapid.Float64Range(p.Low, p.High).Draw(t, "number")
			if p.Integer {
				v = math.Round(v)
			}
			v, err := strconv.ParseFloat(number(v), 64)
			if err != nil {
				t.Fatal(err)
			}
			values = append(values, v)
		}
		v := rapid.SampledFrom(values).Draw(t, "value")
		if err := p.Check(v); err != nil {
			t.Skip("beyond the range once it is rounded")
		}
		back, err := p.Parse(p.Format(v))
		if err != nil || back != v {
			t.Fatalf("%v is written %q and reads back as %v, %v", v, p.Format(v), back, err)
		}
		typed := strconv.FormatFloat(v, 'g', -1, 64)
		if back, err := p.Parse(typed); err == nil && p.Format(back) != number(back) {
			t.Fatalf("the number %s reads as %s", typed, p.Format(back))
		}
	})
}
