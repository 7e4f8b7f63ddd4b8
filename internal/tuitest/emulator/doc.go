// Package emulator runs a program in a pseudo-terminal for tests. A test types keys, waits for screens, and checks that
// the program restores the terminal.
//
// Only tests may import it.
package emulator
