package gate

// TrailName is the directory of the audit trail, below an installation's root.
const TrailName = "audit"

// openLog opens the day's file, YYYYmmdd.jsonl, in dir for appending and returns its
// descriptor, or -1. The directory must belong to uid and be closed to all others, and so
// must the file, which openLog creates if it is missing. It checks the file after opening
// it, so that no link or device can replace it; O_NONBLOCK keeps a FIFO from blocking the
// caller. If anything is wrong, the judge repairs it.
func (f *finder) openLog(dir string, uid uint32, sec int64) int {
	if f.stat(dir, "", noFollow) != errNone || f.st.mode&modeType != modeDir || !f.private(uid) {
		return -1
	}
	year, month, day := civil(sec)
	if len(dir) > maxPath-len("/yyyyyymmdd.jsonl") || !f.join(dir, "/") {
		return -1
	}
	n := decimal(f.path[:], len(dir)+1, year*10000+month*100+day)
	const end = ".jsonl\x00"
	for i := 0; i < len(end); i++ {
		f.path[n+i] = end[i]
	}
	fd, errno := sysOpen(here, &f.path[0], oAppend|oNoFollow|oCloexec, logMode)
	if errno != errNone {
		return -1
	}
	if sysFstat(fd, &f.st) != errNone || f.st.mode&modeType != modeFile || !f.private(uid) || !f.hasLogMode(fd) {
		sysClose(fd)
		return -1
	}
	return fd
}

const logMode = 0o600

// hasLogMode reports whether the file just examined can be opened again: the umask may
// have taken bits from the mode of a new one.
func (f *finder) hasLogMode(fd int) bool {
	return f.st.size > 0 || f.st.mode&0o777 == logMode || sysChmod(fd, logMode) == errNone
}

// mendEnd completes the last line of the file just examined with a newline, if somebody has
// left a partial one: after a full disk, or at a limit. Otherwise the next record would
// continue that line.
//
// While another process is writing a line, the kernel may show only its first pages. A write of
// zero bytes waits for that process, because each write locks the file; then mendEnd looks at
// the end again. If several processes write in turn at just that moment, which is unlikely, the
// result is an empty line.
func (f *finder) mendEnd(fd int) bool {
	const looks = 8
	for range looks {
		if f.st.size == 0 {
			return true
		}
		n, errno := sysReadAt(fd, &f.link[0], 1, f.st.size-1)
		if errno != errNone || n != 1 {
			return false
		}
		if f.link[0] == '\n' {
			return true
		}
		sysWrite(fd, &f.link[0], 0)
		if sysFstat(fd, &f.st) != errNone {
			return false
		}
	}
	f.link[0] = '\n'
	n, errno := sysWrite(fd, &f.link[0], 1)
	return errno == errNone && n == 1
}

// private reports whether the file just examined belongs to uid and nobody else may open
// it.
func (f *finder) private(uid uint32) bool {
	return f.st.uid == uid && f.st.mode&0o077 == 0
}

// Write appends the line with one write(2) and reports whether all of it was written. It
// does not write a line that did not fit. It does not sync: a sync costs more than the
// command.
func (l *Line) Write(fd int) bool {
	if l.full || l.n == 0 {
		return false
	}
	n, errno := sysWrite(fd, &l.buf[0], l.n)
	return errno == errNone && n == l.n
}

// record writes the line of a clear command whose program is found, and reports whether
// it is in the log, or none is required.
func (w *workspace) record(c *subject, t *table) bool {
	if w.level == Off {
		return true
	}
	now := w.now()
	if now.sec == 0 {
		return false
	}
	w.describe(c, t, now)
	if !w.line.End() {
		return false
	}
	fd := w.openLog(t.text(offDir), c.id.uid, now.sec)
	return fd >= 0 && w.takesLine(t) && w.mayGrow(w.line.n+1) && w.mendEnd(fd) && w.line.Write(fd) // the exec closes it
}

// takesLine reports whether the gate may write a line into the file just opened. The
// judge writes the first line of a day and the one into a full file; it numbers full
// files and removes the oldest. So the trail stays within its bound even if all commands
// are clear.
func (w *workspace) takesLine(t *table) bool {
	full := t.u32(offFull)
	return full == 0 || w.st.size > 0 && uint64(w.st.size) < uint64(full)
}

// mayGrow reports whether the file just opened may get n bytes longer. Beyond the limit
// (RLIMIT_FSIZE) a write raises a signal that nobody handles here, and at the limit it
// would cut a line off.
func (w *workspace) mayGrow(n int) bool {
	return sysLimit(limitSize, nil, &w.room) && uint64(w.st.size)+uint64(n) <= w.room.soft
}

// now returns the wall clock's time, zero if there is none.
func (w *workspace) now() instant {
	w.clock = instant{}
	if sysClock(&w.clock) != errNone {
		return instant{}
	}
	return w.clock
}

// describe fills the line for a clear command.
func (w *workspace) describe(c *subject, t *table, now instant) {
	pid := sysPid()
	l := &w.line
	l.Begin(now.sec, now.nsec, "path_proxy")
	l.Text("command", base(view(element(c.argv, 0))))
	l.Open("argv")
	for i := 0; i < c.argc; i++ {
		l.Item(view(element(c.argv, i)))
	}
	l.Close()
	l.Text("action", "allow")
	l.Open("rules")
	l.Close()
	l.Text("profile", t.text(offProfile))
	l.ID("id", NewID(now.sec, now.nsec, pid))
	l.Number("pid", int64(pid))
	l.Number("ppid", int64(sysPpid()))
	l.Number("uid", int64(c.id.uid))
	l.Text("cwd", c.cwd)
	l.Text("ring", "shim")
	l.Text("path", view(&w.program[0]))
}
