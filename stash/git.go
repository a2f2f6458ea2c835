package stash

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/internal/gitrepo"
	"github.com/agent-loop/shimgen/internal/wordlist"
)

// ErrCannot means that the losses of a command cannot be kept. Nothing was changed.
var ErrCannot = errors.New("cannot be kept")

func cannot(why string) error { return fmt.Errorf("%w: %s", ErrCannot, why) }

// Git describes how to start git.
type Git struct {
	Program string   // the real program's path
	Dir     string   // where it looks for the repository
	Env     []string // as NAME=value
}

// patience is how long one call of git may take.
const patience = 30 * time.Second

// plain are settings that disable the repository's hooks, monitors and verifiers, and make
// git print names unquoted. Filters still run where git itself writes files.
var plain = [...]string{"--no-pager", "-c", "log.showSignature=false", "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "-c", "gc.auto=0"}

// run runs git and returns its output. The error contains git's message.
func (g Git) run(in io.Reader, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c := exec.CommandContext(ctx, g.Program, append(plain[:], args...)...)
	c.Dir, c.Stdin = g.Dir, in
	c.Env = append(g.Env[:len(g.Env):len(g.Env)], "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1")
	var out, said bytes.Buffer
	c.Stdout, c.Stderr = &out, &said
	if err := c.Run(); err != nil {
		text, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n")
		if text == "" {
			text = err.Error()
		}
		return out.String(), fmt.Errorf("git %s: %s", args[0], text)
	}
	return out.String(), nil
}

// resolve returns the object that a name denotes, or "".
func (g Git) resolve(name string) string { return g.line("rev-parse", "-q", "--verify", name) }

// line runs git and returns its only line, or "" if git fails.
func (g Git) line(args ...string) string {
	out, err := g.run(nil, args...)
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(out, "\n")
}

// list runs git and returns names that end in a NUL.
func (g Git) list(args ...string) ([]string, error) {
	out, err := g.run(nil, args...)
	if err != nil || out == "" {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(out, "\x00"), "\x00"), nil
}

// index returns the object in the index for each file. For a file in conflict it is the last
// stage's.
func (g Git) index() (map[string]string, error) {
	return g.objects(1, "ls-files", "-s", "-z") // MODE OBJECT STAGE
}

// tree returns the object in a commit or tree for each file.
func (g Git) tree(name string) (map[string]string, error) {
	return g.objects(2, "ls-tree", "-r", "-z", "--full-tree", name) // MODE TYPE OBJECT
}

// objects reads entries of three words, a tab and a name, and returns one of the words for
// each name.
func (g Git) objects(word int, args ...string) (map[string]string, error) {
	entries, err := g.list(args...)
	all := make(map[string]string, len(entries))
	for _, entry := range entries {
		about, name, _ := strings.Cut(entry, "\t")
		if words := strings.Fields(about); len(words) == 3 {
			all[name] = words[word]
		}
	}
	return all, err
}

// repository is the paths of a repository's parts.
type repository struct {
	Top   string `json:"worktree"` // of the work tree
	Dir   string `json:"git_dir"`  // of this work tree's HEAD and index
	index string
}

// repository finds the repository. A bare one is an error.
func (g Git) repository() (r repository, err error) {
	for _, variable := range g.Env {
		if name, _, _ := strings.Cut(variable, "="); wordlist.Among(name, gitrepo.ElsewhereVariables) {
			return r, cannot(name + " is set")
		}
	}
	out, err := g.run(nil, "rev-parse", "--path-format=absolute", "--show-toplevel", "--git-dir", "--git-path", "index")
	if err != nil {
		return r, fmt.Errorf("%w: %w", ErrCannot, err)
	}
	parts := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if len(parts) != 3 { // a path with a newline
		return r, cannot("its path")
	}
	r = repository{Top: parts[0], Dir: parts[1], index: parts[2]}
	return r, nil
}

// Listed returns the names that git clean would delete, relative to the directory in which
// it runs. Directories end in a slash.
func (g Git) Listed(c Command) ([]string, error) {
	args := []string{"clean", "-n"}
	for _, o := range c.Options {
		if o != "-q" && o != "--quiet" {
			args = append(args, o)
		}
	}
	args = append(append(args, c.Operands...), "--")
	out, err := g.run(nil, append(args, c.Paths...)...)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCannot, err)
	}
	var names []string
	for text := range strings.Lines(out) {
		name, ok := strings.CutPrefix(strings.TrimSuffix(text, "\n"), "Would remove ")
		if !ok {
			continue // "Would skip repository"
		}
		if name, ok = unquoted(name); !ok {
			return nil, cannot("a name that git prints in another way")
		}
		names = append(names, name)
	}
	return names, nil
}

// unquoted reads a name as git prints it: plain, or in double quotes with the escapes of C
// (git-config(1), core.quotePath).
func unquoted(name string) (string, bool) {
	if !strings.HasPrefix(name, `"`) {
		return name, true
	}
	text, err := strconv.Unquote(name) // whose escapes are a superset
	return text, err == nil
}

// within returns the absolute path of a name that git printed.
func (r repository) within(name string) string { return filepath.Join(r.Top, name) }
