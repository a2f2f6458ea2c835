package worktree

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/pathname"
)

// Repositories are the repository's directories outside of the work directory that git writes to
// where that is a linked worktree or a submodule: its .git is a file that says where they are
// (gitrepository-layout(5)). Anybody could have written that file, so they count only where
// they say that this is theirs, and are ours.
//
// may reports whether a flag could let a directory in that a repository is in, and strange is
// told of one that does not say that it belongs to the work directory.
func Repositories(work string, may func(dir string) bool, strange func(own string)) []string {
	to, ok := target(filepath.Join(work, ".git"))
	if !ok {
		return nil
	}
	if !filepath.IsAbs(to) {
		to = filepath.Join(work, to)
	}
	own, err := host.Canonical(filepath.Clean(to))
	if err != nil || !isOurs(own) {
		return nil
	}
	common, ok := worktreeOf(own, work)
	if !ok {
		common, ok = own, isSubmodule(own, work)
	}
	if !ok || !isOurs(common) || !isRepository(common) || !may(common) {
		strange(own)
		return nil
	}
	return []string{common}
}

// target returns where a .git that is a file leads.
func target(at string) (to string, ok bool) {
	text, ok := smallFile(at)
	to, is := strings.CutPrefix(text, "gitdir: ")
	return strings.TrimRight(to, "\r\n"), ok && is
}

// maxGitFile is how long a file of a repository's may be that names a path or has settings.
const maxGitFile = 64 << 10

// smallFile reads a regular file of ours that no link leads to.
func smallFile(at string) (string, bool) {
	f, err := os.OpenFile(at, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return "", false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxGitFile || !belongs(info) {
		return "", false
	}
	text, err := io.ReadAll(io.LimitReader(f, maxGitFile))
	return string(text), err == nil
}

func belongs(info os.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == host.UID()
}

// isOurs reports whether a path is a directory of ours that others cannot write to.
func isOurs(dir string) bool {
	info, err := os.Lstat(dir)
	return err == nil && info.IsDir() && belongs(info) && info.Mode().Perm()&0o002 == 0
}

// worktreeOf returns the repository of a linked worktree: own lies in its worktrees, and
// says that it is for the .git of this very directory.
func worktreeOf(own, work string) (common string, ok bool) {
	if filepath.Base(filepath.Dir(own)) != "worktrees" {
		return "", false
	}
	common = filepath.Dir(filepath.Dir(own))
	said, ok := smallFile(filepath.Join(own, "commondir"))
	if !ok || filepath.Join(own, strings.TrimRight(said, "\n")) != common {
		return "", false
	}
	back, ok := smallFile(filepath.Join(own, "gitdir"))
	back = strings.TrimRight(back, "\n")
	if !filepath.IsAbs(back) {
		back = filepath.Join(own, back)
	}
	real, err := host.Canonical(filepath.Clean(back))
	return common, ok && err == nil && real == filepath.Join(work, ".git")
}

// isSubmodule reports whether a repository is one of a submodule's in this directory: it
// lies among the modules of a repository above, and its settings name this directory.
func isSubmodule(own, work string) bool {
	within := false
	for dir := filepath.Dir(work); !within && dir != "/"; dir = filepath.Dir(dir) {
		within = strings.HasPrefix(own, filepath.Join(dir, ".git", "modules")+"/")
	}
	text, ok := smallFile(filepath.Join(own, "config"))
	if !within || !ok {
		return false
	}
	back := ""
	for _, set := range paths(text) {
		if set.key == "core.worktree" {
			back = set.path
		}
	}
	if back == "" {
		return false
	}
	if !filepath.IsAbs(back) {
		back = filepath.Join(own, back)
	}
	real, err := host.Canonical(filepath.Clean(back))
	return err == nil && real == work
}

// isRepository reports whether git would take a directory for a repository.
func isRepository(dir string) bool {
	return host.Exists(filepath.Join(dir, "HEAD")) && host.Exists(filepath.Join(dir, "objects")) && host.Exists(filepath.Join(dir, "refs"))
}

// setting is a path in git's settings.
type setting struct{ key, path string }

// paths finds the settings in a file of git's that name a directory or a file of the
// work tree. It reads line by line, for of others it need not understand a word.
func paths(text string) (found []setting) {
	section := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			name, rest, _ := strings.Cut(line[1:], "]")
			section, _, _ = strings.Cut(strings.ToLower(name), " ")
			section, _, _ = strings.Cut(section, ".")
			line = strings.TrimSpace(rest)
		}
		key, value, is := strings.Cut(line, "=")
		value, _, _ = strings.Cut(strings.TrimSpace(value), " #")
		value = strings.Trim(strings.TrimSpace(value), `"`)
		switch name := section + "." + strings.ToLower(strings.TrimSpace(key)); name {
		case "core.hookspath", "core.worktree", "include.path", "includeif.path":
			if is && value != "" {
				found = append(found, setting{name, value})
			}
		}
	}
	return found
}

// hookNames are git's hooks: githooks(5).
var hookNames = [...]string{
	"applypatch-msg", "pre-applypatch", "post-applypatch", "pre-commit", "pre-merge-commit", "prepare-commit-msg", "commit-msg", "post-commit",
	"pre-rebase", "post-checkout", "post-merge", "pre-push", "pre-receive", "update", "proc-receive", "post-receive", "post-update",
	"reference-transaction", "push-to-checkout", "pre-auto-gc", "post-rewrite", "sendemail-validate", "fsmonitor-watchman", "post-index-change",
}

// Protected are the places below writable directories that settings of git's name: hooks
// elsewhere, and more settings. Those of the user's count as those of the repository do.
func Protected(work string, repositories, homes []string) (also []string) {
	files := []string{filepath.Join(work, ".git", "config"), filepath.Join(work, ".git", "config.worktree")}
	for _, dir := range repositories {
		files = append(files, filepath.Join(dir, "config"))
		if own, ok := target(filepath.Join(work, ".git")); ok && filepath.IsAbs(own) {
			files = append(files, filepath.Join(own, "config.worktree"))
		}
	}
	for _, home := range homes {
		files = append(files, filepath.Join(home, ".gitconfig"), filepath.Join(home, ".config", "git", "config"))
	}
	for _, file := range files {
		text, _ := smallFile(file) // one that is not there says nothing
		for _, set := range paths(text) {
			at := place(set, file, work, homes)
			switch {
			case set.key == "core.worktree" || !pathname.In(at, work):
			case at != work:
				also = append(also, at)
			case set.key == "core.hookspath":
				for _, name := range hookNames {
					also = append(also, filepath.Join(work, name))
				}
			}
		}
	}
	return also
}

// place is where a path in a file of git's leads.
func place(set setting, file, work string, homes []string) string {
	at := set.path
	if rest, ok := strings.CutPrefix(at, "~/"); ok && len(homes) > 0 {
		at = filepath.Join(homes[0], rest)
	}
	if !filepath.IsAbs(at) {
		base := work // where hooks run
		if set.key != "core.hookspath" {
			base = filepath.Dir(file)
		}
		at = filepath.Join(base, at)
	}
	real, err := host.Canonical(filepath.Clean(at))
	if err != nil {
		return ""
	}
	return real
}
