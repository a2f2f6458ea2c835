package launch

import (
	"io/fs"
	"runtime"
	"strings"
	"syscall"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/termux"
)

// become replaces the process, with signals, limits and standard streams as they
// were before the Go runtime started, where the gate's entry has seen that. On Termux the start is planned first, since
// nothing there rewrites the paths of a Go program's execve.
func become(start termux.Start) error {
	if here, ok := detect(start.Env); ok {
		start.File = absolute(start.File)
		planned, err := here.Plan(start, head)
		if err != nil {
			return unplanned(start.File, err)
		}
		start = planned
	}
	if gate.ThreadBound() { // otherwise a thread that waits to be locked to is saved
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
	}
	gate.Restore()
	return failed(start.File, syscall.Exec(start.File, start.Argv, start.Env))
}

// absolute puts the working directory before a relative file. The kernel needs
// no such thing and shows the file to a script as it was given, so only a
// planned start does it.
func absolute(file string) string {
	cwd, err := syscall.Getwd()
	if err != nil || strings.HasPrefix(file, "/") {
		return file
	}
	return cwd + "/" + file
}

// unplanned sorts what Plan can say: no such file, or no such interpreter, or
// nothing the kernel would start.
func unplanned(file string, err error) error {
	if format, ok := err.(termux.Format); ok {
		return NotExecutable{file, format}
	}
	return failed(file, err)
}

// head returns the start of a file.
func head(file string) ([]byte, error) {
	fd, err := syscall.Open(file, syscall.O_RDONLY|syscall.O_CLOEXEC|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer syscall.Close(fd)
	text := make([]byte, termux.HeadSize)
	n, err := syscall.Read(fd, text)
	return text[:max(n, 0)], err
}

// SearchPath returns env's PATH. Where it is not set at all, as after env -i,
// programs are where execvp(3) would look for them.
func SearchPath(env []string) string {
	if path, ok := variable(env, "PATH"); ok {
		return path
	}
	if here, ok := detect(env); ok {
		return here.Bin()
	}
	return "/usr/bin:/bin"
}

func detect(env []string) (termux.Env, bool) {
	return termux.Look(func(name string) string {
		value, _ := variable(env, name)
		return value
	}, look)
}

// look is stat(2), of which only type and identity are wanted.
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

// variable looks a name up in env. Of two entries the first counts, as it does
// for getenv(3).
func variable(env []string, name string) (string, bool) {
	for _, entry := range env {
		if value, ok := strings.CutPrefix(entry, name+"="); ok {
			return value, true
		}
	}
	return "", false
}
