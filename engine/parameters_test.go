package engine

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"dpals/engine/method"
)

var update = flag.Bool("update", false, "write the table of parameters into docs/METHODS.md")

const (
	methodsFile = "../docs/METHODS.md"
	tableHead   = "| parameter | | of | default | from, to | meaning | source |\n|---|---|---|---|---|---|---|\n"
)

// parameterTable is the registry's parameters as a table, a row for those that are the same in several methods.
func parameterTable() string {
	type row struct{ name, symbol, standard, span, meaning, source string }
	var names []string
	rows := map[string][]row{}
	methods := map[row][]string{}
	for _, m := range Methods() {
		for _, p := range m.Parameters {
			r := row{p.Name, p.Symbol, p.Format(p.Default), span(p), p.Meaning, p.Source}
			if len(rows[p.Name]) == 0 {
				names = append(names, p.Name)
			}
			if len(methods[r]) == 0 {
				rows[p.Name] = append(rows[p.Name], r)
			}
			methods[r] = append(methods[r], m.Name)
		}
	}
	var b strings.Builder
	b.WriteString(tableHead)
	for _, name := range names {
		for _, r := range rows[name] {
			fmt.Fprintf(&b, "| `--%s` | %s | %s | %s | %s | %s | %s |\n", r.name, r.symbol, strings.Join(methods[r], ", "), r.standard, r.span,
				strings.ReplaceAll(r.meaning, "|", `\|`), strings.ReplaceAll(r.source, "|", `\|`))
		}
	}
	return b.String()
}

// span is the values that a parameter takes.
func span(p method.Parameter) string {
	if len(p.Choices) > 0 {
		return strings.Join(p.Choices, ", ")
	}
	text := fmt.Sprintf("%g, %g", p.Low, p.High)
	if p.Zero != "" {
		text += ", " + p.Zero
	}
	if p.Auto {
		text += ", auto"
	}
	return text
}

// Every parameter of the registry is documented with its default and source as they are.
func TestParametersAreDocumented(t *testing.T) {
	file, err := os.ReadFile(methodsFile)
	if err != nil {
		t.Fatal(err)
	}
	text, want := string(file), parameterTable()
	start := strings.Index(text, tableHead)
	if start < 0 {
		t.Fatalf("%s has no table that begins with %q", methodsFile, tableHead)
	}
	have, after, _ := strings.Cut(text[start:], "\n\n")
	have += "\n"
	if have == want {
		return
	}
	if *update {
		if err := os.WriteFile(methodsFile, []byte(text[:start]+want+"\n"+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	lines := strings.Split(have, "\n")
	for i, line := range strings.Split(want, "\n") {
		if i >= len(lines) || lines[i] != line {
			t.Fatalf("the table of parameters in %s is older than the registry: go test ./engine -run TestParametersAreDocumented -update; the registry has\n%s", methodsFile, line)
		}
	}
	t.Fatalf("the table of parameters in %s has rows that the registry does not have", methodsFile)
}
