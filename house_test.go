package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The largest package that a reader can hold in mind.
const (
	mostFiles = 40
	mostLines = 6000
)

// source is one file of Go that a person wrote.
type source struct {
	path, dir string
	isTest    bool
	lines     []string
}

// written lists the files of Go in the tree but those that a program wrote.
func written(t *testing.T) []source {
	t.Helper()
	generated := regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)
	var all []source
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") && path != "." || d.Name() == "testdata"):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if generated.Match(text) {
			return nil
		}
		lines := strings.Split(string(bytes.TrimSuffix(text, []byte("\n"))), "\n")
		all = append(all, source{filepath.ToSlash(path), filepath.ToSlash(filepath.Dir(path)), strings.HasSuffix(path, "_test.go"), lines})
		return nil
	})
	if err != nil || len(all) == 0 {
		t.Fatalf("%d files, %v", len(all), err)
	}
	return all
}

func TestPackagesAreSmall(t *testing.T) {
	files, lines := make(map[string]int), make(map[string]int)
	for _, s := range written(t) {
		if !s.isTest {
			files[s.dir]++
			lines[s.dir] += len(s.lines)
		}
	}
	for dir := range files {
		if files[dir] > mostFiles || lines[dir] > mostLines {
			t.Errorf("%s has %d files and %d lines; at most %d and %d: split it", dir, files[dir], lines[dir], mostFiles, mostLines)
		}
	}
}

// A package is explained in its doc.go. Tests alone need no more than their names.
func TestPackagesHaveADocument(t *testing.T) {
	documented, code := make(map[string]bool), make(map[string]bool)
	for _, s := range written(t) {
		if filepath.Base(s.path) == "doc.go" {
			documented[s.dir] = true
		}
		if !s.isTest && s.dir != "." {
			code[s.dir] = true
		}
	}
	for dir := range code {
		if !documented[dir] {
			t.Errorf("%s has no doc.go", dir)
		}
	}
}

// sameLines is how many equal lines in a row are a copy. Blank lines, comments and imports do not count.
const sameLines = 10

func TestNoBlockStandsTwice(t *testing.T) {
	type place struct {
		path string
		line int
	}
	seen := make(map[string]place)
	for _, s := range written(t) {
		var block []string
		var at []int
		imports := false
		reported := -sameLines
		for i, line := range s.lines {
			line = strings.TrimSpace(line)
			switch {
			case line == "import (":
				imports = true
			case imports && line == ")":
				imports = false
				continue
			}
			if imports || line == "" || strings.HasPrefix(line, "//") || strings.HasPrefix(line, "package ") || strings.HasPrefix(line, "import ") {
				continue
			}
			block, at = append(block, line), append(at, i+1)
			if len(block) < sameLines {
				continue
			}
			k := len(block) - sameLines
			key := strings.Join(block[k:], "\n")
			first, twice := seen[key]
			switch {
			case !twice:
				seen[key] = place{s.path, at[k]}
			case len(block)-reported >= sameLines:
				reported = len(block)
				t.Errorf("%s:%d and %s:%d have the same %d lines:\n%s", first.path, first.line, s.path, at[k], sameLines, key)
			}
		}
	}
}

// A user is the user, and what is theirs is theirs.
func TestUsersAreTheUser(t *testing.T) {
	word := regexp.MustCompile(`(?i)\b(she|hers?|herself)\b`)
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != ".":
			return fs.SkipDir
		case d.IsDir() || path == "house_test.go" || !strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, ".md") && !strings.HasSuffix(path, ".golden") && !strings.HasSuffix(path, ".txtar"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for i, line := range bytes.Split(text, []byte("\n")) {
			if word.Match(line) {
				t.Errorf("%s:%d: %s", path, i+1, line)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
