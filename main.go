// Command dpals is a terminal dashboard for differentially private matrix completion.
package main

import (
	"os"

	"dpals/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:])) }
