package protect

import (
	"io/fs"
	"path"
	"strings"
)

// Names says what names mean. Paths are absolute and clean, and need not exist.
type Names struct {
	// Kept reports whether others run or trust the file at a path later.
	Kept func(path string) bool
	// Holds reports whether such names may lie below a path: a link there would lead to
	// others.
	Holds func(path string) bool
	// Hidden reports whether the content of the file at a path is a secret.
	Hidden func(path string) bool
	// Skip reports whether to skip a directory; nil skips none.
	Skip func(path string) bool
	// Allowed reports whether the user lets commands change a protected name; nil allows
	// none.
	Allowed func(path string) bool
	// Loose reports whether nothing holds the file at a protected path, so that the check
	// judges it after the command; nil means none.
	Loose func(path string) bool
	// Settings returns what is wrong with a git settings file at a path, or "". before is
	// its text before the command, which is not judged; "" for a new file.
	Settings func(path, before, text string) string
}

// entry is a name in a directory.
type entry struct {
	leaf string
	kind fs.FileMode // its type
}

func (e entry) is(leaf string) bool { return strings.EqualFold(e.leaf, leaf) }

// isGitDir reports whether git would take a directory with these names for a repository,
// for the part that worktrees share, or for a worktree's own part:
// gitrepository-layout(5).
func isGitDir(names []entry) bool {
	var head, config, objects, refs, common bool
	for _, e := range names {
		switch strings.ToLower(e.leaf) {
		case "head":
			head = true
		case "config":
			config = true
		case "objects":
			objects = true
		case "refs":
			refs = true
		case "commondir":
			common = true
		}
	}
	return objects && refs && (head || config) || head && common
}

// isGitPart reports whether a name in such a directory decides what git runs.
func isGitPart(leaf string) bool {
	switch strings.ToLower(leaf) {
	case "config", "config.worktree", "hooks", "commondir":
		return true
	}
	return false
}

// isBulk reports whether a directory holds many files and no protected name: git's object
// store, and what package managers unpack.
func isBulk(leaf string, inGit bool) bool {
	switch leaf {
	case "node_modules", "__pycache__":
		return true
	case "objects", "refs", "logs", "lfs":
		return inGit
	}
	return false
}

// inGit reports whether a path lies in a directory named .git.
func inGit(rel string) bool {
	return strings.Contains("/"+strings.ToLower(rel)+"/", "/.git/")
}

// join is path.Join for clean paths.
func join(dir, leaf string) string {
	if dir == "" || dir == "/" {
		return dir + leaf
	}
	return dir + "/" + leaf
}

func dirOf(rel string) string {
	if dir := path.Dir(rel); dir != "." {
		return dir
	}
	return ""
}
