// Package audit attacks the methods: it measures how far one user can move what a method releases, and compares that with
// what the method claims. It works on any private method value, through its plan, its fit and the meter's witness alone.
// docs/audit.md tells what each part shows and what it cannot show.
//
// It trains on small generated ratings, with noise from a seed. It must never read a user's data.
//
// The attack on one run follows Steinke, Nasr and Jagielski, Privacy Auditing with One (1) Training Run, NeurIPS 2023.
package audit
