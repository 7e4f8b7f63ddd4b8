; Steps of residual-covariance.md. An obligation is stated as its negation, which must be unsat; a control, a wrong bound, must be sat.

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

; obligation published: rows of norm 2 have a triangle of norm at most 4
(push 1)
(declare-const a Real)
(declare-const b Real)
(declare-const c Real)
(declare-const n Real)
(assert (= n (+ (* a a) (* b b) (* c c))))
(assert (<= n 4))
(assert (not (and (<= (+ (* a a a a) (* b b b b) (* c c c c) (* a b a b) (* a c a c) (* b c b c)) (* n n)) (<= (* n n) 16))))
(check-sat)
(pop 1)

; obligation contraction: |(1-h) a - g (a v) v| <= (1-h) |a| where g |v|^2 <= 2 (1-h); p = (a v)^2, V = |v|^2, n = |a|^2
(push 1)
(declare-const h Real)
(declare-const g Real)
(declare-const p Real)
(declare-const V Real)
(declare-const n Real)
(assert (<= 0 h 1))
(assert (>= g 0))
(assert (>= p 0))
(assert (>= V 0))
(assert (>= n 0))
(assert (<= (* g V) (* 2 (- 1 h))))
(assert (not (<= (+ (- (* (- 1 h) (- 1 h) n) (* 2 (- 1 h) g p)) (* g p (* g V))) (* (- 1 h) (- 1 h) n))))
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

; control published-smaller: 3.9 is too small for rows of norm 2
(push 1)
(declare-const a Real)
(assert (<= (* a a) 4))
(assert (not (<= (* a a a a) (* (/ 39 10) (/ 39 10)))))
(check-sat)
(pop 1)
