package tui

// The documents that the dashboard makes itself: the list of its keys, and pictures of its screens.
//go:generate go test -count 1 -run "^(TestKeysDocument|TestPictures)$" . -update
