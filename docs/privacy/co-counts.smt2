; Steps of co-counts.md. An obligation is stated as its negation, which must be unsat; a control, a wrong bound, must be sat.

; obligation row: c ones over root c have norm 1: s is root c
(push 1)
(declare-const c Real)
(declare-const s Real)
(declare-const x Real)
(assert (>= c 1))
(assert (> s 0))
(assert (= (* s s) c))
(assert (= (* x s) 1))
(assert (not (= (* c x x) 1)))
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

; control unweighted: c ones have not
(push 1)
(declare-const c Real)
(assert (>= c 1))
(assert (not (<= c 1)))
(check-sat)
(pop 1)
