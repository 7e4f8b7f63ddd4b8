package cli

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"dpals/engine/audit"
)

// failedAudit returns a report with one part that failed, one that passed and the others not run.
func failedAudit() *audit.Report {
	r := &audit.Report{Method: "m", Epsilon: 1, Delta: 1e-5, Mu: 0.25}
	r.Sensitivity.Part = audit.Part{Name: audit.PartSensitivity, Findings: []audit.Finding{{Kind: audit.Moved, Release: "counts", Measured: 2, Claimed: 1, Text: "everybody moves counts by 2, claimed 1"}}}
	r.Noise.Part = audit.Part{Name: audit.PartNoise}
	r.Noise.Mu = math.Inf(1)
	r.Canary.Part = audit.Part{Name: audit.PartCanary, Skipped: "the runs themselves are wrong"}
	r.Published.Part = audit.Part{Name: audit.PartPublished}
	r.OneRun.Part = audit.Part{Name: audit.PartOneRun, Skipped: "the runs themselves are wrong"}
	return r
}

func TestFailedAuditSaysWhatIsWrong(t *testing.T) {
	var out strings.Builder
	if err := printAudit(&out, failedAudit(), false); !errors.Is(err, errPrinted) || status(err, true) != exitFailed {
		t.Errorf("ends with %v", err)
	}
	for _, want := range []string{"sensitivity  FAIL", "  wrong: everybody moves counts", "noise        PASS", "canary       none  the runs", "\nFAIL\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("does not say %q:\n%s", want, out.String())
		}
	}
}

func TestFailedAuditAsJSON(t *testing.T) {
	var out strings.Builder
	if err := printAudit(&out, failedAudit(), true); !errors.Is(err, errPrinted) {
		t.Errorf("ends with %v", err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 7 {
		t.Fatalf("%d lines", len(lines))
	}
	var parts []map[string]any
	for _, line := range lines {
		var o map[string]any
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		parts = append(parts, o)
	}
	if parts[1]["passed"] != false || len(parts[1]["findings"].([]any)) != 1 || parts[1]["findings"].([]any)[0].(map[string]any)["measured"] != 2.0 || parts[3]["skipped"] == nil || parts[6]["passed"] != false {
		t.Errorf("%s", out.String())
	}
	if _, infinite := parts[2]["mu"]; infinite {
		t.Error("JSON has no number for an infinite μ")
	}
}
