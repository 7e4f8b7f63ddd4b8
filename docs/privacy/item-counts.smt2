; Steps of item-counts.md. An obligation is stated as its negation, which must be unsat; a control, a wrong bound, must be sat.

; obligation norm: the weights of n ratings have norm below 1
(push 1)
(declare-const s Real)
(declare-const c Real)
(declare-const m Real)
(declare-const u Real)
(declare-const e1 Real)
(declare-const e2 Real)
(assert (> s 0))
(assert (= m (- 1 (/ 1 1048576))))
(assert (= u (/ 1 9007199254740992)))
(assert (<= (- u) e1 u))
(assert (<= (- u) e2 u))
(assert (<= 0 c))
(assert (<= (* c s) (* m (+ 1 e1) (+ 1 e2))))
(assert (not (< (* s s c c) 1)))
(check-sat)
(pop 1)

; control unweighted: ratings of weight 1 pass it
(push 1)
(declare-const n Real)
(assert (>= n 1))
(assert (not (<= n 1)))
(check-sat)
(pop 1)
