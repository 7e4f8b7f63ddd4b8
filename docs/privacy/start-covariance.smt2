; Steps of start-covariance.md. An obligation is stated as its negation, which must be unsat; a control, a wrong bound, must be sat.

; obligation norm: the triangle of a a^T with its diagonal over root 2 has squared norm |a|^4/2, at most 1/2
(push 1)
(declare-const a Real)
(declare-const b Real)
(declare-const c Real)
(declare-const n Real)
(assert (= n (+ (* a a) (* b b) (* c c))))
(assert (<= n 1))
(assert (not (and (= (+ (/ (* a a a a) 2) (/ (* b b b b) 2) (/ (* c c c c) 2) (* a b a b) (* a c a c) (* b c b c)) (/ (* n n) 2)) (<= (/ (* n n) 2) (/ 1 2)))))
(check-sat)
(pop 1)

; control plain-triangle: with the diagonal as it is that is too small
(push 1)
(declare-const a Real)
(declare-const b Real)
(assert (<= (+ (* a a) (* b b)) 1))
(assert (not (<= (+ (* a a a a) (* b b b b) (* a b a b)) (/ 1 2))))
(check-sat)
(pop 1)
