; Steps of moments.md. An obligation is stated as its negation, which must be unsat; a control, a wrong bound, must be sat.

; obligation norm: |p|^2 times r^2 S is at most (c^2 + G^2) k A^2
(push 1)
(declare-const p2 Real)
(declare-const G2 Real)
(declare-const c Real)
(declare-const rS Real)
(declare-const kA2 Real)
(assert (>= G2 0))
(assert (<= 0 p2 (+ (* c c) G2)))
(assert (<= 0 rS kA2))
(assert (not (<= (* p2 rS) (* (+ (* c c) G2) kA2))))
(check-sat)
(pop 1)

; control constant: G^2 k A^2 alone is too small
(push 1)
(declare-const p2 Real)
(declare-const G2 Real)
(declare-const c Real)
(declare-const rS Real)
(declare-const kA2 Real)
(assert (>= G2 0))
(assert (<= 0 p2 (+ (* c c) G2)))
(assert (<= 0 rS kA2))
(assert (not (<= (* p2 rS) (* G2 kA2))))
(check-sat)
(pop 1)
