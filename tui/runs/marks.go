package runs

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// targets returns the runs to export or delete: the marked runs, else the selected run.
func (s *Screen) targets() []int64 {
	if len(s.marked) > 0 {
		return slices.Clone(s.marked)
	}
	if r, ok := s.list.Current(); ok {
		return []int64{r.ID}
	}
	return nil
}

// runNames writes several runs: "run 12", "runs 12, 14 and 15", "5 runs".
func runNames(ids []int64) string {
	if len(ids) == 1 {
		return runName(ids[0])
	}
	if len(ids) > 4 {
		return fmt.Sprintf("%d runs", len(ids))
	}
	var texts []string
	for _, id := range ids {
		texts = append(texts, fmt.Sprint(id))
	}
	last := len(texts) - 1
	return "runs " + strings.Join(texts[:last], ", ") + " and " + texts[last]
}

// toggleMark marks or unmarks the selected run and moves to the next.
func (s *Screen) toggleMark() tea.Cmd {
	r, ok := s.list.Current()
	if !ok {
		return nil
	}
	if i := slices.Index(s.marked, r.ID); i >= 0 {
		s.marked = slices.Delete(s.marked, i, i+1)
	} else {
		s.marked = append(s.marked, r.ID)
	}
	s.list.Move(+1)
	return nil
}

// unmarkAll unmarks every run.
func (s *Screen) unmarkAll() tea.Cmd {
	s.marked = nil
	return nil
}
