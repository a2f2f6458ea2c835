package launch

import (
	"syscall"

	"github.com/agent-loop/shimgen/gate"
)

// Error is a fixed text.
type Error string

// Error returns the text.
func (e Error) Error() string { return string(e) }

// These errors stop an exec before it is tried. Each is a failure of shimgen, exit status
// 125, and nothing has started.
const (
	ErrNoPermit     = Error("no permit for this program")
	ErrMoved        = Error("the working directory is not the one the decision was made for")
	ErrNotInstalled = Error("this shim was never installed: it carries no identity")
	ErrNoScript     = Error("the descriptor is not the script the argv names")
)

// ChangedError means that a file which the program would open by name is not the judged file
// any more: exit status 126, as for a refusal.
type ChangedError struct{ Path string }

// Error names the file.
func (e ChangedError) Error() string { return e.Path + ": the file changed after it was judged" }

// NotFoundError means that there is no such program: exit status 127.
type NotFoundError struct{ Name string }

// Error names the program.
func (e NotFoundError) Error() string { return e.Name + ": not found" }

// NotExecutable means that a program exists but could not be started: exit status 126.
type NotExecutable struct {
	Path string
	Err  error // why: a [syscall.Errno] or a termux.Format
}

// Error names the file and the reason.
func (e NotExecutable) Error() string { return e.Path + ": cannot be started: " + e.Err.Error() }

// Unwrap returns the reason.
func (e NotExecutable) Unwrap() error { return e.Err }

// NoJudge means that the judge could not be started: exit status 125, since that is a
// failure of shimgen and not of the program.
type NoJudge struct {
	Path string
	Err  error
}

// Error names the file and the reason.
func (e NoJudge) Error() string { return e.Path + ": cannot be started: " + e.Err.Error() }

// Unwrap returns the reason.
func (e NoJudge) Unwrap() error { return e.Err }

// Status returns the exit status that a shell would use for an error of this package: 127
// for a missing program, 126 for a program that could not be started or changed after it was
// judged, 125 for all other errors, including unknown ones.
func Status(err error) int {
	switch err.(type) {
	case NotFoundError:
		return 127
	case NotExecutable, ChangedError:
		return 126
	}
	return gate.StatusFailed
}

// failed converts the errno of an execve of a file into an error. A missing file and a
// script whose interpreter is missing give the same errno.
func failed(file string, errno error) error {
	if errno == syscall.ENOENT || errno == syscall.ENOTDIR {
		var st syscall.Stat_t
		if syscall.Stat(file, &st) != nil {
			return NotFoundError{file}
		}
	}
	return NotExecutable{file, errno}
}
