package audit

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"dpals/engine/method"
)

// vary returns settings like these with new values of some free parameters, those that the target leaves open. One
// in `every` is drawn, and at least one where there is any.
func (a *Audit) vary(s method.Settings, every int, r *rand.Rand) method.Settings {
	varied := make(method.Settings, len(s))
	for name, v := range s {
		varied[name] = v
	}
	var free []method.Parameter
	for _, p := range a.parameters {
		if _, fixed := a.target.Settings[p.Name]; !fixed {
			free = append(free, p)
		}
	}
	if len(free) == 0 {
		return varied
	}
	sure := r.IntN(len(free))
	for i, p := range free {
		switch {
		case i != sure && r.IntN(every) > 0:
		case r.IntN(4) == 0:
			delete(varied, p.Name)
		default:
			varied[p.Name] = draw(p, a.asked.settings[p.Name], r)
		}
	}
	return varied
}

// draw returns a valid value of the parameter: within a few steps of centre where that is an ordinary value, and
// anywhere ordinary where it is not.
func draw(p method.Parameter, centre float64, r *rand.Rand) float64 {
	const steps = 4
	if len(p.Choices) > 0 {
		return float64(r.IntN(len(p.Choices)))
	}
	from, to := p.Low, p.High
	ordinary := centre >= from && centre <= to && p.Step > 0
	var v float64
	if p.Log {
		from, to = max(from, 1e-3), min(to, 1e3)
		if reach := math.Pow(p.Step, steps); ordinary && centre > 0 {
			from, to = max(from, centre/reach), min(to, centre*reach)
		}
		v = from * math.Pow(to/from, r.Float64())
	} else {
		if ordinary {
			from, to = max(from, centre-steps*p.Step), min(to, centre+steps*p.Step)
		}
		v = from + (to-from)*r.Float64()
	}
	if p.Integer {
		v = math.Round(v)
	}
	return min(max(v, p.Low), p.High)
}

// Chosen are the parameters that the attack chose, by name and as they would be typed.
type Chosen map[string]string

// String is ", under k 5, rank 2", or "" where nothing was chosen.
func (c Chosen) String() string {
	var list []string
	for name, value := range c {
		list = append(list, name+" "+value)
	}
	if len(list) == 0 {
		return ""
	}
	slices.Sort(list)
	return ", under " + strings.Join(list, ", ")
}

// chosen are those of the settings that the target left open.
func (a *Audit) chosen(s method.Settings) Chosen {
	chosen := make(Chosen)
	for _, p := range a.parameters {
		v, set := s[p.Name]
		if _, fixed := a.target.Settings[p.Name]; set && !fixed {
			chosen[p.Name] = p.Format(v)
		}
	}
	return chosen
}
