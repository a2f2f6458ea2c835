// Package process reads the system's table of processes: which run below one, when
// they began, what they use, and whether they have ended.
//
// A process's number is given again after its end, so a process is held as an [ID],
// which has the time of its start too. Linux has the table in proc(5), macOS and FreeBSD
// in sysctl(3); elsewhere nothing is found, and callers fall back on process groups.
//
//	below := process.Descendants(pid)
//	process.SignalAll(below, syscall.SIGKILL)
//	process.AwaitEnd(below)
//
// The table is read while processes come and go: what is found is a moment old. A process
// whose parents have ended is found below nobody.
package process
