; Steps of power.md. An obligation is stated as its negation, which must be unsat; a control, a wrong bound, must be sat.

; obligation outer: the entries of a s^T have squares that add up to |a|^2 |s|^2
(push 1)
(declare-const a Real)
(declare-const b Real)
(declare-const c Real)
(declare-const x Real)
(declare-const y Real)
(assert (not (= (+ (* a x a x) (* a y a y) (* b x b x) (* b y b y) (* c x c x) (* c y c y)) (* (+ (* a a) (* b b) (* c c)) (+ (* x x) (* y y))))))
(check-sat)
(pop 1)

; obligation scaled: norms of at most 1 - 2^-30 and a rounding of each product keep that below 1
(push 1)
(declare-const A Real)
(declare-const S Real)
(declare-const u Real)
(declare-const e Real)
(assert (= u (/ 1 9007199254740992)))
(assert (<= (- u) e u))
(assert (<= 0 A (* (- 1 (/ 1 1073741824)) (- 1 (/ 1 1073741824)))))
(assert (<= 0 S (* (- 1 (/ 1 1073741824)) (- 1 (/ 1 1073741824)))))
(assert (not (< (* A S (+ 1 e) (+ 1 e)) 1)))
(check-sat)
(pop 1)

; control unscaled: a projection that is not scaled passes it
(push 1)
(declare-const A Real)
(declare-const S Real)
(assert (<= 0 A 1))
(assert (<= 0 S))
(assert (not (<= (* A S) 1)))
(check-sat)
(pop 1)
