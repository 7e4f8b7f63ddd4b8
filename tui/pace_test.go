package tui

import (
	"io"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// emptyModel is a program with nothing to show.
type emptyModel struct{ started chan struct{} }

func (s emptyModel) Init() tea.Cmd { return nil }
func (s emptyModel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, ok := msg.(tea.WindowSizeMsg); ok {
		close(s.started)
	}
	return s, nil
}
func (s emptyModel) View() tea.View { return tea.NewView("") }

// The name of the field belongs to Bubble Tea, which may change it.
func TestRendererTickerIsFound(t *testing.T) {
	s := emptyModel{make(chan struct{})}
	p := tea.NewProgram(s, tea.WithInput(nil), tea.WithOutput(io.Discard), tea.WithWindowSize(80, 24), tea.WithoutSignalHandler())
	if rendererTicker(p) != nil {
		t.Error("a program that does not run has a ticker")
	}
	ended := make(chan error, 1)
	go func() {
		_, err := p.Run()
		ended <- err
	}()
	<-s.started
	ticker := rendererTicker(p)
	p.Quit()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if ticker == nil {
		t.Fatal("no ticker in a running program: Bubble Tea has moved or renamed its field, and an idle dashboard draws at full rate")
	}
}

func TestPacerRestsAndWakes(t *testing.T) {
	ticker := time.NewTicker(time.Hour)
	defer ticker.Stop()
	p := &pacer{ticker: ticker, sleep: time.NewTimer(time.Hour)}
	p.rest()
	if !p.isResting {
		t.Fatal("rest did not set the slow rate")
	}
	p.wake()
	if p.isResting {
		t.Fatal("wake did not set the full rate")
	}
	select {
	case <-ticker.C:
	case <-time.After(10 * time.Second):
		t.Error("no tick after wake")
	}
	p.stop()
	(*pacer)(nil).wake() // a dashboard without a renderer
}
