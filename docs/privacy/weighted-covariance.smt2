; Steps of weighted-covariance.md. An obligation is stated as its negation, which must be unsat; a control, a wrong bound, must be sat.

; obligation row: one rating more: residuals in [-1, 1] have squares that add up to at most their number
(push 1)
(declare-const S Real)
(declare-const c Real)
(declare-const z Real)
(assert (>= c 0))
(assert (<= 0 S c))
(assert (<= (- 1) z 1))
(assert (not (<= (+ S (* z z)) (+ c 1))))
(check-sat)
(pop 1)

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

; control no-clamp: without the clamp they may pass it
(push 1)
(declare-const S Real)
(declare-const c Real)
(declare-const z Real)
(assert (>= c 0))
(assert (<= 0 S c))
(assert (not (<= (+ S (* z z)) (+ c 1))))
(check-sat)
(pop 1)
