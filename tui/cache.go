package tui

// stamp is all that a drawn block depends on. Two blocks of one stamp are the same.
type stamp struct {
	at      rect
	skin    int
	focused bool
	seen    [9]int  // versions of what is drawn, and numbers that stand for a state
	x       float64 // of the crosshair
}

// cache keeps one drawn block, since every message draws the screen anew and few change a panel.
type cache struct {
	made  bool
	stamp stamp
	block string
}

func (c *cache) draw(s stamp, draw func() string) string {
	if !c.made || c.stamp != s {
		c.made, c.stamp, c.block = true, s, draw()
	}
	return c.block
}
