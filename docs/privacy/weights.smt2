; Steps of weights.md. An obligation is stated as its negation, which must be unsat; a control, a wrong bound, must be sat.

; obligation norm: truncated weights keep a sum of squares of at most k: one rating more
(push 1)
(declare-const S Real)
(declare-const T Real)
(declare-const k Real)
(declare-const w Real)
(declare-const v Real)
(assert (<= 0 T S))
(assert (<= 0 v w))
(assert (<= (+ S (* w w)) k))
(assert (not (<= (+ T (* v v)) k)))
(check-sat)
(pop 1)

; control of-weights: a sum of weights of at most k says nothing of that
(push 1)
(declare-const v Real)
(declare-const w Real)
(declare-const k Real)
(assert (<= 0 v))
(assert (<= 0 w))
(assert (<= (+ v w) k))
(assert (not (<= (+ (* v v) (* w w)) k)))
(check-sat)
(pop 1)
