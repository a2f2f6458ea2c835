package sandbox

import "errors"

// Supervisor confines without namespaces and without Landlock, where a kernel has neither or
// does not let users use them, as on a phone. A filter of system calls passes each call that
// opens a file for writing, changes a name, connects or signals to this process, which makes
// the call for the command if the box allows it (package supervise). Nothing else restricts the
// command, so whatever the filter lets pass must be harmless.
//
// To hide files it must open every file here, even for reading. That is slow: see FreeReads.
//
// Like [Landlock] it mounts nothing.
type Supervisor struct {
	Self  []string // an argument vector that calls [Enter] with the words appended to it
	Lstat Files    // os.Lstat

	// Exec, Programs and Broker are those of [Landlock].
	Exec     func(Start) error
	Programs map[string]bool
	Broker   Broker

	// By says how calls get here: the result of [FindTransport]. The zero value works on all
	// kernels.
	By Transport

	// FreeReads does not hide what the box hides. Then reading costs nothing, and Holds returns
	// less.
	FreeReads bool
}

// Name is "supervisor".
func (Supervisor) Name() string { return "supervisor" }

// A Transport is a way for system calls to get to a supervisor.
type Transport string

// The transports.
const (
	ByTrace  Transport = ""       // ptrace(2)
	ByNotice Transport = "notify" // seccomp_unotify(2), answered with descriptors: Linux 5.14
)

// String returns the transport's name.
func (t Transport) String() string {
	if t == ByTrace {
		return "ptrace"
	}
	return string(t)
}

// Holds returns the properties that it enforces.
func (s Supervisor) Holds() []Property {
	if s.FreeReads {
		return []Property{Writes, Kept, Offline, Ends, Calls}
	}
	return All()
}

// ErrNoSupervisor says that this build has no such backend.
var ErrNoSupervisor = errors.New("not built for this system and machine")
