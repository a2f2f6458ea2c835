package guard

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/gitconfig"
	"github.com/agent-loop/shimgen/parser"
)

// maxSettings bounds the size of a settings file, in bytes.
const maxSettings = 64 << 10

// gitConfigs returns the paths of git's settings files, relative to the value of a variable:
// git-config(1), FILES and ENVIRONMENT.
func gitConfigs(variable string) (below []string) {
	switch variable {
	case "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG":
		return []string{""}
	case "XDG_CONFIG_HOME":
		return []string{"git/config"}
	case "HOME":
		for _, f := range grammar.Lookup("git").Dotfiles() {
			below = append(below, f.Path)
		}
	}
	return below
}

// gitConfig reads the settings files that a variable gives to git, and judges each setting like
// an argument of git's -c. whole is true if the variable is one of git's and every file was
// read or does not exist. It reads nothing for shell source, which may change the files before
// git reads them.
func (j *judge) gitConfig(c *parser.Command, variable string, value parser.Word) (read []*grammar.Invocation, whole bool) {
	if j.req.Argv == nil {
		return nil, false
	}
	for _, below := range gitConfigs(variable) {
		at, known := j.locate(&grammar.Invocation{Command: c}, value)
		if !known {
			return nil, false
		}
		text, err := j.machine.Files.Content(path.Join(at, below), maxSettings)
		settings, ok := gitconfig.Settings(text)
		if err != nil && !errors.Is(err, fs.ErrNotExist) || !ok {
			return nil, false
		}
		whole = true
		for _, s := range settings {
			args := []parser.Word{parser.Text("git"), parser.Text("-c"), parser.Text(s), parser.Text("--version")}
			read = append(read, grammar.ReadCommand(&parser.Command{Args: args, Outer: c, Source: c.Source, Span: c.Span}, j.options(c)))
		}
	}
	return read, whole
}

// workTree returns the top of the work tree in which git is called, with its -C options
// applied: git changes to it before it starts any program (githooks(5)). Outside of a work tree
// it returns "", the current directory.
func (j *judge) workTree(invs []*grammar.Invocation) string {
	dir := j.zones.Dir
	for v := range grammar.All(invs) {
		for _, g := range v.Options {
			to, known := g.Value.Text()
			switch {
			case !v.HasTrait(spec.GitConfig) || g.Option == nil || g.Option.Role != spec.Dir || !known:
			case path.IsAbs(to):
				dir = path.Clean(to)
			default:
				dir = path.Join(dir, to)
			}
		}
	}
	for ; strings.HasPrefix(dir, "/"); dir = path.Dir(dir) {
		if j.isGitDir(strings.TrimSuffix(dir, "/") + "/.git") {
			return dir
		}
		if dir == "/" {
			break
		}
	}
	return ""
}

// isGitDir reports whether git accepts a path as a repository, or as a file that names one.
func (j *judge) isGitDir(at string) bool {
	mode, err := j.machine.Files.Lstat(at)
	if err != nil || mode.IsRegular() {
		return err == nil
	}
	_, err = j.machine.Files.Lstat(at + "/HEAD")
	for _, name := range []string{"objects", "refs"} {
		mode, lost := j.machine.Files.Lstat(at + "/" + name)
		if err != nil || lost != nil || !mode.IsDir() {
			return false
		}
	}
	return true
}
