// Package rundir keeps the directories of runs in sandboxes: where each run has its temporary
// files and what its backend needs, and what becomes of it when the run was killed.
//
// All runs of a user lie in one directory, beside which there are no others' runs, so that no
// run sees what another one does. A run's directory is locked as long as its process lives.
// layout.go has the names in it.
//
//	r := rundir.Runs{Dir: rundir.In("/tmp"), Root: root}
//	err := r.Make()
//	lock, err := rundir.Hold(own, root)
//	r.TakeOver(func(own string) { … }) // of runs that were killed: keep what they recorded
//
// [Runs.SessionTemp] is a directory that the runs of an agent's session share, for /tmp.
// [Inside] tells whether this process is in such a run's sandbox.
package rundir
