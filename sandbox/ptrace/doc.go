// Package ptrace holds threads before system calls that their filter asks about, and has
// them make others in their place: ptrace(2) with SECCOMP_RET_TRACE.
//
// Every function must be called on one thread of the operating system, which is the tracer.
// When it ends, the kernel kills all that it traces (PTRACE_O_EXITKILL).
//
// A thread is seized, and not attached to: so stops of job control are what they are without
// a tracer, and signals pass unchanged.
//
// The amd64 code has been run; the arm64 code only compiles and has unit tests. No emulator of
// user programs knows ptrace(2).
package ptrace
