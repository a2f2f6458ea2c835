package launch

import (
	"io/fs"
	"runtime"
	"strings"
	"syscall"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/termux"
)

// become replaces the process. Signals, limits and standard streams are as they were before
// the Go runtime started, if the gate's entry recorded them. On Termux become plans the
// start first.
func become(start termux.Start) error {
	asked := start
	start, err := Plan(start, "")
	if err != nil {
		return err
	}
	if gate.ThreadBound() { // if the thread is not locked, the runtime need not start a thread to lock to
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
	}
	gate.Restore()
	err = syscall.Exec(start.File, start.Argv, start.Env)
	if loaded, ok := ByLinker(asked, "", start.File, err); ok {
		start = loaded
		err = syscall.Exec(start.File, start.Argv, start.Env)
	}
	return failed(start.File, err)
}

// ByLinker returns the same start through Android's linker if that may help after the error
// why: the app may not execute the file that Plan found, and the environment did not show
// that. Try it once.
func ByLinker(start termux.Start, dir, file string, why error) (loaded termux.Start, ok bool) {
	if !denied(why) {
		return start, false
	}
	here, ok := detect(start.Env)
	if !ok || !here.Loadable(file) || syscall.Access(file, executable) != nil {
		return start, false
	}
	here.LinkerExec = true
	start.File = absolute(start.File, dir)
	loaded, err := here.Plan(start, Head)
	return loaded, err == nil
}

// executable is X_OK of access(2).
const executable = 1

// denied reports whether the kernel refused to execute a file.
func denied(err error) bool {
	if inner, ok := err.(interface{ Unwrap() error }); ok {
		err = inner.Unwrap()
	}
	return err == syscall.EACCES
}

// Plan returns the arguments with which a Go program must call execve(2) for this start. On
// Termux nothing else rewrites the paths that a script names. Elsewhere the start is
// unchanged. dir is the directory in which the program starts, "" for the working directory.
// The error is a NotFoundError or a NotExecutable.
func Plan(start termux.Start, dir string) (termux.Start, error) {
	here, ok := detect(start.Env)
	if !ok {
		return start, nil
	}
	start.File = absolute(start.File, dir)
	planned, err := here.Plan(start, Head)
	if err != nil {
		return start, unplanned(start.File, err)
	}
	return planned, nil
}

// absolute puts a directory, "" for the working directory, before a relative file. The
// kernel does not need that, and it passes the file to a script as given; so only a planned
// start gets an absolute file.
func absolute(file, dir string) string {
	if strings.HasPrefix(file, "/") {
		return file
	}
	if dir == "" {
		cwd, err := syscall.Getwd()
		if err != nil {
			return file
		}
		dir = cwd
	}
	return dir + "/" + file
}

// unplanned converts Plan's errors: no such file, no such interpreter, or a file that the
// kernel would not start.
func unplanned(file string, err error) error {
	if format, ok := err.(termux.Format); ok {
		return NotExecutable{file, format}
	}
	return failed(file, err)
}

// Head returns the first bytes of a file, for termux.Env.Plan.
func Head(file string) ([]byte, error) {
	fd, err := syscall.Open(file, syscall.O_RDONLY|syscall.O_CLOEXEC|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer syscall.Close(fd)
	text := make([]byte, termux.HeadSize)
	n, err := syscall.Read(fd, text)
	return text[:max(n, 0)], err
}

// SearchPath returns the PATH in env. If env has none, as after env -i, it returns the
// directories that execvp(3) would search.
func SearchPath(env []string) string {
	if path, ok := variable(env, "PATH"); ok {
		return path
	}
	if here, ok := detect(env); ok {
		return here.Bin()
	}
	return "/usr/bin:/bin"
}

// detect starts from the place where this program was installed: after env -i nothing else
// shows where a second user's Termux is.
func detect(env []string) (termux.Env, bool) {
	id, _ := gate.Installed()
	return termux.Look(func(name string) string {
		value, _ := variable(env, name)
		return value
	}, look, id.Root)
}

// look is stat(2), reduced to type and identity.
func look(name string) (termux.File, error) {
	var st syscall.Stat_t
	if err := syscall.Stat(name, &st); err != nil {
		return termux.File{}, err
	}
	file := termux.File{Type: fs.ModeIrregular, Dev: uint64(st.Dev), Ino: st.Ino}
	switch st.Mode & syscall.S_IFMT {
	case syscall.S_IFREG:
		file.Type = 0
	case syscall.S_IFDIR:
		file.Type = fs.ModeDir
	}
	return file, nil
}

// variable returns the value of a name in env. If the name occurs twice, the first value
// counts, as in getenv(3).
func variable(env []string, name string) (string, bool) {
	for _, entry := range env {
		if value, ok := strings.CutPrefix(entry, name+"="); ok {
			return value, true
		}
	}
	return "", false
}
