package frontier

import (
	"errors"
	"fmt"

	"dpals/accounting/ledger"
	"dpals/engine/sweep"
	"dpals/internal/format"
	"dpals/tui/canvas"
	"dpals/tui/session"
	"dpals/tui/ui"
)

// failure returns why the shown sweep failed or was refused, or why a sweep did not start; "" if neither.
func (f *Screen) failure() string {
	s := f.snapshot
	var refused *ledger.RefusedError
	switch {
	case f.startErr != nil:
		return "the sweep did not start: " + session.FirstLine(f.startErr)
	case s == nil || f.Sweeping():
		return ""
	case s.Status == sweep.Refused && errors.As(s.Err, &refused):
		text := fmt.Sprintf("%s was refused after %d of %s: ", sweepName(s), s.Done, format.ShortPlural(s.Total, "run"))
		if refused.LargestEpsilon == 0 {
			return text + fmt.Sprintf("the limit ε %s is used up", format.Epsilon(refused.Limit.Epsilon))
		}
		return text + fmt.Sprintf("ε %s left of the limit ε %s", format.Epsilon(refused.LargestEpsilon), format.Epsilon(refused.Limit.Epsilon))
	case s.Status == sweep.Refused && s.Err != nil:
		return fmt.Sprintf("%s was refused after %d of %s: %s", sweepName(s), s.Done, format.ShortPlural(s.Total, "run"), session.FirstLine(s.Err))
	case s.Failed > 0 && s.Err != nil:
		return sweepName(s) + ": " + session.FirstLine(s.Err)
	}
	return ""
}

// sweepName returns the number of a sweep in words.
func sweepName(s *sweep.Snapshot) string {
	if s.ID == 0 {
		return "the sweep"
	}
	return fmt.Sprintf("sweep %d", s.ID)
}

// outcomeLines returns how the shown sweep ended, in lines of w cells.
func (f *Screen) outcomeLines(w int) []string {
	th, s := f.Theme, f.snapshot
	switch failure := f.failure(); {
	case failure != "":
		return ui.PaintWrapped(th.Glyphs.Cross+" "+failure, w, th.Bad)
	case s == nil:
		return nil
	case s.Done == s.Total:
		text := fmt.Sprintf("%s %s finished: %s", th.Glyphs.Check, sweepName(s), format.ShortPlural(s.Total, "run"))
		if s.Elapsed > 0 {
			text += " in " + canvas.Duration(s.Elapsed)
		}
		return ui.PaintWrapped(text, w, th.Good)
	}
	return ui.PaintWrapped(fmt.Sprintf("%s %s paused: %d of %s", th.Glyphs.Stop, sweepName(s), s.Done, format.ShortPlural(s.Total, "run")), w, th.Warning)
}
