package report

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"dpals/engine/method"
)

// WriteMethods lists methods and their models of trust; of one method also its parameters.
func WriteMethods(out io.Writer, list []*method.Method) error {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	for _, m := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\n", m.Name, privacy(m), m.Summary)
	}
	switch {
	case len(list) == 1 && len(list[0].Parameters) == 0:
		fmt.Fprintf(w, "\nno parameters\n")
	case len(list) == 1:
		fmt.Fprintf(w, "\nparameter\tdefault\tmeaning\tsource\n")
		for _, p := range list[0].Parameters {
			fmt.Fprintf(w, "--%s\t%s\t%s\t%s\n", p.Name, p.Format(p.Default), p.Meaning, p.Source)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return describeTrust(out, list)
}

// privacy returns the kind of privacy of a method.
func privacy(m *method.Method) string {
	if !m.Private() {
		return "not private"
	}
	return string(m.Trust) + " DP"
}

// describeTrust writes what the models of trust promise: that of one method, or all of them.
func describeTrust(out io.Writer, list []*method.Method) error {
	threats := method.Threats()
	if len(list) == 1 {
		threats = []method.Threat{list[0].Trust.Threat()}
	} else {
		fmt.Fprintln(out, "\nCompare an ε only with others of the same model of trust. No method is central: see docs/privacy/promise.md#models-of-trust.")
	}
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	for _, t := range threats {
		fmt.Fprintf(w, "\n%s\t%s\n", t.Trust, t.Title)
		fmt.Fprintf(w, "\ttrusted: %s\n", t.Trusted)
		fmt.Fprintf(w, "\tan attacker sees: %s\n", t.Sees)
		fmt.Fprintf(w, "\tstays hidden: %s\n", t.Hidden)
		fmt.Fprintf(w, "\tunit: %s\n", t.Unit)
	}
	return w.Flush()
}

// threat returns a model of trust as JSON.
func threat(t method.Trust) Object {
	m := t.Threat()
	return Object{"title": m.Title, "trusted": m.Trusted, "adversary_sees": m.Sees, "hidden": m.Hidden, "unit": m.Unit}
}

// WriteMethodsJSON writes methods with their parameters, a JSON object a line.
func WriteMethodsJSON(out io.Writer, list []*method.Method) error {
	type parameter struct {
		Name    string   `json:"name"`
		Symbol  string   `json:"symbol,omitempty"`
		Meaning string   `json:"meaning"`
		Source  string   `json:"source,omitempty"`
		Low     *float64 `json:"low,omitempty"`
		High    *float64 `json:"high,omitempty"`
		Default string   `json:"default"`
		Choices []string `json:"choices,omitempty"`
	}
	enc := json.NewEncoder(out)
	for _, m := range list {
		params := make([]parameter, 0, len(m.Parameters))
		for _, p := range m.Parameters {
			q := parameter{Name: p.Name, Symbol: p.Symbol, Meaning: p.Meaning, Source: p.Source, Default: p.Format(p.Default), Choices: p.Choices}
			if len(p.Choices) == 0 {
				q.Low, q.High = &p.Low, &p.High
			}
			params = append(params, q)
		}
		if err := enc.Encode(map[string]any{"name": m.Name, "summary": m.Summary, "source": m.Source,
			"private": m.Private(), "trust": m.Trust, "threat": threat(m.Trust), "parameters": params}); err != nil {
			return err
		}
	}
	return nil
}
