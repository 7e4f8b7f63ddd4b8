; Steps of slope.md. An obligation is stated as its negation, which must be unsat; a control, a wrong bound, must be sat.

; obligation norm: a^2 <= b <= 1 gives a^2 + b^2 <= 2
(push 1)
(declare-const a Real)
(declare-const b Real)
(assert (<= 0 b 1))
(assert (<= (* a a) b))
(assert (not (<= (+ (* a a) (* b b)) 2)))
(check-sat)
(pop 1)

; obligation cauchy-schwarz: one rating more: A^2 <= n B and |y| <= 1 give (A + x y)^2 <= (n + 1)(B + x^2); A = n q, z = x y, X = x^2
(push 1)
(declare-const n Real)
(declare-const q Real)
(declare-const B Real)
(declare-const z Real)
(declare-const X Real)
(assert (>= n 0))
(assert (>= B (* n q q)))
(assert (>= X (* z z)))
(assert (not (<= (* (+ (* n q) z) (+ (* n q) z)) (* (+ n 1) (+ B X)))))
(check-sat)
(pop 1)

; obligation variance: numbers in [-1, 1] with mean v and mean square q have a variance of at most 1
(push 1)
(declare-const v Real)
(declare-const q Real)
(assert (<= (- 1) v 1))
(assert (<= 0 q 1))
(assert (not (<= (- q (* v v)) 1)))
(check-sat)
(pop 1)

; control smaller: 1.9 is too small
(push 1)
(declare-const a Real)
(declare-const b Real)
(assert (<= 0 b 1))
(assert (<= (* a a) b))
(assert (not (<= (+ (* a a) (* b b)) (/ 19 10))))
(check-sat)
(pop 1)
