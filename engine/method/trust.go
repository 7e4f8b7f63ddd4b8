package method

// Trust is who has to be trusted for a method's guarantee to hold. An ε has another meaning under each, so values of ε are
// compared only under the same model.
type Trust string

// The models; of those with a guarantee, the one that trusts most is last.
const (
	TrustNone    Trust = "none"    // the method is not private
	TrustLocal   Trust = "local"   // no party sees a rating; every user randomises their own reports
	TrustJoint   Trust = "joint"   // a curator sees the ratings; all that mixes users is (ε, δ)-DP
	TrustCentral Trust = "central" // a curator sees the ratings; all output is (ε, δ)-DP, every user's own row too
)

// Threat describes what a model of trust guarantees and against whom.
type Threat struct {
	Trust   Trust
	Title   string
	Trusted string // who sees ratings and must not disclose them
	Sees    string // what the attacker sees
	Hidden  string // what the adversary cannot learn
	Unit    string // how neighbouring data sets differ
}

// Threats returns what each model guarantees. No method of the registry is central: users see their own predictions, which
// depend on their own ratings and could not if they were published.
func Threats() []Threat {
	return []Threat{
		{
			Trust:   TrustNone,
			Title:   "not private",
			Trusted: "everyone who sees the model",
			Sees:    "sums over users without noise",
			Hidden:  "nothing",
			Unit:    "none",
		},
		{
			Trust:   TrustLocal,
			Title:   "local differential privacy",
			Trusted: "each user's own device alone",
			Sees:    "every report of every user, with their name, and the model computed from the reports",
			Hidden:  "what users rated and how, also from the server; that they take part is visible",
			Unit:    "all ratings of one user, replaced by any others or by none",
		},
		{
			Trust:   TrustJoint,
			Title:   "joint differential privacy",
			Trusted: "the curator, who runs the program and sees all ratings",
			Sees:    "the item side of the model, every release, and what all other users see together",
			Hidden:  "what users rated and whether they take part; a user's own row is not published",
			Unit:    "one user with all their ratings, added or removed",
		},
		{
			Trust:   TrustCentral,
			Title:   "central differential privacy",
			Trusted: "the curator, who runs the program and sees all ratings",
			Sees:    "all output of the curator, including every user's own row and predictions",
			Hidden:  "what users rated and whether they take part, also in what they see themselves",
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
