; Steps of ratings.md. An obligation is stated as its negation, which must be unsat; a control, a wrong bound, must be sat.

; obligation norm: min(c, k)/k is in [0, 1]
(push 1)
(declare-const c Real)
(declare-const k Real)
(declare-const x Real)
(assert (>= c 0))
(assert (>= k 1))
(assert (= (* x k) (ite (< c k) c k)))
(assert (not (<= 0 x 1)))
(check-sat)
(pop 1)

; control no-limit: c/k is not
(push 1)
(declare-const c Real)
(declare-const k Real)
(declare-const x Real)
(assert (>= c 0))
(assert (>= k 1))
(assert (= (* x k) c))
(assert (not (<= 0 x 1)))
(check-sat)
(pop 1)
