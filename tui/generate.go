package tui

// Documents that are generated from the dashboard: docs/keys.md and the pictures of its screens.
//go:generate go test -count 1 -run "^(TestKeysDocument|TestPictures)$" . -update
