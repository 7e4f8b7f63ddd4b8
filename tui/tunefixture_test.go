package tui

func (b *bed) tune() *tune { return b.screen("Tune").(*tune) }
