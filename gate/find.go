package gate

// skips are the files that are never the real program: the installed shim, the
// installed shimgen, and the program that runs now.
type skips struct{ shim, shimgen, self file }

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

// skipped collects what to skip for an installation's root.
func (f *finder) skipped(root string) skips {
	return skips{f.identity(root, "/libexec/shim"), f.identity(root, "/libexec/shimgen"), f.identity("/proc/self/exe", "")}
}

// own reports whether the running program is the installed one: not a copy, and
// not a loader that was handed it as an argument.
func (s *skips) own() bool {
	return s.self.ino != 0 && (s.self == s.shim || s.self == s.shimgen)
}

// walk looks for name in a PATH list, leaves the program's path in path as a C
// string and reports whether there is one. Empty and relative components are
// skipped, and so is every shim: by file, and by being a link to one.
func (f *finder) walk(name, list string, skip *skips) bool {
	if name == "" || position(name, '/') >= 0 || same(name, ".") || same(name, "..") {
		return false
	}
	for at := 0; at < len(list); {
		end := at
		for end < len(list) && list[end] != ':' {
			end++
		}
		dir := list[at:end]
		at = end + 1
		if dir == "" || dir[0] != '/' || !f.under(dir, name) {
			continue
		}
		if sysStat(&f.path[0], &f.st, 0) == errNone && f.st.mode&modeType == modeFile &&
			!skip.shim.is(&f.st) && !skip.shimgen.is(&f.st) && !skip.self.is(&f.st) &&
			sysAccess(&f.path[0]) == errNone && !f.linked() {
			return true
		}
	}
	return false
}

// under puts dir/name into path.
func (f *finder) under(dir, name string) bool {
	if len(dir)+1+len(name) > maxPath || !f.join(dir, "/") {
		return false
	}
	n := len(dir) + 1
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
