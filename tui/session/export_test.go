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

func (s *Session) Launch(r *Run, l *Lane) tea.Cmd { return s.launch(r, l) }

func (k Knob) Position(v float64) float64 { return k.position(v) }

func (k Knob) Read(text string) (float64, error) { return k.read(text) }

func (l *Lanes) Front() *Lane { return &l.front }

func (v Reveal) Ticket() int { return v.ticket }

func (s *Runs) Paid() *accounting.TotalCost { return &s.total }
