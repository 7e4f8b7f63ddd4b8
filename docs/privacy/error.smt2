; Steps of error.md. An obligation is stated as its negation, which must be unsat; a control, a wrong bound, must be sat.

; obligation weight: min(c, 20)/20 is in [0, 1]
(push 1)
(declare-const c Real)
(declare-const w Real)
(assert (>= c 0))
(assert (= (* 20 w) (ite (< c 20) c 20.0)))
(assert (not (<= 0 w 1)))
(check-sat)
(pop 1)

; obligation term: w s is in [0, 1] where w and s are
(push 1)
(declare-const w Real)
(declare-const s Real)
(assert (<= 0 w 1))
(assert (<= 0 s 1))
(assert (not (<= 0 (* w s) 1)))
(check-sat)
(pop 1)

; control no-clip: with errors beyond B it is not
(push 1)
(declare-const w Real)
(declare-const s Real)
(assert (<= 0 w 1))
(assert (<= 0 s))
(assert (not (<= 0 (* w s) 1)))
(check-sat)
(pop 1)
