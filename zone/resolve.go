package zone

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/internal/permit"
)

// maxLinks bounds the symbolic links that one path may pass, as in Linux (path_resolution(7)).
const maxLinks = 40

// errLoop says that a path passes too many links; the kernel refuses it too.
var errLoop = errors.New("too many levels of symbolic links")

// Resolve follows every symbolic link in an absolute path as the kernel does, including ".."
// after a link. If last is false, it does not follow a link in the last component: unlink and
// rename act on the link itself. Components that do not exist, or that may not be examined, are
// kept as written.
//
// The per-process links of the kernel (proc(5)) lead where they would for the judged command,
// whose working directory is dir, and not for this process.
func Resolve(files FileView, name, dir string, last bool) (string, error) {
	return resolve(files, "/", name, dir, last)
}

// Resolve is [Resolve] for a path of the request. It does not examine again the start directory, the
// last path elsewhere without a link, and their parents.
func (m *Map) Resolve(name string, last bool) (string, error) {
	done := "/"
	if m.direct {
		for done = m.Dir; done != "/" && !pathname.In(name, done); {
			done = pathname.Dir(done)
		}
	}
	if len(m.straight) > len(done) && pathname.In(name, m.straight) {
		done = m.straight
	}
	real, err := resolve(m.machine.Files, done, name, m.Dir, last)
	if done == "/" && last && real == name && err == nil && !hasProcesses(name) {
		m.straight = name
	}
	return real, err
}

// resolve resolves the rest of a name that begins with a resolved directory.
func resolve(files FileView, done, name, dir string, last bool) (string, error) {
	todo := strings.TrimPrefix(name, done)
	if done != "/" {
		todo = strings.TrimPrefix(todo, "/")
	}
	links, asWritten := 0, strings.HasPrefix(name, "/") // the resolved part is the beginning of name
	for todo != "" {
		at := len(name) - len(todo)
		var c string
		switch c, todo = pathname.CutFirst(todo); c {
		case "", ".":
			asWritten = false
			continue
		case "..":
			done, asWritten = pathname.Dir(done), false
			continue
		}
		if asWritten {
			done = name[:at+len(c)]
		} else {
			done = strings.TrimSuffix(done, "/") + "/" + c
		}
		if !last && !more(todo) && !endsInSlash(name) {
			continue
		}
		target, ok := linkOf(files, done, todo, dir)
		if !ok {
			continue
		}
		if links++; links > maxLinks {
			return "", errLoop
		}
		done, asWritten = pathname.Dir(done), false
		if strings.HasPrefix(target, "/") {
			done = "/"
		}
		todo = target + "/" + todo
	}
	return done, nil
}

// linkOf returns the target of a link that leads on to the rest of a path, and whether there is one.
func linkOf(files FileView, p, todo, dir string) (string, bool) {
	if hasProcesses(p) {
		if target, ok := ofProcess(p, dir, more(todo)); ok {
			return target, ok
		}
	}
	return LinkAt(files, p)
}

// LinkAt returns the target of a symbolic link, and whether there is one. It ignores per-process
// links, which would be those of this process.
func LinkAt(files FileView, p string) (string, bool) {
	if isStandard(p) {
		return "", false
	}
	mode, err := files.Lstat(p)
	if err != nil || mode&fs.ModeSymlink == 0 {
		return "", false
	}
	target, err := files.Readlink(p)
	return target, err == nil && target != ""
}

// isStandard reports whether a path is a kernel link that depends on the process.
func isStandard(p string) bool {
	if !strings.HasPrefix(p, "/dev/") && !strings.HasPrefix(p, "/proc/") {
		return false // nearly every path
	}
	switch p {
	case "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/fd", "/proc/self", "/proc/thread-self":
		return true
	}
	return isDescriptor(p)
}

// hasProcesses reports whether a path is in a directory of processes or of their open files: nearly none is.
func hasProcesses(p string) bool {
	return strings.HasPrefix(p, "/dev/fd/") || strings.HasPrefix(p, "/proc/")
}

// isDescriptor reports whether a path is an open file of a process.
func isDescriptor(p string) bool {
	if !hasProcesses(p) {
		return false
	}
	dir := path.Dir(p)
	return dir == "/dev/fd" || strings.HasPrefix(dir, "/proc/") && path.Base(dir) == "fd"
}

// ofProcess returns the targets of a process's root, of its working directory and, as a
// directory, of an open file. An open file is unknown and may be the root.
func ofProcess(p, dir string, more bool) (target string, ok bool) {
	switch {
	case isDescriptor(p):
		return "/", more
	case !strings.HasPrefix(p, "/proc/"):
		return "", false
	case path.Base(p) == "root":
		return "/", true
	case path.Base(p) == "cwd" && dir == permit.Nowhere:
		return "/", true // a removed directory still has a parent: as with an open file, it may be any
	case path.Base(p) == "cwd":
		return dir, true
	}
	return "", false
}

// more reports whether a component that names something follows.
func more(todo string) bool {
	for todo != "" {
		var c string
		if c, todo = pathname.CutFirst(todo); c != "" && c != "." {
			return true
		}
	}
	return false
}

func endsInSlash(name string) bool {
	return strings.HasSuffix(name, "/") || strings.HasSuffix(name, "/.")
}
