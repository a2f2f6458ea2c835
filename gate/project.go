package gate

// ProjectFile is the name of a project's own policy layer.
const ProjectFile = ".agent-loop.toml"

// fresh reports whether every source is unchanged since the table was made.
func (w *workspace) fresh(t *table) bool {
	at, count := t.list(secSource)
	for ; count > 0; count-- {
		if !w.unchanged(t, at) {
			return false
		}
		at += 64
	}
	return true
}

// unchanged compares one source with the file of that name.
func (w *workspace) unchanged(t *table, at uint32) bool {
	errno := w.stat(t.text(at), "", 0)
	if t.u32(at+8)&flagAbsent != 0 {
		return errno == errNoEntry
	}
	return errno == errNone && w.st.dev == t.u64(at+16) && w.st.ino == t.u64(at+24) &&
		uint64(w.st.size) == t.u64(at+32) && uint64(w.st.mtime.nanos()) == t.u64(at+40) &&
		uint64(w.st.ctime.nanos()) == t.u64(at+48) && w.st.uid == t.u32(at+56) && w.st.mode == t.u32(at+60)
}

// projects walks from the cwd up to the root. Every project file on the way must be a
// source of the table, and every source that is a project file must be on the way: one
// project's permissions do not apply in another.
func (w *workspace) projects(c *subject) bool {
	met := uint32(0)
	end := len(c.cwd)
	for end > 0 {
		for end > 0 && c.cwd[end-1] == '/' {
			end--
		}
		if !w.join(c.cwd[:end], "/"+ProjectFile) {
			return false
		}
		errno := sysStat(&w.path[0], &w.st, noFollow)
		if errno == errNone {
			if !w.isSource(&c.table) {
				return false
			}
			met++
		} else if errno != errNoEntry {
			return false
		}
		for end > 0 && c.cwd[end-1] != '/' {
			end--
		}
	}
	at, count := c.table.list(secSource)
	for ; count > 0; count-- {
		if c.table.u32(at+8)&flagProject != 0 {
			met--
		}
		at += 64
	}
	return met == 0
}

// isSource reports whether the file just examined is a project source, by the identity
// that fresh has compared.
func (w *workspace) isSource(t *table) bool {
	at, count := t.list(secSource)
	for ; count > 0; count-- {
		if t.u32(at+8)&flagProject != 0 && w.st.dev == t.u64(at+16) && w.st.ino == t.u64(at+24) && w.st.mode&modeType == modeFile {
			return true
		}
		at += 64
	}
	return false
}
