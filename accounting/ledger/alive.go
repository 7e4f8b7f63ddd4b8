package ledger

// Owner returns the name that this process is known by, in its lock among others. Other parts of the program mark what
// they have under way with it, so that whoever comes after a crash can tell.
func (l *Ledger) Owner() (string, error) {
	name, err := l.owner.claim()
	return name, l.db.Explain(err)
}

// Gone reports whether the process of that name is certainly dead.
func (l *Ledger) IsOwnerDead(owner string) bool { return l.owner.isDead(owner) }
