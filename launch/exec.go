package launch

import (
	"strings"
	"syscall"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/termux"
)

// Exec becomes the program called name, with the argv of the Permit and env as
// it is. It returns only if that failed.
//
// A bare name is looked up in env's PATH past all shims; one with a slash is
// that file. It must be the Permit's own program word, or the last component of
// it, and the process must stand in the Permit's directory: a relative operand
// means another file elsewhere.
//
// The error is ErrNoPermit, ErrMoved, a NotFound or a NotExecutable.
func Exec(p permit.Permit, name string, env []string) error {
	argv, err := permitted(p, name)
	if err != nil {
		return err
	}
	file, err := find(name, env)
	if err != nil {
		return err
	}
	return become(termux.Start{File: file, Argv: argv, Env: env})
}

// ExecFD is Exec for an interpreter whose script was judged as an open file. One
// argument of the Permit must be /proc/self/fd/N or /dev/fd/N for the
// descriptor fd, which must be a regular file open for reading: what was judged
// is then what is read, whatever its name means by now. The descriptor stays open
// in the new program; if the exec fails, it is closed on exec again. The error
// is Exec's, or ErrNoScript.
func ExecFD(p permit.Permit, name string, env []string, fd int) error {
	if !p.Valid() {
		return ErrNoPermit
	}
	if !namesFD(p.Argv(), fd) || !isScript(fd) {
		return ErrNoScript
	}
	if err := closeOnExec(fd, false); err != nil {
		return ErrNoScript
	}
	err := Exec(p, name, env)
	_ = closeOnExec(fd, true) // it was open a moment ago; the error to report is the exec's
	return err
}

// permitted returns the argv to run, or why there is none.
func permitted(p permit.Permit, name string) ([]string, error) {
	argv := p.Argv()
	if len(argv) == 0 || name == "" || name != argv[0] && name != base(argv[0]) {
		return nil, ErrNoPermit
	}
	if cwd, err := syscall.Getwd(); err != nil || cwd != p.Dir() {
		return nil, ErrMoved
	}
	return argv, nil
}

// base is the last component of a program word.
func base(word string) string { return word[strings.LastIndexByte(word, '/')+1:] }

// find returns the file to execute for a program's name.
func find(name string, env []string) (string, error) {
	if strings.Contains(name, "/") {
		return name, nil
	}
	id, _ := gate.Installed() // without an identity there is no root, and no shim of ours
	file, ok := gate.Find(name, searchPath(env), id.Root)
	if !ok {
		return "", NotFound{name}
	}
	return file, nil
}
