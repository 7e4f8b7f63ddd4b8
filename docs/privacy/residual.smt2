; Steps of residual.md. An obligation is stated as its negation, which must be unsat; a control, a wrong bound, must be sat.

; obligation mean: one rating more: a sum of n numbers in [0, 1] is in [0, n]
(push 1)
(declare-const s Real)
(declare-const n Real)
(declare-const x Real)
(assert (>= n 0))
(assert (<= 0 s n))
(assert (<= 0 x 1))
(assert (not (<= 0 (+ s x) (+ n 1))))
(check-sat)
(pop 1)

; control no-clip: a squared residual beyond B^2 would pass it
(push 1)
(declare-const s Real)
(declare-const n Real)
(declare-const x Real)
(assert (>= n 0))
(assert (<= 0 s n))
(assert (<= 0 x 2))
(assert (not (<= 0 (+ s x) (+ n 1))))
(check-sat)
(pop 1)
