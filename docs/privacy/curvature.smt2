; Steps of curvature.md. An obligation is stated as its negation, which must be unsat; a control, a wrong bound, must be sat.

; obligation norm: r (c^2 + |p|^2) is at most c^2 + G^2 for r in [0, 1]
(push 1)
(declare-const r Real)
(declare-const c Real)
(declare-const p2 Real)
(declare-const G2 Real)
(assert (<= 0 r 1))
(assert (<= 0 p2 G2))
(assert (not (<= (* r (+ (* c c) p2)) (+ (* c c) G2))))
(check-sat)
(pop 1)

; control constant: G^2 alone is too small
(push 1)
(declare-const r Real)
(declare-const c Real)
(declare-const p2 Real)
(declare-const G2 Real)
(assert (<= 0 r 1))
(assert (<= 0 p2 G2))
(assert (not (<= (* r (+ (* c c) p2)) G2)))
(check-sat)
(pop 1)
