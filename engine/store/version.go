package store

import (
	"runtime/debug"
	"sync"
)

// program returns the version of this program, with the revision that it was built from if known.
var program = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	version := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			version += " " + s.Value
		}
	}
	return version
})
