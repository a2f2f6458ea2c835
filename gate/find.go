package gate

// skips are the files that are never the real program: the installed shim, the
// installed shimgen, and the program that runs now. In an installation's own
// directory of shims nothing need be looked at.
type skips struct {
	root                string
	shim, shimgen, self file
}

// file is a file's device and inode; zero where there is none.
type file struct{ dev, ino uint64 }

func (f file) is(st *kstat) bool { return f.ino != 0 && f.dev == st.dev && f.ino == st.ino }

// identity returns which file a name is.
func (f *finder) identity(a, b string) file {
	if f.stat(a, b, 0) != errNone {
		return file{}
	}
	return file{f.st.dev, f.st.ino}
}

// ownFile leads to the file of the program that runs.
const ownFile = "/proc/self/exe"

// skipped collects what to skip for an installation's root and a running program.
func (f *finder) skipped(root, self string) skips {
	return skips{root, f.identity(root, "/libexec/shim"), f.identity(root, "/libexec/shimgen"), f.identity(self, "")}
}

// wraps reports whether a program is one that looks for another of its own name on
// PATH, behind the directory it lies in: the shims of pyenv, rbenv, nodenv, asdf,
// mise and their like, and compilers that a cache or a farm stands for.
func wraps(path string) bool {
	dir := path[:len(path)-len(base(path))]
	return suffixed(dir, "/shims/") || suffixed(dir, "/ccache/") || suffixed(dir, "/ccache/bin/") || suffixed(dir, "/distcc/") ||
		suffixed(dir, "/icecc/bin/") || suffixed(dir, "/colorgcc/")
}

// wrapper reports whether the program that walk has just found, of which it left rest
// of the list, looks for another of its name on PATH: one of a kind that is known, or
// a script before another program, as somebody's own directory of wrappers has them.
// So it is for all we know if it is no script and started this process (again). What
// the system has is none of these, and nothing more is looked at.
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

// parent reports whether the process that started this one runs a file.
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

// direct reports whether the program found is what execve(2) by itself makes of
// it. Where Termux lives, a script's first line may name a directory that is
// none, and Android's own programs want another environment: there only what is
// surely a program of Termux' is (package termux plans the others).
func (w *workspace) direct(c *subject) bool {
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

// native reports whether a program is no script.
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

// onTermux reports whether a path is where apps keep their files on Android.
// Elsewhere these directories are rare, and the answer costs three system calls.
func onTermux(path string) bool { return below(path, "/data") || below(path, "/mnt") }

// own reports whether the running program is the installed one: not a copy, and
// not a loader that was handed it as an argument.
func (s *skips) own() bool {
	return s.self.ino != 0 && (s.self == s.shim || s.self == s.shimgen)
}

// meant reports whether argv[0] leads to the shim: a bare name does, on PATH, and
// a path may. Where it leads elsewhere the caller chose it for the program.
func (f *finder) meant(word string, skip *skips) bool {
	if position(word, '/') < 0 {
		return true
	}
	at := f.identity(word, "")
	return at.ino != 0 && (at == skip.shim || at == skip.self)
}

// shims reports whether dir is the installation's directory of shims, as it is
// ordinarily written.
func (s *skips) shims(dir string) bool { return s.root != "" && joined(dir, s.root, "/bin") }

// walk looks for name in a PATH list, leaves the program's path in path as a C
// string and reports whether there is one, and what of the list comes behind it.
// Empty and relative components are skipped, and so is every shim: by file, and by
// being a link to one. One that covers a program (uncover) counts as the program.
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
				sysAccess(&f.path[0], canRun) == errNone && !f.linked() {
			return list[min(at, len(list)):], true
		}
	}
	return "", false
}

// under puts dir/name into path, with one slash between them, as shells do: the
// program may show it.
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

// linked reports whether path is a link to another installation's shim. Two
// installations that took each other for the real program would never end.
func (f *finder) linked() bool {
	n, errno := sysReadlink(here, &f.path[0], &f.target[0], len(f.target))
	if errno != errNone {
		return false
	}
	target := text(&f.target[0], n)
	return suffixed(target, "/libexec/shim") || suffixed(target, "/libexec/shimgen")
}
