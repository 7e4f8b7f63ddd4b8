package tui

import (
	"io"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// still is a program with nothing to show.
type still struct{ started chan struct{} }

func (s still) Init() tea.Cmd { return nil }
func (s still) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, ok := msg.(tea.WindowSizeMsg); ok {
		close(s.started)
	}
	return s, nil
}
func (s still) View() tea.View { return tea.NewView("") }

// The ticker is found by a name that belongs to Bubble Tea.
func TestRendererTickerIsWhereItWas(t *testing.T) {
	s := still{make(chan struct{})}
	p := tea.NewProgram(s, tea.WithInput(nil), tea.WithOutput(io.Discard), tea.WithWindowSize(80, 24), tea.WithoutSignalHandler())
	if rendererTicker(p) != nil {
		t.Error("there is a ticker before the program runs")
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
		t.Fatal("Bubble Tea keeps the ticker of its renderer elsewhere: the dashboard draws at full rate although nothing happens")
	}
}

func TestPacerRestsAndWakes(t *testing.T) {
	ticker := time.NewTicker(time.Hour)
	defer ticker.Stop()
	p := &pacer{ticker: ticker, sleep: time.NewTimer(time.Hour)}
	p.rest()
	if !p.resting {
		t.Fatal("it does not rest")
	}
	p.wake()
	if p.resting {
		t.Fatal("it does not wake")
	}
	select {
	case <-ticker.C:
	case <-time.After(10 * time.Second):
		t.Error("the renderer does not look again")
	}
	p.stop()
	(*pacer)(nil).wake() // a dashboard without a renderer
}
