package cli

import (
	"path/filepath"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"
)

// stateFlag names the state folder.
const stateFlag = "state"

// stateFolder returns the folder of runs and the ledger: that of --state, or else dpals in the user's state folder.
func stateFolder(cmd *cobra.Command) string {
	if f := cmd.Flag(stateFlag); f != nil && f.Value.String() != "" {
		return f.Value.String()
	}
	return filepath.Join(xdg.StateHome, "dpals")
}
