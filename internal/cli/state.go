package cli

import (
	"path/filepath"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"
)

// stateFlag is the flag that names the state folder.
const stateFlag = "state"

// stateFolder returns where the program keeps what outlives a run: the folder that --state names, where the command or
// one above it has that flag, and else dpals in the user's state folder.
func stateFolder(cmd *cobra.Command) string {
	if f := cmd.Flag(stateFlag); f != nil && f.Value.String() != "" {
		return f.Value.String()
	}
	return filepath.Join(xdg.StateHome, "dpals")
}
