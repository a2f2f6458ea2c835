package protect

import (
	"cmp"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/host"
)

// A Change is a protected name that differs from its record.
type Change struct {
	Path string
	Kind Kind
	// Repository is the new repository whose work tree holds a new name, or "": a clone
	// brings such names along, and nobody works there yet.
	Repository string
	// Why says what is wrong with the file, if it was judged by its content.
	Why string

	root, rel string
	now, old  *known
}

// Kind is what happened to a name.
type Kind uint8

// The kinds of changes.
const (
	Creation     Kind = iota // it did not exist before
	Modification             // it is another file, or has other content
	Removal
)

// A Report is the result of a check.
type Report struct {
	Changes []Change // in the order of their paths
	// Over says that the check reached a limit before it had seen everything new.
	Over bool
	// Lost are the directories that the check could not read at all.
	Lost []string
}

// Check finds what has changed since the record was made. Every process that could change
// more must have ended.
func (r *Record) Check(names Names) Report {
	var report Report
	budget := namesAfter
	c := &check{names: names, repositories: map[string]bool{}}
	for _, t := range r.trees {
		now := &tree{root: t.root, dirs: map[string]*dir{}, names: map[string]*known{}, skipped: map[string]bool{}}
		w := &walk{names: names, deep: r.options.Free, before: t, now: now, budget: &budget, depth: depthAfter}
		if err := w.below(t.root); err != nil {
			report.Lost = append(report.Lost, t.root)
			continue
		}
		for rel, d := range now.dirs {
			if d.git {
				c.repositories[join(t.root, rel)] = true
			}
		}
		for rel := range now.skipped {
			report.Over = report.Over || !t.skipped[rel]
		}
		c.walks = append(c.walks, w)
	}
	for _, w := range c.walks {
		c.tree(w, r)
	}
	report.Changes = slices.DeleteFunc(c.changes, func(x Change) bool {
		late := !r.Until.IsZero() && x.now != nil && time.Unix(0, x.now.ctime).After(r.Until)
		return late || names.Allowed != nil && names.Allowed(x.Path)
	})
	slices.SortFunc(report.Changes, func(x, y Change) int { return cmp.Compare(x.Path, y.Path) })
	return report
}

// check is the state of a check.
type check struct {
	names        Names
	walks        []*walk
	repositories map[string]bool // directories that git takes for a repository or a part of one
	changes      []Change
}

// tree compares the record of a tree with its present state.
func (c *check) tree(w *walk, r *Record) {
	from, err := openRoot(w.now.root)
	if err != nil {
		return
	}
	from.force = true
	defer from.close()
	for _, f := range w.found {
		c.checkName(&from, w.now.root, f)
	}
	for rel, old := range w.before.names {
		if !r.options.Free && old.kind&fs.ModeSymlink == 0 && !old.copied {
			continue // it was held, and has no other hard link through which to change it
		}
		c.compare(&from, w.now.root, rel, old)
	}
}

// compare examines a name that existed before.
func (c *check) compare(from *reach, root, rel string, old *known) {
	x := Change{Path: join(root, rel), root: root, rel: rel, old: old}
	dir, err := from.dir(dirOf(rel))
	if err == nil {
		x.now = lookAt(dir, leafOf(rel))
	}
	switch {
	case x.now == nil:
		x.Kind = Removal
	case old.isSame(dir, leafOf(rel), x.now):
		return
	default:
		x.Kind = Modification
	}
	if x.Kind == Modification && old.copied && isSettings(leafOf(rel)) && inGit(rel) {
		if x.Why = c.settings(dir, x, string(old.text)); x.Why == "" {
			return
		}
	}
	c.changes = append(c.changes, x)
}

func isSettings(leaf string) bool {
	leaf = strings.ToLower(leaf)
	return leaf == "config" || leaf == "config.worktree"
}

// checkName judges a new name.
func (c *check) checkName(from *reach, root string, f protectedName) {
	x := Change{Path: join(root, f.rel), root: root, rel: f.rel, Repository: f.step.repo}
	dir, err := from.dir(dirOf(f.rel))
	if err != nil {
		return
	}
	if x.now = lookAt(dir, leafOf(f.rel)); x.now == nil {
		return
	}
	leaf := strings.ToLower(leafOf(f.rel))
	switch {
	case leaf == ".git" && !f.kind.IsDir():
		x.Why = c.gitFile(dir, x)
	case f.git && leaf == "hooks" && f.kind.IsDir():
		c.hooks(from, x)
		return
	case f.git && isSettings(leaf):
		x.Why = c.settings(dir, x, "")
	case f.git && leaf == "commondir":
		x.Why = commonDir(dir, x)
	case f.step.info && f.fresh:
		return // attributes only select among what settings define
	case f.kind.IsDir() && isEmpty(from, f.rel):
		return
	default:
		if x.Repository != "" {
			x.Repository = join(root, x.Repository)
		}
		c.changes = append(c.changes, x)
		return
	}
	if x.Repository = ""; x.Why != "" {
		c.changes = append(c.changes, x)
	}
}

// maxGitFile limits the length of a file that says where a repository is.
const maxGitFile = 1 << 20

// gitFile returns what is wrong with a .git that is not a directory: it must lead to a
// repository that the check has examined.
func (c *check) gitFile(dir int, x Change) string {
	to := string(x.now.text)
	if x.now.kind.IsRegular() {
		text, err := readFile(dir, leafOf(x.rel), x.now, maxGitFile)
		if err != nil {
			return "it cannot be read: " + reason(err)
		}
		target, ok := strings.CutPrefix(string(text), "gitdir: ")
		if !ok {
			return "" // git rejects it
		}
		to = strings.TrimRight(target, "\r\n")
	} else if x.now.kind&fs.ModeSymlink == 0 {
		return ""
	}
	if !strings.HasPrefix(to, "/") {
		to = join(dirOf(x.Path), to)
	}
	real, err := host.Canonical(to)
	if err != nil || !c.repositories[real] {
		return "it leads to a repository that was not examined"
	}
	return ""
}

// settings returns what is wrong with a git settings file, apart from what it said
// before.
func (c *check) settings(dir int, x Change, before string) string {
	text, err := readFile(dir, leafOf(x.rel), x.now, maxCopy)
	if err != nil {
		return "it cannot be read: " + reason(err)
	}
	return c.names.Settings(x.Path, before, string(text))
}

// commonDir returns what is wrong with a file that says where git finds settings and
// hooks: git itself writes only one form, for a worktree.
func commonDir(dir int, x Change) string {
	text, err := readFile(dir, leafOf(x.rel), x.now, maxGitFile)
	if err == nil && strings.TrimRight(string(text), "\n") == "../.." && leafOf(dirOf(dirOf(x.rel))) == "worktrees" {
		return ""
	}
	return "it leads git to other settings and hooks"
}

// maxHooks limits the names among a repository's hooks.
const maxHooks = 1000

// hooks finds what git would run among the hooks of a repository: neither samples nor
// files that nobody may execute.
func (c *check) hooks(from *reach, x Change) {
	fd, err := from.open(x.rel)
	if err != nil {
		x.Why = "it cannot be read: " + reason(err)
		c.changes = append(c.changes, x)
		return
	}
	names, err := listSome(fd, maxHooks)
	if err != nil {
		x.Why = "it cannot be read: " + reason(err)
		c.changes = append(c.changes, x)
		return
	}
	dir, err := from.dir(x.rel)
	if err != nil {
		return
	}
	for _, leaf := range names {
		now := lookAt(dir, leaf)
		if now == nil || now.kind.IsDir() || strings.HasSuffix(leaf, ".sample") || now.kind.IsRegular() && now.mode&0o111 == 0 {
			continue
		}
		rel := join(x.rel, leaf)
		c.changes = append(c.changes, Change{Path: join(x.root, rel), root: x.root, rel: rel, now: now, Why: "it is a hook"})
	}
}

// isEmpty reports whether a directory is empty.
func isEmpty(from *reach, rel string) bool {
	fd, err := from.open(rel)
	if err != nil {
		return false
	}
	names, err := listSome(fd, 1)
	return err == nil && len(names) == 0
}
