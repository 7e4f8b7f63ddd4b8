package method

// Trust is who has to be trusted for a method's promise to hold. An ε means something else under each, so a number is
// compared across methods only beside the name of its model.
type Trust string

// The models, the most trusting last of those that promise anything.
const (
	TrustNone    Trust = "none"    // the method is not private
	TrustLocal   Trust = "local"   // nobody sees a rating; every user randomises their own reports
	TrustJoint   Trust = "joint"   // a curator sees the ratings; all that crosses users is (ε, δ)-DP
	TrustCentral Trust = "central" // a curator sees the ratings; everything put out is (ε, δ)-DP, every user's own row too
)

// Threat says in sentences what a model of trust promises against whom.
type Threat struct {
	Trust   Trust
	Title   string
	Trusted string // who sees ratings and is believed not to tell
	Sees    string // what the adversary sees
	Hidden  string // what stays hidden from the adversary
	Unit    string // in what neighbouring data sets differ
}

// Threats returns what each model promises. No method of the registry is central: a matrix is completed for its users,
// each of whom is to see their own predictions, and these cannot depend on their ratings if they are published.
func Threats() []Threat {
	return []Threat{
		{
			Trust:   TrustNone,
			Title:   "not private",
			Trusted: "everybody who sees the model",
			Sees:    "sums over users without noise",
			Hidden:  "nothing, by any promise",
			Unit:    "none",
		},
		{
			Trust:   TrustLocal,
			Title:   "local differential privacy",
			Trusted: "nobody but each user's own device",
			Sees:    "every report of every user, with their name on it, and the model made of them",
			Hidden:  "what they rated and how, from the server too; that they take part is not hidden",
			Unit:    "all ratings of one user, exchanged for any others or for none",
		},
		{
			Trust:   TrustJoint,
			Title:   "joint differential privacy",
			Trusted: "the curator, who runs the program and sees all ratings",
			Sees:    "the item side of the model, every release, and what all other users are shown together",
			Hidden:  "what they rated and whether they take part; their own row is for them alone and is not published",
			Unit:    "one user with all their ratings, added or removed",
		},
		{
			Trust:   TrustCentral,
			Title:   "central differential privacy",
			Trusted: "the curator, who runs the program and sees all ratings",
			Sees:    "everything the curator puts out, every user's own row and predictions included",
			Hidden:  "what they rated and whether they take part, even in what is shown to themselves",
			Unit:    "one user with all their ratings, added or removed",
		},
	}
}

// Threat describes the model.
func (t Trust) Threat() Threat {
	for _, threat := range Threats() {
		if threat.Trust == t {
			return threat
		}
	}
	return Threat{Trust: t}
}
