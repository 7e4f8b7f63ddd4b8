package ledger

import "testing"

func TestOwnerIsDeadOnceClosed(t *testing.T) {
	dir := t.TempDir()
	first, second := opened(t, dir), opened(t, dir)
	name, err := first.Owner()
	if err != nil {
		t.Fatal(err)
	}
	if again, err := first.Owner(); err != nil || again != name {
		t.Errorf("a process has two names, %q and %q: %v", name, again, err)
	}
	if first.IsOwnerDead(name) || second.IsOwnerDead(name) {
		t.Error("a living process counts as dead")
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if !second.IsOwnerDead(name) {
		t.Error("a process that has ended counts as alive")
	}
	if !second.IsOwnerDead("of-nobody") {
		t.Error("a name without a process counts as alive")
	}
}
