; Steps of clipping.md. An obligation is stated as its negation, which must be unsat; a control, a wrong bound, must be sat.

; obligation norm: a share in [0, 1], truncated, is at most 1
(push 1)
(declare-const r Real)
(declare-const v Real)
(assert (<= 0 r 1))
(assert (<= 0 v r))
(assert (not (<= (* v v) 1)))
(check-sat)
(pop 1)

; control no-clip: 2 would pass it
(push 1)
(declare-const r Real)
(assert (<= 0 r 2))
(assert (not (<= (* r r) 1)))
(check-sat)
(pop 1)
