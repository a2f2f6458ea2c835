package launch

import (
	"slices"
	"strings"
	"syscall"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/termux"
)

// A Program says what to start, and under which name.
type Program struct {
	// Name is looked up on PATH past all shims. If it has a slash, it is a file. It must be
	// the Permit's argv[0], or the last component of it.
	Name string

	// File is where the program was found, or "" to look for it.
	File string

	// Called is the argv[0] that the caller chose, or "" for the Permit's. Its last
	// component must be the Permit's, except for the dash of a login shell, since a
	// multi-call binary chooses its behaviour by this name. If the name is another, Under is
	// the Permit for the same arguments under that name.
	Called string
	Under  permit.Permit

	// Held are files that the program opens by name. Each must still be the judged file: see
	// [CheckUnchanged].
	Held []gate.Source

	// FindsItself means that the program finds itself by argv[0]. If that would lead to the
	// shim, argv[0] becomes the real file's path.
	FindsItself bool
}

// Exec becomes a program, with the arguments of the Permit and env unchanged. It returns
// only on failure. The working directory must be the Permit's, since in another directory a
// relative operand names another file.
//
// The error is ErrNoPermit, ErrMoved, a NotFoundError, a NotExecutable or a ChangedError.
func Exec(p permit.Permit, program Program, env []string) error {
	argv, err := permitted(p, program)
	if err != nil {
		return err
	}
	id, _ := gate.Installed() // without an identity there is no root, and no shim of ours
	file := program.File
	if file == "" {
		if file, err = find(program.Name, id.Root, env); err != nil {
			return err
		}
	}
	argv[0] = program.word(argv[0], file, id.Root)
	if err := CheckUnchanged(program.Held); err != nil {
		return err
	}
	file, _ = gate.Under(file, id.Root)
	return become(termux.Start{File: file, Argv: argv, Env: env})
}

// Held returns the current state of a file, for CheckUnchanged. If the file system hides a
// file's state, the file does not exist for the program either.
func Held(path string) gate.Source {
	now, err := gate.StatSource(path)
	if err != nil {
		return gate.Source{Path: path, Absent: true}
	}
	return now
}

// CheckUnchanged returns an error unless files still have the same device, inode, size,
// times, owner and mode, or are still missing. While a file is open its inode is not reused.
// Two races remain: a file may change between this check and the program's open, or within
// one tick of the file system's clock.
func CheckUnchanged(files []gate.Source) error {
	for _, was := range files {
		if Held(was.Path) != was {
			return ChangedError{was.Path}
		}
	}
	return nil
}

// word returns the argv[0] for the program in a file.
func (p Program) word(permitted, file, root string) string {
	called := permitted
	if p.Called != "" {
		called = p.Called
	}
	if p.FindsItself && !strings.HasPrefix(called, "-") && !p.Under.Valid() && gate.FindsShim(called, root) {
		return file
	}
	return called
}

// ExecFD is Exec for an interpreter whose script was judged as an open file. One argument of
// the Permit must be /proc/self/fd/N or /dev/fd/N for the descriptor fd, which must be a
// regular file open for reading. Then the program reads the judged script, wherever the
// script's name leads by now. The descriptor stays open in the new program; if the exec
// fails, it is close-on-exec again. The error is one of Exec's, or ErrNoScript.
func ExecFD(p permit.Permit, program Program, env []string, fd int) error {
	if !p.Valid() {
		return ErrNoPermit
	}
	if !namesFD(p.Argv(), fd) || !isScript(fd) {
		return ErrNoScript
	}
	if err := closeOnExec(fd, false); err != nil {
		return ErrNoScript
	}
	err := Exec(p, program, env)
	_ = closeOnExec(fd, true) // it was open a moment ago; the exec's error is the one to report
	return err
}

// permitted returns the argv to run, or the reason why there is none.
func permitted(p permit.Permit, program Program) ([]string, error) {
	argv := p.Argv()
	if len(argv) == 0 || program.Name == "" || program.Name != argv[0] && program.Name != base(argv[0]) {
		return nil, ErrNoPermit
	}
	if program.File != "" && base(program.File) != base(argv[0]) {
		return nil, ErrNoPermit
	}
	if !program.mayBeCalled(argv, p.Dir()) {
		return nil, ErrNoPermit
	}
	if here() != p.Dir() {
		return nil, ErrMoved
	}
	return argv, nil
}

// mayBeCalled reports whether a program with a permitted argv may get the name that the
// caller chose.
func (p Program) mayBeCalled(argv []string, dir string) bool {
	name := strings.TrimPrefix(base(p.Called), "-")
	if p.Called == "" || name == base(argv[0]) {
		return true
	}
	under := p.Under.Argv()
	return len(under) > 0 && under[0] == name && slices.Equal(under[1:], argv[1:]) && p.Under.Dir() == dir
}

// here returns the working directory, or permit.Nowhere if it has no name.
func here() string {
	cwd, err := syscall.Getwd()
	if err != nil {
		return permit.Nowhere
	}
	return cwd
}

// base returns the last component of a program word.
func base(word string) string { return word[strings.LastIndexByte(word, '/')+1:] }

// find returns the file to execute for a program's name.
func find(name, root string, env []string) (string, error) {
	if strings.Contains(name, "/") {
		return name, nil
	}
	file, ok := gate.Find(name, SearchPath(env), root)
	if !ok {
		return "", NotFoundError{name}
	}
	return file, nil
}
