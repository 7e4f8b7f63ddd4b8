package tune_test

import (
	"dpals/internal/tuitest/driver"
	"dpals/tui/tune"
)

func screenOf(b *driver.Dashboard) *tune.Screen { return b.Screen("Tune").(*tune.Screen) }
