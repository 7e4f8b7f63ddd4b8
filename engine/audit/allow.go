package audit

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// What may be exported. A file, a key, a column or a heading that is on none of these lists is a finding, whether or not
// it differs between neighbours. An entry of these lists states that it reveals nothing of the users but by a release.

// Paths of JSON keys; "[]" is any element of a list, and <scalar> and <parameter> are names of those.
var (
	allowedModel = []string{
		"method", "rank", "columns", "columns[]", "recipe[]", "low", "high", "items", "simulation", "warning", "scalars.<scalar>",
	}
	allowedStatement = []string{
		"method", "data", "private", "trust", "simulation", "warning", "mechanism", "unit", "adjacency", "epsilon", "delta", "mu", "accountant",
		"valid_rmse", "metrics_private", "includes_users", "headline", "provided_public[]", "catalogue_observed", "range_observed",
		"catalogue_released", "range_released", "catalogue_failure", "not_covered[]",
		"releases", "releases[].name", "releases[].kind", "releases[].sensitivity", "releases[].sigma", "releases[].pure_epsilon",
		"releases[].mu", "releases[].share", "releases[].domain", "releases[].neighbours", "releases[].norm", "releases[].proof",
		"parameters.<parameter>", "versions.go", "versions.dpals", "versions.revision",
	}
)

// allowedScalar is a scalar of a model: each is a release, a function of releases or a setting.
var allowedScalar = regexp.MustCompile(`^(mean|mid|pull|scale|most|noise|offset_precision|offset_ridge|lambda|lambda0|exponent|z|row|(gain|keep)[0-9]+)$`)

// allowedColumn is a column of an item's numbers.
var allowedColumn = regexp.MustCompile(`^(item|title|trained|bias|bias_variance|average|[a-z]+[0-9]+(_variance)?)$`)

// allowedHeadings and allowedRows are those of the statement in words.
var (
	allowedHeadings = []string{"# Privacy statement", "## Releases", "## Not covered", "## Parameters", "## Versions"}
	allowedRows     = []string{"", "---", "ε", "δ", "μ (Gaussian DP)", "chance of failure β, a part of δ", "μ (Gaussian DP), unless the catalogue failed", "accountant", "unit", "neighbours", "mechanism", "release"}
)

// marks begin the names of files of runs that protect no user.
var marks = []string{"SIMULATION-", "NOT-PRIVATE-"}

// allow adds a finding for everything in an exported file that is on no list.
func (d *publisher) allow(name string, text []byte, p *Publication) {
	for _, mark := range marks {
		name = strings.TrimPrefix(name, mark)
	}
	refuse := func(what string) {
		p.find(Finding{Kind: NotAllowed, Release: name}, "%s holds %s, which is not on the list of what may be exported", name, what)
	}
	switch name {
	case "model.json":
		d.allowJSON(text, allowedModel, refuse)
	case "privacy.json":
		d.allowJSON(text, allowedStatement, refuse)
	case "items.csv":
		header, err := csv.NewReader(bytes.NewReader(text)).Read()
		if err != nil {
			refuse("no header line")
		}
		for _, column := range header {
			if !allowedColumn.MatchString(column) {
				refuse(fmt.Sprintf("the column %q", column))
			}
		}
	case "PRIVACY.md":
		d.allowWords(string(text), refuse)
	case "items.npy":
		if shape := fmt.Sprintf("'shape': (%d, ", d.with.Items); !bytes.Contains(text[:min(len(text), 256)], []byte(shape)) {
			refuse("an array that is not one row for each item")
		}
	default:
		refuse("an unknown file")
	}
}

func (d *publisher) allowJSON(text []byte, allowed []string, refuse func(string)) {
	var all any
	if err := json.Unmarshal(text, &all); err != nil {
		refuse("text that is not JSON")
		return
	}
	for _, path := range pathsOf(all, "") {
		if !slices.Contains(allowed, d.generic(path)) {
			refuse(fmt.Sprintf("the key %q", path))
		}
	}
}

// pathsOf lists the paths of all values that hold no others, and of empty lists.
func pathsOf(v any, path string) (paths []string) {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			at := path + "." + key
			if path == "" {
				at = key
			}
			paths = append(paths, pathsOf(value, at)...)
		}
	case []any:
		for _, value := range v {
			paths = append(paths, pathsOf(value, path+"[]")...)
		}
	default:
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// generic replaces the name of an allowed scalar or parameter by its placeholder.
func (d *publisher) generic(path string) string {
	if scalar, ok := strings.CutPrefix(path, "scalars."); ok && allowedScalar.MatchString(scalar) {
		return "scalars.<scalar>"
	}
	if name, ok := strings.CutPrefix(path, "parameters."); ok {
		if _, known := d.method.Parameter(name); known {
			return "parameters.<parameter>"
		}
	}
	return path
}

func (d *publisher) allowWords(text string, refuse func(string)) {
	heading := ""
	for _, line := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(line, "#"):
			if heading = line; !slices.Contains(allowedHeadings, line) {
				refuse(fmt.Sprintf("the heading %q", line))
			}
		case strings.HasPrefix(line, "|") && heading == allowedHeadings[0]:
			if cell := strings.TrimSpace(strings.Split(line[1:], "|")[0]); !slices.Contains(allowedRows, cell) {
				refuse(fmt.Sprintf("the row %q", cell))
			}
		}
	}
}
