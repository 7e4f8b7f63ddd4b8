package session

import (
	tea "charm.land/bubbletea/v2"

	"dpals/accounting"
)

// What the tests of this package, which stand outside of it, look at.

const RevealTime = revealTime

const SessionLimit = sessionLimit

type RevealMsg = revealMsg

var ErrAbandoned = errAbandoned

var HeldOf = heldOf

var NewKnobs = newKnobs

func (it *Session) Launch(r *Run, l *Lane) tea.Cmd { return it.launch(r, l) }

func (it Knob) Position(v float64) float64 { return it.position(v) }

func (it Knob) Read(text string) (float64, error) { return it.read(text) }

func (it *Lanes) Front() *Lane { return &it.front }

func (it Reveal) Ticket() int { return it.ticket }

func (it *Runs) Paid() *accounting.TotalCost { return &it.total }
