// Package format writes numbers for readers: counts, errors, fractions, and costs that are never shown as less than they
// are. Commands, exported statements, sentences about guarantees and screens use it, so that one number reads the same
// everywhere. It must never compute anything but the digits to show.
package format
