package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"time"
)

// State identifies what is read: a source, the state of its files, and the options. Two states with the same key give
// the same ratings.
type State struct {
	Key     string    // "" where there is none, so that nothing is kept
	Changed time.Time // of the last change to a file; zero without files
}

// StateOf returns the state of what a text describes. The key is another one in every build of the program, so that
// ratings read by an older reader are read again; there is none where the program's own file cannot be read.
func StateOf(description string) State {
	program, err := os.Executable()
	if err != nil {
		return State{}
	}
	file, _, ok := fileState(program)
	if !ok {
		return State{}
	}
	sum := sha256.Sum256([]byte(fmt.Sprintf("%d %s\n%s", formatVersion, file, description)))
	return State{Key: hex.EncodeToString(sum[:])}
}

// StateOfFiles returns the state of what a text describes and is read from files: required files, without which there is
// no state, and optional ones, which may appear later.
func StateOfFiles(description string, required, optional []string) State {
	var text strings.Builder
	text.WriteString(description)
	var last time.Time
	add := func(path string) bool {
		state, changed, ok := fileState(path)
		fmt.Fprintf(&text, "%q %s\n", path, state)
		if changed.After(last) {
			last = changed
		}
		return ok
	}
	for _, path := range required {
		if !add(path) {
			return State{}
		}
	}
	for _, path := range optional {
		add(path)
	}
	s := StateOf(text.String())
	s.Changed = last
	return s
}

// fileState returns a text that changes whenever a regular file does, the time of its last change, and whether there is
// such a file.
func fileState(path string) (state string, changed time.Time, ok bool) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return "absent", time.Time{}, false
	}
	identity, changed := identityOf(path)
	if m := info.ModTime(); m.After(changed) {
		changed = m
	}
	return fmt.Sprintf("%d %d %s", info.Size(), info.ModTime().UnixNano(), identity), changed, true
}
