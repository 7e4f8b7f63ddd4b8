; Steps of range.md. An obligation is stated as its negation, which must be unsat; a control, a wrong bound, must be sat.

; obligation norm: one in the first histogram and one in the second, or nothing, have norm root 2 at most
(push 1)
(declare-const a Real)
(declare-const b Real)
(assert (or (and (= a 0) (= b 0)) (and (= a 1) (= b 1))))
(assert (not (<= (+ (* a a) (* b b)) 2)))
(check-sat)
(pop 1)

; control one: the norm is more than 1
(push 1)
(declare-const a Real)
(declare-const b Real)
(assert (and (= a 1) (= b 1)))
(assert (not (<= (+ (* a a) (* b b)) 1)))
(check-sat)
(pop 1)
