package gate

// HookPaths are the hooks of a repository, relative to the directory that has it
// (githooks(5)).
var HookPaths = [...]string{
	"/.git/hooks/pre-commit", "/.git/hooks/prepare-commit-msg", "/.git/hooks/commit-msg", "/.git/hooks/post-commit", "/.git/hooks/post-rewrite",
	"/.git/hooks/pre-merge-commit", "/.git/hooks/post-merge", "/.git/hooks/pre-push", "/.git/hooks/post-checkout", "/.git/hooks/pre-rebase",
	"/.git/hooks/applypatch-msg", "/.git/hooks/pre-applypatch", "/.git/hooks/post-applypatch", "/.git/hooks/pre-auto-gc", "/.git/hooks/reference-transaction",
}

// hasNoHooks reports whether the repository around the cwd, if there is one, has no hooks.
// If .git is a file, the hooks' place is unknown.
func (w *workspace) hasNoHooks(c *subject) bool {
	end := len(c.cwd)
	for end > 0 {
		for end > 0 && c.cwd[end-1] == '/' {
			end--
		}
		if !w.join(c.cwd[:end], "/.git") {
			return false
		}
		switch sysStat(&w.path[0], &w.st, noFollow) {
		case errNone:
			return w.st.mode&modeType == modeDir && w.hasNone(c.cwd[:end])
		case errNoEntry:
		default:
			return false
		}
		for end > 0 && c.cwd[end-1] != '/' {
			end--
		}
	}
	return true
}

// hasNone reports whether a directory's repository has none of the hooks. A file that nobody
// may execute does not count.
func (w *workspace) hasNone(dir string) bool {
	for i := 0; i < len(HookPaths); i++ {
		if !w.join(dir, HookPaths[i]) {
			return false
		}
		switch sysStat(&w.path[0], &w.st, noFollow) {
		case errNone:
			if w.st.mode&modeType != modeFile || w.st.mode&0o111 != 0 {
				return false
			}
		case errNoEntry:
		default:
			return false
		}
	}
	return true
}
