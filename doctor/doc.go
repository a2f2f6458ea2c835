// Package doctor examines an installation of shimgen and says what is wrong and what helps.
//
// [Examine] gathers what the checks look at. [Examination.Diagnose] makes the quick ones:
// the installed programs, PATH and what each shell would run, policy, gate, audit trail,
// hooks, layers, sandboxes. The slow ones come by name: [Examination.DiagnoseHosts] sends
// calls to agents' hooks as the agents would, and [Examination.DiagnoseSandboxes] starts
// each sandbox and tries what it must forbid.
//
//	x, err := doctor.Examine("", os.Environ())
//	…
//	found := x.Diagnose()
//	err = doctor.Print(os.Stdout, found)
//	healthy := !doctor.Failed(found)
//
// [Layers] says which of the layers that hold an agent's commands are enforced, for
// `shimgen status`; [ProveBackends] is what `shimgen sandbox status` prints.
//
// # Limits
//
// It repairs nothing. It runs shells with the user's own start files, and of hooks only a
// line that shimgen wrote; every one of them is killed with all it started when its time is
// up. A program that finds its way by an absolute path is seen in start files alone. Nothing
// here is linked into a hook's way: what it reads, and the patterns it compiles, cost a
// start nothing.
package doctor
