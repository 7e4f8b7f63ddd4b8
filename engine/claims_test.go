package engine

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"dpals/accounting"
	"dpals/docs"
	"dpals/engine/method"
	"dpals/engine/scope"
)

// claimed is what a file of docs/privacy states in its table, for the settings of one plan.
type claimed struct {
	domain, neighbours, norm string
	bound                    float64
}

var claimRow = regexp.MustCompile("(?m)^\\| (domain|neighbours|norm|bound)(?: where `([^`]+)`)? \\| (.*) \\|$")

// claimOf reads the table of a proof. Rows under a condition replace those before them where it holds.
func claimOf(text string, values map[string]float64) (c claimed, err error) {
	rows := make(map[string]string)
	for _, row := range claimRow.FindAllStringSubmatch(text, -1) {
		holds := 1.0
		if row[2] != "" {
			if holds, err = evaluate(row[2], values); err != nil {
				return c, err
			}
		}
		if holds != 0 {
			rows[row[1]] = row[3]
		}
	}
	c = claimed{domain: rows["domain"], neighbours: rows["neighbours"], norm: rows["norm"]}
	c.bound, err = evaluate(strings.Trim(rows["bound"], "`"), values)
	return c, err
}

// evaluate returns the value of an expression in Go's notation with sqrt and max; a comparison is 1 or 0.
func evaluate(text string, values map[string]float64) (float64, error) {
	e, err := parser.ParseExpr(text)
	if err != nil {
		return 0, fmt.Errorf("%q: %w", text, err)
	}
	v := evaluator{values: values}
	x := v.of(e)
	if v.err != nil {
		return 0, fmt.Errorf("%q: %w", text, v.err)
	}
	return x, nil
}

type evaluator struct {
	values map[string]float64
	err    error
}

func (v *evaluator) of(e ast.Expr) float64 {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return v.of(e.X)
	case *ast.BasicLit:
		x, err := strconv.ParseFloat(e.Value, 64)
		return v.or(x, err == nil, e.Value)
	case *ast.Ident:
		x, ok := v.values[e.Name]
		return v.or(x, ok, e.Name)
	case *ast.BinaryExpr:
		x, y := v.of(e.X), v.of(e.Y)
		switch e.Op {
		case token.ADD:
			return x + y
		case token.SUB:
			return x - y
		case token.MUL:
			return x * y
		case token.QUO:
			return x / y
		case token.EQL:
			if x == y {
				return 1
			}
			return 0
		}
		return v.or(0, false, e.Op.String())
	case *ast.CallExpr:
		name, ok := e.Fun.(*ast.Ident)
		switch {
		case ok && name.Name == "sqrt" && len(e.Args) == 1:
			return math.Sqrt(v.of(e.Args[0]))
		case ok && name.Name == "max" && len(e.Args) == 2:
			return max(v.of(e.Args[0]), v.of(e.Args[1]))
		}
	}
	return v.or(0, false, fmt.Sprintf("%T", e))
}

func (v *evaluator) or(x float64, ok bool, what string) float64 {
	if !ok && v.err == nil {
		v.err = fmt.Errorf("%s has no meaning", what)
	}
	return x
}

func TestEvaluate(t *testing.T) {
	values := map[string]float64{"k": 4, "clip_user": 3}
	for text, want := range map[string]float64{
		"1": 1, "sqrt(max(k, 1)) * clip_user": 6, "1 / sqrt(2)": 1 / math.Sqrt2, "1 + k * k - 2": 15, "(1 + k) * 2": 10, "k == 4": 1, "k == 5": 0,
	} {
		if got, err := evaluate(text, values); err != nil || math.Abs(got-want) > 1e-15 {
			t.Errorf("%s = %g, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "rank", "k ^ 2", "log(k)", "sqrt(k, k)", "k +", "-k", `"k"`} {
		if got, err := evaluate(text, values); err == nil {
			t.Errorf("%s = %g", text, got)
		}
	}
}

// anySetting draws a valid value of a parameter, often the default or what 0 and auto stand for.
func anySetting(p method.Parameter, r *rand.Rand) float64 {
	switch {
	case r.IntN(3) == 0:
		return p.Default
	case len(p.Choices) > 0:
		return float64(r.IntN(len(p.Choices)))
	case p.Zero != "" && r.IntN(3) == 0:
		return 0
	case p.Auto && r.IntN(3) == 0:
		return method.Auto
	}
	v := p.Low + (p.High-p.Low)*r.Float64()
	if p.Log {
		low := max(p.Low, 1e-3)
		v = low * math.Pow(p.High/low, r.Float64())
	}
	if p.Integer {
		v = math.Round(v)
	}
	return min(max(v, p.Low), p.High)
}

// claimsOf compares what a plan claims for random settings with what its proofs state, and returns the proofs.
func claimsOf(t *testing.T, m *method.Method, plans int) map[string]bool {
	t.Helper()
	r := rand.New(rand.NewPCG(1, uint64(len(m.Name))))
	cited := make(map[string]bool)
	if m.Trust != method.TrustLocal {
		m = PrivateMetrics(m, 0.1, nil, nil)
	}
	for made, tries := 0, 0; made < plans; tries++ {
		if tries > 50*plans {
			t.Fatalf("%s: %d of %d random settings can be planned", m.Name, made, tries)
		}
		low := math.Round(20*r.Float64()-10) / 2
		pub := method.Public{Items: 1 + r.IntN(300), Low: low, High: low + 0.5 + math.Round(20*r.Float64())/2,
			Epsilon: math.Pow(10, 3*r.Float64()-1), Delta: math.Pow(10, -2-8*r.Float64())}
		settings := make(method.Settings)
		for _, p := range m.Parameters {
			settings[p.Name] = anySetting(p, r)
		}
		settings, err := m.Settle(settings)
		if err != nil {
			t.Fatal(err)
		}
		if m.Resolve != nil {
			settings = m.Resolve(pub, settings)
		}
		requests, err := m.Plan(pub, settings)
		if err != nil {
			continue
		}
		made++
		numbers, tolerance := make([]float64, len(requests)), 1e-14
		for i, q := range requests {
			numbers[i] = q.Sensitivity
		}
		if requests[0].Local {
			plan, err := accounting.NewPlan(accounting.Exact, pub.Epsilon, pub.Delta, requests)
			if err != nil {
				t.Fatal(err)
			}
			for i, release := range plan.Releases {
				numbers[i] = release.Epsilon
			}
			tolerance = 1e-11 // the plan takes off what its roundings may add up to
		}
		proofs := provedUnder{name: m.Name, public: pub, settings: settings}
		for i, q := range requests {
			if q.Deferred {
				continue // TestLaterPlansClaimWhatIsProved
			}
			proofs.check(t, q, numbers[i], tolerance)
			cited[q.Proof] = true
		}
	}
	return cited
}

// provedUnder compares releases with what their proofs state for one configuration of a method.
type provedUnder struct {
	name     string
	public   method.Public
	settings method.Settings
	seen     map[accounting.Claim]claimed
}

// check compares what a release claims, and a number that is its bound, with its proof.
func (p *provedUnder) check(t *testing.T, q accounting.Request, number, tolerance float64) {
	t.Helper()
	c, ok := p.seen[q.Claim]
	if !ok {
		text, found := docs.Proof(q.Proof)
		if !found {
			t.Fatalf("%s: release %q cites %s, which is not there", p.name, q.Name, q.Proof)
		}
		values := map[string]float64{"items": float64(p.public.Items), "low": p.public.Low, "high": p.public.High, "epsilon": p.public.Epsilon, "delta": p.public.Delta}
		for name, v := range p.settings {
			values[strings.ReplaceAll(name, "-", "_")] = v
		}
		var err error
		if c, err = claimOf(text, values); err != nil {
			t.Fatalf("%s: %v", q.Proof, err)
		}
		if p.seen == nil {
			p.seen = make(map[accounting.Claim]claimed)
		}
		p.seen[q.Claim] = c
	}
	if c.domain != string(q.Domain) || c.neighbours != string(q.Neighbours) || c.norm != string(q.Norm) {
		t.Fatalf("%s: release %q claims %+v, its proof %+v", p.name, q.Name, q.Claim, c)
	}
	if !(math.Abs(number/c.bound-1) < tolerance) {
		t.Fatalf("%s: release %q is planned with %.17g, its proof states %.17g, under %v", p.name, q.Name, number, c.bound, p.settings)
	}
}

// What every private method claims of its releases is what the proofs state, for any settings; and every proof of a
// bound is cited, but that of a selection, which is no method.
func TestPlansClaimWhatIsProved(t *testing.T) {
	plans := 1000
	if testing.Short() {
		plans = 100
	}
	cited := map[string]bool{"docs/privacy/selection.md": true}
	for _, m := range Methods() {
		if m.Private() {
			maps.Copy(cited, claimsOf(t, m, plans))
		}
	}
	itemMean, err := Lookup("item-mean")
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(cited, claimsOf(t, scope.Method(itemMean, scope.Private{Range: true, Catalogue: true}, nil), plans))
	files, err := filepath.Glob("../docs/privacy/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d proofs, %v", len(files), err)
	}
	for _, file := range files {
		file = "docs/privacy/" + filepath.Base(file)
		text, _ := docs.Proof(file)
		if states := strings.Contains(text, "\n| bound |"); states != cited[file] {
			t.Errorf("%s: states a bound: %v, is cited: %v", file, states, cited[file])
		}
	}
}

// A bound that is not the plan's is seen: the comparison can fail.
func TestWrongClaimIsFound(t *testing.T) {
	text, _ := docs.Proof("docs/privacy/gram.md")
	values := map[string]float64{"k": 9, "clip_user": 2, "gram_noise": 1}
	c, err := claimOf(text, values)
	if err != nil || c.bound != 12 || c.norm != string(accounting.L2) {
		t.Errorf("%+v, %v", c, err)
	}
	values["gram_noise"] = 0
	if c, err = claimOf(text, values); err != nil || c.norm != string(accounting.Frobenius) {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := claimOf(strings.Replace(text, "clip_user", "clip-user", 1), map[string]float64{"k": 1, "gram_noise": 0}); err == nil {
		t.Error("a bound in unknown numbers is evaluated")
	}
}
