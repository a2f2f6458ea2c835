// Package doctor examines an installation of shimgen and says what is wrong and how to
// fix it.
//
// [Examine] gathers what the checks need. [Examination.Diagnose] makes the quick checks:
// the installed programs, PATH and what each shell would run, policy, gate, audit trail,
// hooks, layers, sandboxes. The slow checks are separate: [Examination.DiagnoseHosts]
// sends calls to agents' hooks as the agents would, and [Examination.DiagnoseSandboxes]
// starts each sandbox and attempts what it must forbid.
//
//	x, err := doctor.Examine("", os.Environ())
//	…
//	found := x.Diagnose()
//	err = doctor.Print(os.Stdout, found)
//	healthy := !doctor.Failed(found)
//
// [Layers] says which layers of protection are enforced, for `shimgen status`;
// [ProveBackends] is what `shimgen sandbox status` prints.
//
// # Limits
//
// It repairs nothing. It runs shells with the user's own start files, and of hooks only
// lines that shimgen wrote. It kills each of them with everything it started when its
// time is up. It finds absolute paths that bypass shims in start files only. No hook
// links this package: reading files and compiling patterns would slow every start.
package doctor
