package gate

// resolve stores the canonical path of s in real. If a part of s does not exist, it appends
// that part to the canonical path of the deepest existing directory, and sets missing.
func (w *workspace) resolve(dir int, s string) bool {
	end := len(s)
	for {
		fd, errno := w.openPath(dir, s[:end], s[0] == '/')
		if errno == errNone {
			ok := w.nameOf(fd)
			sysClose(fd)
			w.missing = end < len(s)
			return ok && w.extend(s[end:])
		}
		if errno != errNoEntry || end == 0 {
			return false
		}
		for end > 0 && s[end-1] == '/' {
			end--
		}
		last := base(s[:end])
		if last == "" || same(last, ".") || same(last, "..") || !w.absent(dir, s[:end]) {
			return false
		}
		end -= len(last)
	}
}

// openPath opens s for naming; for "" it opens the start of relative or absolute names.
func (w *workspace) openPath(dir int, s string, rooted bool) (fd, errno int) {
	if s == "" && rooted {
		s = "/"
	} else if s == "" {
		s = "."
	}
	if !w.join(s, "") {
		return -1, errInvalid
	}
	return sysOpen(dir, &w.path[0], oPath|oCloexec, 0)
}

// absent reports whether nothing has that name. The target of a dangling link does not
// exist, but the link does, and a program would write through it.
func (w *workspace) absent(dir int, s string) bool {
	if !w.join(s, "") {
		return false
	}
	_, errno := sysReadlink(dir, &w.path[0], &w.link[0], len(w.link))
	return errno == errNoEntry
}

// isLink reports whether s itself is a link, or may be one.
func (w *workspace) isLink(dir int, s string) bool {
	if !w.join(s, "") {
		return true
	}
	_, errno := sysReadlink(dir, &w.path[0], &w.link[0], len(w.link))
	return errno != errInvalid
}

// nameOf reads a descriptor's name back. It fails for a name that is not a path, is too
// long, or is marked as deleted.
func (w *workspace) nameOf(fd int) bool {
	const prefix = "/proc/self/fd/"
	w.join(prefix, "")
	n := decimal(w.path[:], len(prefix), uint64(fd))
	w.path[n] = 0
	n, errno := sysReadlink(here, &w.path[0], &w.real[0], len(w.real))
	if errno != errNone || n <= 0 || n >= maxPath || w.real[0] != '/' {
		return false
	}
	w.realLen = n
	return !suffixed(text(&w.real[0], n), " (deleted)")
}

// extend appends the components of tail, none of which exists, to real.
func (w *workspace) extend(tail string) bool {
	n := w.realLen
	if n == 1 {
		n = 0 // "/" ends in the slash that is about to be written
	}
	for at := 0; at < len(tail); {
		part := component(tail, at)
		at += len(part) + 1
		if part == "" {
			continue
		}
		var fits bool
		if n, fits = w.push(n, part); !fits {
			return false
		}
	}
	if n > 0 {
		w.realLen = n
	}
	return true
}

// push puts a slash and a component behind the first n bytes of real, and returns how many there are
// then; false if they do not fit.
func (w *workspace) push(n int, part string) (int, bool) {
	if n+1+len(part) >= maxPath {
		return n, false
	}
	w.real[n] = '/'
	n++
	for i := 0; i < len(part); i++ {
		w.real[n] = part[i]
		n++
	}
	return n, true
}
