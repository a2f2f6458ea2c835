package gate

// Originals is the directory, below an installation's root, where a sandbox shows the
// programs that it has mounted shims over, each under its own path. Otherwise it is
// empty.
const Originals = "/originals"

// Trees are the directories whose programs are covered by shims. An installation has an
// empty directory for each below Originals.
var Trees = [...]string{"/usr", "/bin", "/sbin", "/opt", "/nix", "/gnu"}

// installedShim is the file that all shims link to, below the root.
const installedShim = "/libexec/shim"

// Under returns the original file of a program at file over which a sandbox has mounted a
// shim, and whether there is one. root is the installation's.
func Under(file, root string) (original string, covered bool) {
	f := new(finder)
	if root == "" || position(file, 0) >= 0 {
		return file, false
	}
	skip := f.skipped(root, ownName())
	if f.stat(file, "", 0) != errNone || !skip.shim.is(&f.st) || !f.uncover(&skip) {
		return file, false
	}
	return clone(view(&f.target[0])), true
}

// Over returns the path of the program that this shim was started over, which the kernel
// knows and argv[0] may not: "" for a shim found on PATH. root is the installation's, and
// self as from Args.
func Over(self, root string) string {
	f := new(finder)
	if root == "" || position(self, 0) >= 0 {
		return ""
	}
	skip := f.skipped(root, self)
	if !f.overAt(self, &skip) {
		return ""
	}
	return clone(view(&f.path[0]))
}

// uncover looks under the shim that path leads to. If a sandbox has mounted it over a
// program, uncover stores the program's own file in target, as a C string, and its status
// in st.
//
// Outside a sandbox nobody can mount a file over another, and inside none of our
// sandboxes can anybody write below the root: a file there counts only if the file system
// is read-only.
func (f *finder) uncover(skip *skips) bool {
	const prefix = "/proc/self/fd/"
	at := len(skip.root) + len(Originals)
	room := len(f.target) - at
	if skip.root == "" || room < 2 {
		return false
	}
	fd, errno := sysOpen(here, &f.path[0], oPath|oCloexec, 0)
	if errno != errNone {
		return false
	}
	for i := 0; i < len(prefix); i++ {
		f.link[i] = prefix[i]
	}
	f.link[decimal(f.link[:], len(prefix), uint64(fd))] = 0
	n, errno := sysReadlink(here, &f.link[0], &f.target[at], room)
	sysClose(fd)
	if errno != errNone || n < 1 || n >= room || f.target[at] != '/' {
		return false
	}
	f.target[at+n] = 0
	for i := 0; i < at; i++ {
		if i < len(skip.root) {
			f.target[i] = skip.root[i]
		} else {
			f.target[i] = Originals[i-len(skip.root)]
		}
	}
	f.target[at] = 0
	readOnly := sysAccess(&f.target[0], canWrite) == errReadOnly
	f.target[at] = '/'
	return readOnly && sysStat(&f.target[0], &f.st, 0) == errNone && f.st.mode&modeType == modeFile &&
		!skip.shim.is(&f.st) && !skip.shimgen.is(&f.st) && sysAccess(&f.target[0], canRun) == errNone
}

// startedOver reports whether this shim was started by the path of a program that it covers, and
// stores that path in path. It returns false for a shim that was started by its own path.
func (w *workspace) startedOver(at *site, skip *skips) bool {
	return at.file != "" && !prefixed(at.file, skip.root) && w.overAt(at.self, skip)
}

// overAt is startedOver for the program whose file self leads to.
func (f *finder) overAt(self string, skip *skips) bool {
	if !f.join(self, "") {
		return false
	}
	n, errno := sysReadlink(here, &f.path[0], &f.target[0], len(f.target))
	if errno != errNone || n < 1 || n >= len(f.target) || joined(text(&f.target[0], n), skip.root, installedShim) {
		return false
	}
	return f.join(text(&f.target[0], n), "") && f.uncover(skip)
}

// uncoverProgram repeats uncover for the program, whose path was stored meanwhile.
func (w *workspace) uncoverProgram(at *site) bool {
	id, ok := identify(at.section)
	if !ok {
		return false
	}
	skip := w.skipped(id.root, at.self)
	return w.join(view(&w.program[0]), "") && w.uncover(&skip)
}
