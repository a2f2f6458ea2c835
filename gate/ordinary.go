package gate

// This file is what ordinary Go programs use of the gate: a shim without the entry before
// the runtime, and shimgen.

// Args returns the intended argv of this program, and where its own file is. If Android's
// linker loaded it, the program's path is the first argument, since the linker hides
// itself from the C library only; in a program that the C library starts it is argv[0].
func Args(argv []string) (args []string, self string) {
	if len(argv) == 0 || !shared.loadedByLinker() {
		return argv, ownName()
	}
	if hiddenByC() {
		return argv, argv[0]
	}
	if len(argv) < 2 {
		return argv, ownName()
	}
	return append([]string{argv[0]}, argv[2:]...), argv[1]
}

// Admit is Run for an ordinary Go program. It takes the program's own file and arguments,
// as from Args, and its environment; it does all that Run does except the exec, and
// returns. If the Reason is Clear the caller must at once become Result.Path, with the
// same arguments and environment, through syscall.Exec, which also restores the limits
// the Go runtime has raised.
func Admit(self string, args, env []string) Result {
	at := installed(sysUser())
	at.self, at.file = self, Executed()
	return admitAt(&shared, at, args, env)
}

func admitAt(w *workspace, at site, args, env []string) Result {
	var a, e vector
	argv, ok := a.set(args)
	envp, ok2 := e.set(env)
	if !ok || !ok2 {
		return Result{Reason: OddText}
	}
	return w.admit(at, argv, envp)
}

// Find looks for the real program named name on a PATH list, as the gate does: absolute
// components only, regular files that this process may execute, never a shim. root is the
// installation's root. Find skips its shim and shimgen by device and inode, like the
// running program itself; with an empty root it skips only the latter and links to other
// installations.
func Find(name, path, root string) (string, bool) {
	f := new(finder)
	if position(name, 0) >= 0 || position(path, 0) >= 0 {
		return "", false
	}
	skip := skips{self: f.identity(ownName(), "")}
	if root != "" {
		skip = f.skipped(root, ownName())
	}
	if _, ok := f.walk(name, path, &skip); !ok {
		return "", false
	}
	return clone(view(&f.path[0])), true
}

// Wraps reports whether a program that Find found on a PATH list is a wrapper, which
// looks for another of its own name on PATH and would find the shim that became it.
func Wraps(program, path, root string) bool {
	f := new(finder)
	if position(program, 0) >= 0 || position(path, 0) >= 0 {
		return false
	}
	skip := f.skipped(root, ownName())
	for {
		rest, ok := f.walk(base(program), path, &skip)
		if !ok {
			return wraps(program)
		}
		if same(view(&f.path[0]), program) {
			return f.wrapper(program, base(program), rest, &skip, false)
		}
		path = rest
	}
}

// FindsShim reports whether a program that finds itself by this argv[0] would find the shim
// of the installation with this root, or the running program.
func FindsShim(argv0, root string) bool {
	f := new(finder)
	if position(argv0, 0) >= 0 {
		return false
	}
	skip := f.skipped(root, ownName())
	return f.leadsToShim(argv0, &skip)
}

// OpenLog opens the daily file for a time in seconds since 1970, below dir, for
// appending, close-on-exec, and returns its descriptor. The directory must belong to uid
// and be closed to everyone else, and so must the file, which OpenLog creates with mode
// 0600 if it is missing. The error is ErrLog.
func OpenLog(dir string, uid uint32, sec int64) (fd int, err error) {
	if position(dir, 0) >= 0 {
		return -1, ErrLog
	}
	if fd = new(finder).openLog(dir, uid, sec); fd < 0 {
		return -1, ErrLog
	}
	return fd, nil
}

// ErrLog is the error of OpenLog.
const ErrLog = Error("audit log: no private directory, or the day's file cannot be appended to safely")

// StatSource returns the current identity of a policy file, absent if there is none. The
// error is ErrSource if the file system does not say.
func StatSource(path string) (Source, error) {
	f := new(finder)
	errno := errInvalid
	if position(path, 0) < 0 {
		errno = f.stat(path, "", 0)
	}
	if errno == errNoEntry {
		return Source{Path: path, Absent: true}, nil
	}
	if errno != errNone {
		return Source{}, ErrSource
	}
	return Source{
		Path: path, Project: base(path) == ProjectFile,
		Dev: f.st.dev, Ino: f.st.ino, Size: f.st.size, Mtime: f.st.mtime.nanos(), Ctime: f.st.ctime.nanos(),
		UID: f.st.uid, Mode: f.st.mode,
	}, nil
}

// ErrSource is the error of StatSource.
const ErrSource = Error("policy source cannot be examined")
