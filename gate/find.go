package gate

// skips are the files that are never the real program: the installed shim, the installed
// shimgen, and the running program. An installation's own directory of shims is skipped
// as a whole.
type skips struct {
	root                string
	shim, shimgen, self file
}

// file is a file's device and inode; zero if there is none.
type file struct{ dev, ino uint64 }

func (f file) is(st *kstat) bool { return f.ino != 0 && f.dev == st.dev && f.ino == st.ino }

// identity returns the device and inode of the file a+b.
func (f *finder) identity(a, b string) file {
	if f.stat(a, b, 0) != errNone {
		return file{}
	}
	return file{f.st.dev, f.st.ino}
}

// ownFile leads to the running program's file.
const ownFile = "/proc/self/exe"

// skipped collects what to skip for an installation's root and a running program.
func (f *finder) skipped(root, self string) skips {
	return skips{root, f.identity(root, "/libexec/shim"), f.identity(root, "/libexec/shimgen"), f.identity(self, "")}
}

// wraps reports whether a program looks for another of its own name on PATH, behind its
// own directory: the shims of pyenv, rbenv, nodenv, asdf, mise and similar tools, and
// compilers behind a cache or a compile farm.
func wraps(path string) bool {
	dir := path[:len(path)-len(base(path))]
	return suffixed(dir, "/shims/") || suffixed(dir, "/ccache/") || suffixed(dir, "/ccache/bin/") || suffixed(dir, "/distcc/") ||
		suffixed(dir, "/icecc/bin/") || suffixed(dir, "/colorgcc/")
}

// wrapper reports whether the program that walk has just found looks for another of its
// name in rest, the remainder of the list: one of a known kind, or a script before
// another program, as in a user's own directory of wrappers. A program that is not a
// script also counts if it started this process (again). Programs of the system
// directories never count, and cost no further check.
func (f *finder) wrapper(program, name, rest string, skip *skips, again bool) bool {
	if wraps(program) {
		return true
	}
	if dir := program[:len(program)-len(base(program))]; same(dir, "/usr/bin/") || same(dir, "/bin/") {
		return false
	}
	found := file{f.st.dev, f.st.ino}
	for {
		more, ok := f.walk(name, rest, skip)
		if !ok {
			return false
		}
		if !found.is(&f.st) {
			return !f.native(program) || again && f.parent(found)
		}
		rest = more
	}
}

// parent reports whether the parent process runs a file.
func (f *finder) parent(program file) bool {
	const prefix, suffix = "/proc/", "/exe"
	f.join(prefix, "")
	n := decimal(f.path[:], len(prefix), uint64(sysPpid()))
	for i := 0; i < len(suffix); i++ {
		f.path[n+i] = suffix[i]
	}
	f.path[n+len(suffix)] = 0
	return sysStat(&f.path[0], &f.st, 0) == errNone && program.is(&f.st)
}

// canExecDirectly reports whether execve(2) alone starts the program as intended. On Termux a
// script's #! line may name a missing directory, and Android's own programs need another
// environment: there only programs that certainly are Termux' own (package termux plans
// the others).
func (w *workspace) canExecDirectly(c *subject) bool {
	if !onTermux(c.id.root) {
		return true
	}
	for p := c.envp; *p != nil; p = next(p) {
		if prefixed(view(*p), "TERMUX_EXEC__PROC_SELF_EXE=") {
			return false
		}
	}
	program := view(&w.program[0])
	return onTermux(program) && w.native(program)
}

const elfMagic = "\x7fELF"

// native reports whether a program is not a script.
func (f *finder) native(program string) bool {
	if !f.join(program, "") {
		return false
	}
	fd, errno := sysOpen(here, &f.path[0], oRead|oCloexec|oNonblock, 0)
	if errno != errNone {
		return false
	}
	n, errno := sysRead(fd, &f.link[0], len(elfMagic))
	sysClose(fd)
	return errno == errNone && same(text(&f.link[0], n), elfMagic)
}

// onTermux reports whether a path is where apps keep their files on Android. Elsewhere
// these directories are rare, and a yes costs only three system calls.
func onTermux(path string) bool { return below(path, "/data") || below(path, "/mnt") }

// isInstalled reports whether the running program is the installed one: neither a copy, nor started by
// a loader that got it as an argument.
func (s *skips) isInstalled() bool {
	return s.self.ino != 0 && (s.self == s.shim || s.self == s.shimgen)
}

// leadsToShim reports whether argv[0] leads to the shim, as a bare name on PATH does. If a path leads
// elsewhere, the caller wants the program to have that argv[0].
func (f *finder) leadsToShim(word string, skip *skips) bool {
	if position(word, '/') < 0 {
		return true
	}
	at := f.identity(word, "")
	return at.ino != 0 && (at == skip.shim || at == skip.self)
}

// shims reports whether dir is the installation's directory of shims, in its usual
// spelling.
func (s *skips) shims(dir string) bool { return s.root != "" && joined(dir, s.root, "/bin") }

// walk looks for a program on a PATH list. If it finds one, it stores its path in path as a C
// string and returns the rest of the list. It skips empty and relative components and all
// shims, which it knows by file identity or as links to one. A shim that covers a program
// (uncover) counts as that program.
func (f *finder) walk(name, list string, skip *skips) (rest string, ok bool) {
	if name == "" || position(name, '/') >= 0 || same(name, ".") || same(name, "..") {
		return "", false
	}
	for at := 0; at < len(list); {
		end := at
		for end < len(list) && list[end] != ':' {
			end++
		}
		dir := list[at:end]
		at = end + 1
		if dir == "" || dir[0] != '/' || skip.shims(dir) || !f.under(dir, name) {
			continue
		}
		if sysStat(&f.path[0], &f.st, 0) != errNone || f.st.mode&modeType != modeFile {
			continue
		}
		if f.covered = skip.shim.is(&f.st) && f.uncover(skip); f.covered ||
			!skip.shim.is(&f.st) && !skip.shimgen.is(&f.st) && !skip.self.is(&f.st) &&
				sysAccess(&f.path[0], canRun) == errNone && !f.isForeignShim() {
			return list[min(at, len(list)):], true
		}
	}
	return "", false
}

// under puts dir/name into path, with one slash between them, as shells do: the program
// may print it.
func (f *finder) under(dir, name string) bool {
	slash := "/"
	if suffixed(dir, slash) {
		slash = ""
	}
	n := len(dir) + len(slash)
	if n+len(name) > maxPath || !f.join(dir, slash) {
		return false
	}
	for i := 0; i < len(name); i++ {
		f.path[n] = name[i]
		n++
	}
	f.path[n] = 0
	return true
}

// isForeignShim reports whether path is a link to another installation's shim. Two installations
// that took each other's shims for the real program would loop.
func (f *finder) isForeignShim() bool {
	n, errno := sysReadlink(here, &f.path[0], &f.target[0], len(f.target))
	if errno != errNone {
		return false
	}
	target := text(&f.target[0], n)
	return suffixed(target, "/libexec/shim") || suffixed(target, "/libexec/shimgen")
}
