; Steps of global-gram.md. An obligation is stated as its negation, which must be unsat; a control, a wrong bound, must be sat.

; obligation rank-one: z z^T has squared Frobenius norm at most G^4
(push 1)
(declare-const a Real)
(declare-const b Real)
(declare-const G2 Real)
(assert (>= G2 0))
(assert (<= (+ (* a a) (* b b)) G2))
(assert (not (<= (+ (* a a a a) (* b b b b) (* 2 a b a b)) (* G2 G2))))
(check-sat)
(pop 1)

; control norm: it may pass G^2 where G is above 1
(push 1)
(declare-const a Real)
(declare-const b Real)
(declare-const G2 Real)
(assert (>= G2 0))
(assert (<= (+ (* a a) (* b b)) G2))
(assert (not (<= (+ (* a a a a) (* b b b b) (* 2 a b a b)) G2)))
(check-sat)
(pop 1)
