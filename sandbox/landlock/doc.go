// Package landlock holds a thread, and what it becomes by execve(2), to a list of files
// and networks that it may reach: landlock(7).
//
// It is three system calls and a table of rights. There is a module of others for it, which
// chooses rights for whoever calls it and can leave out what a kernel lacks; here a kernel
// that lacks anything is refused, and what is left is less code than the adapter would be.
package landlock

// Least is the version of the kernel's interface that is needed: Linux 6.12. Before it, a
// command can signal processes outside, and reach abstract Unix sockets.
const Least = 6

// Rights are what a rule grants below a path.
type Rights uint64

// The rights.
const (
	Execute Rights = 1 << iota
	WriteFile
	ReadFile
	ReadDir
	RemoveDir
	RemoveFile
	MakeChar
	MakeDir
	MakeReg
	MakeSock
	MakeFifo
	MakeBlock
	MakeSym
	Refer
	Truncate
	IoctlDev

	all = IoctlDev<<1 - 1

	// Look lets files be read and run, and directories be listed.
	Look = Execute | ReadFile | ReadDir

	// OfFile are the rights that a rule for a file, and not a directory, can grant.
	OfFile = Execute | WriteFile | ReadFile | Truncate | IoctlDev
)
