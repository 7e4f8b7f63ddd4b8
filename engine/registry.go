package engine

import (
	"strconv"
	"strings"

	"dpals/engine/als"
	"dpals/engine/alseb"
	"dpals/engine/baseline"
	"dpals/engine/frankwolfe"
	"dpals/engine/gradient"
	"dpals/engine/method"
	"dpals/engine/spectral"
)

// DefaultMethod is the method of a configuration that names none.
const DefaultMethod = "dpals-eb"

// registry holds every method, in the order of lists.
var registry = []*method.Method{
	alseb.Method,
	als.DPALS,
	als.ALS,
	frankwolfe.DPFW,
	spectral.DPSVD,
	spectral.NoisySVD,
	frankwolfe.FW,
	gradient.LDPGDDR,
	gradient.LDPGD,
	gradient.LDPRR,
	gradient.GD,
	baseline.ItemMean,
	baseline.Popularity,
	baseline.UserMean,
	baseline.GlobalMean,
}

// Methods returns every method, in the order of lists. The slice must not be changed.
func Methods() []*method.Method { return registry }

// Lookup returns the method of that name, or a method.ParameterError.
func Lookup(name string) (*method.Method, error) {
	names := make([]string, len(registry))
	for i, m := range registry {
		if m.Name == name {
			return m, nil
		}
		names[i] = m.Name
	}
	return nil, method.ParameterError{Name: "method", Value: strconv.Quote(name), Reason: "choose one of " + strings.Join(names, ", ")}
}
