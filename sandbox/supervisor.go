package sandbox

import "errors"

// Supervisor confines without namespaces and without Landlock, where a kernel has neither or
// lets nobody use them, as on a phone: a filter of system calls hands each call that opens a
// file to be written, changes a name, connects or signals to this process, which does it for
// the command if the box allows it (package supervise). Nothing else stands behind it, so what
// the filter lets pass must be harmless.
//
// What is hidden needs that each file is opened here, to be read alone, too. That is slow: see
// FreeReads.
//
// As with [Landlock] nothing is put in the place of anything.
type Supervisor struct {
	Self  []string // an argument vector that ends in a call of [Enter] with the words that follow
	Lstat Files    // os.Lstat

	// Exec, Programs and Broker are as those of [Landlock].
	Exec     func(Start) error
	Programs map[string]bool
	Broker   Broker

	// By says how calls come here: what [FindTransport] says. The zero value works on all kernels.
	By Transport

	// FreeReads lets files be read that the box hides. Reading costs nothing then, and what
	// Holds says is less.
	FreeReads bool
}

// Name is "supervisor".
func (Supervisor) Name() string { return "supervisor" }

// A Transport is a way in which system calls come to a supervisor.
type Transport string

// The transports.
const (
	ByTrace  Transport = ""       // ptrace(2)
	ByNotice Transport = "notify" // seccomp_unotify(2), with descriptors in answers: Linux 5.14
)

// String is a word for people.
func (t Transport) String() string {
	if t == ByTrace {
		return "ptrace"
	}
	return string(t)
}

// Holds are the properties that it has.
func (s Supervisor) Holds() []Property {
	if s.FreeReads {
		return []Property{Writes, Kept, Offline, Ends, Calls}
	}
	return All()
}

// ErrNoSupervisor says that this machine has no such backend.
var ErrNoSupervisor = errors.New("not built for this system and machine")
