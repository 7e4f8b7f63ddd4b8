package engine

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dpals/docs"
	"dpals/engine/method"
)

var update = flag.Bool("update", false, "write the tables of parameters into docs/methods")

const (
	methodPages = "../docs/methods"
	tableHead   = "| parameter | symbol | default | values | meaning | source |\n|---|---|---|---|---|---|\n"
)

// parameterTable is a method's parameters as they are in the registry.
func parameterTable(m *method.Method) string {
	var b strings.Builder
	b.WriteString(tableHead)
	for _, p := range m.Parameters {
		fmt.Fprintf(&b, "| `--%s` | %s | %s | %s | %s | %s |\n", p.Name, p.Symbol, p.Format(p.Default), span(p),
			strings.ReplaceAll(p.Meaning, "|", `\|`), strings.ReplaceAll(p.Source, "|", `\|`))
	}
	return b.String()
}

// span is the values that a parameter takes.
func span(p method.Parameter) string {
	if len(p.Choices) > 0 {
		return strings.Join(p.Choices, ", ")
	}
	text := fmt.Sprintf("%g to %g", p.Low, p.High)
	if p.Zero != "" {
		text += ", " + p.Zero
	}
	if p.Auto {
		text += ", auto"
	}
	return text
}

// Every method of the registry has a page, and no page is about a method that does not exist.
func TestMethodsHavePages(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(methodPages, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{filepath.Join(methodPages, "README.md")}
	for _, m := range Methods() {
		want = append(want, methodPage(m))
	}
	slices.Sort(files)
	slices.Sort(want)
	if !slices.Equal(files, want) {
		t.Errorf("the pages are %q, want %q", files, want)
	}
	index, err := os.ReadFile(filepath.Join(methodPages, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range Methods() {
		if !strings.Contains(string(index), fmt.Sprintf("| [%s](%s.md) |", m.Name, m.Name)) {
			t.Errorf("the index has no row for %s", m.Name)
		}
	}
}

func methodPage(m *method.Method) string { return filepath.Join(methodPages, m.Name+".md") }

// Every parameter of the registry is on the page of its method, with its default, values and source.
func TestParametersAreDocumented(t *testing.T) {
	for _, m := range Methods() {
		t.Run(m.Name, func(t *testing.T) {
			file, err := os.ReadFile(methodPage(m))
			if err != nil {
				t.Fatal(err)
			}
			text, want := string(file), parameterTable(m)
			start := strings.Index(text, tableHead)
			switch {
			case start < 0 && len(m.Parameters) == 0:
				return
			case start < 0:
				t.Fatalf("%s has no table that begins with %q", methodPage(m), tableHead)
			}
			have, after, _ := strings.Cut(text[start:], "\n\n")
			if have += "\n"; have == want {
				return
			}
			if *update {
				if err := os.WriteFile(methodPage(m), []byte(text[:start]+want+"\n"+after), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			t.Errorf("the table in %s differs from the registry: go test ./engine -run TestParametersAreDocumented -update writes\n%s", methodPage(m), want)
		})
	}
}

// Every proof that a release of a method cites is linked from the method's page, but that of released errors, which are of
// all methods.
func TestMethodPagesLinkTheirProofs(t *testing.T) {
	for _, m := range Methods() {
		if !m.Private() {
			continue
		}
		text, err := os.ReadFile(methodPage(m))
		if err != nil {
			t.Fatal(err)
		}
		for cited := range claimsOf(t, m, 100) {
			name := docs.ProofName(cited)
			if name != "error" && !strings.Contains(string(text), "(../privacy/"+name+".md)") {
				t.Errorf("%s does not link the proof %s", methodPage(m), cited)
			}
		}
	}
}
