// Package tomlfile reads settings and themes from small TOML files and reports errors by line.
//
// Decoding is strict: an unknown key is an error, because a setting with a typing mistake must never be ignored without
// notice.
package tomlfile
