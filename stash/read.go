package stash

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
)

// Command is a git command whose losses we know.
type Command struct {
	Dir      string   // where git searches for the repository
	Sub      string   // the subcommand, including that of git stash
	Options  []string // as written, but split: "-fd" is "-f" "-d"
	Operands []string // before a "--", or all arguments that are no options
	Paths    []string // after a "--"
}

// verb is a row of the table: a subcommand, its options that do not affect what can be kept,
// and its losses.
type verb struct {
	sub     string
	flags   string // options without a value
	valued  string // options with a value
	demands string // without one of these the command discards nothing; "" for none
	loses   Loss
}

// Loss is a set of things that a command discards.
type Loss uint8

// The kinds of losses.
const (
	Work    Loss = 1 << iota // changes of tracked files, staged or not, and files in the way
	Head                     // the commits that only the current branch names
	Heads                    // branches that are operands
	Made                     // the branch that an option recreates
	Refs                     // refs that are operands
	Stashes                  // stashes
	New                      // untracked files: git clean
)

// verbs are the commands that can be kept (git's manual pages of each).
var verbs = [...]verb{
	{"reset", "--hard --merge -q --quiet --no-quiet", "", "--hard --merge", Work | Head},
	{"checkout", "-f --force -q --quiet --no-quiet --progress --no-progress --detach", "-B", "", Work | Made},
	{"switch", "-f --force --discard-changes -q --quiet --no-quiet -d --detach", "-C --force-create", "", Work | Made},
	{"restore", "-S --staged -W --worktree -q --quiet --no-quiet", "-s --source", "", Work},
	{"read-tree", "--reset -u -m -v", "", "--reset -m", Work},
	{"checkout-index", "-a --all -f --force -u --index -q --quiet", "", "", Work},
	{"branch", "-D -d --delete -f --force -q --quiet", "", "", Heads},
	{"update-ref", "-d --no-deref", "", "-d", Refs},
	{"stash drop", "-q --quiet", "", "", Stashes},
	{"stash clear", "", "", "", Stashes},
	{"clean", "-f --force -d -x -X -q --quiet", "-e --exclude", "", New},
}

// lookup returns the row of a subcommand.
func lookup(sub string) (verb, bool) {
	i := slices.IndexFunc(verbs[:], func(v verb) bool { return v.sub == sub })
	if i < 0 {
		return verb{}, false
	}
	return verbs[i], true
}

// Read reads git's arguments for a command that runs in dir. It returns false for other
// commands, and for options that the table lacks: their effect on the losses is unknown.
func Read(args []string, dir string) (Command, bool) {
	c := Command{Dir: dir}
	rest, ok := c.readGlobal(args)
	if !ok || len(rest) == 0 {
		return c, false
	}
	c.Sub, rest = rest[0], rest[1:]
	if c.Sub == "stash" && len(rest) > 0 {
		c.Sub, rest = c.Sub+" "+rest[0], rest[1:]
	}
	v, ok := lookup(c.Sub)
	if !ok || !c.readOptions(v, rest) {
		return c, false
	}
	return c, v.demands == "" || slices.ContainsFunc(strings.Fields(v.demands), func(o string) bool { return slices.Contains(c.Options, o) })
}

// readGlobal reads the options before the subcommand.
func (c *Command) readGlobal(args []string) (rest []string, ok bool) {
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		switch {
		case args[0] == "-C" && len(args) > 1:
			if filepath.IsAbs(args[1]) {
				c.Dir = args[1]
			} else {
				c.Dir += "/" + args[1] // only the kernel knows where "link/.." leads
			}
			args = args[2:]
		case args[0] == "--no-pager" || args[0] == "-P":
			args = args[1:]
		default:
			return nil, false
		}
	}
	return args, true
}

// readOptions sorts the arguments of a subcommand. It returns false for an option that the
// row lacks.
func (c *Command) readOptions(v verb, args []string) bool {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			c.Paths = args[i+1:]
			return true
		case len(arg) < 2 || arg[0] != '-':
			c.Operands = append(c.Operands, arg)
		case wordlist.Among(arg, v.valued):
			if i++; i == len(args) {
				return false
			}
			c.Options = append(c.Options, arg, args[i])
		case strings.HasPrefix(arg, "--"):
			name, _, has := strings.Cut(arg, "=")
			if has && !wordlist.Among(name, v.valued) || !has && !wordlist.Among(name, v.flags) {
				return false
			}
			c.Options = append(c.Options, arg)
		default:
			for _, letter := range arg[1:] {
				flag := "-" + string(letter)
				if !wordlist.Among(flag, v.flags) {
					return false
				}
				c.Options = append(c.Options, flag)
			}
		}
	}
	return true
}

// Loses returns what the command discards.
func (c Command) Loses() Loss {
	v, _ := lookup(c.Sub)
	return v.loses
}

// Cleans reports whether the command deletes untracked files: these go to the trash, and
// [Git.Listed] names them.
func (c Command) Cleans() bool { return c.Loses()&New != 0 }

// IsQuiet reports whether the command prints nothing about its work.
func (c Command) IsQuiet() bool {
	return slices.Contains(c.Options, "-q") || slices.Contains(c.Options, "--quiet")
}

// revisions returns the operands as git-rev-parse(1) reads them, if they name commits.
func (c Command) revisions() []string {
	all := slices.Clone(c.Operands)
	for i, name := range all {
		if name == "-" {
			all[i] = "@{-1}" // the previous branch
		}
	}
	return all
}

// Values returns the values of options.
func (c Command) Values() (all []string) {
	for i, o := range c.Options {
		if _, value, has := strings.Cut(o, "="); has && strings.HasPrefix(o, "--") {
			all = append(all, value)
		}
		if v, _ := lookup(c.Sub); wordlist.Among(o, v.valued) && i+1 < len(c.Options) {
			all = append(all, c.Options[i+1])
		}
	}
	return all
}
