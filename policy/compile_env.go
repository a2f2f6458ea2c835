package policy

import (
	"maps"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
)

// proxies are the variables that stand for "*_proxy" in a grammar.
var proxies = [...]string{
	"http_proxy", "https_proxy", "ftp_proxy", "all_proxy", "no_proxy",
	"HTTP_PROXY", "HTTPS_PROXY", "FTP_PROXY", "ALL_PROXY", "NO_PROXY",
}

// elsewhere are variables that grammars and rules name but that are not looked
// at here. HOME and PATH are the gate's and the judge's own business, and so is
// all that begins with own. SHELL and the agent's socket are in every session, change from
// one to the next, and run nothing unasked.
var elsewhere = [...]string{"HOME", "PATH", "SHELL", "SSH_AUTH_SOCK"}

const own = "AGENT_LOOP_"

// trusted are variables that lead nowhere by themselves, whatever their value is: the
// judge says nothing of one that is inherited. What new repositories are made from is
// judged when git runs it.
var trusted = [...]string{"GLIBC_TUNABLES", "GIT_TEMPLATE_DIR"}

// plainPairs are settings that agents and git start programs with, and that name nothing
// but a plain program, a way to print, or what the system owns. They count as recorded
// everywhere.
var plainPairs = [...]string{
	"PAGER=cat", "GIT_PAGER=cat", "PAGER=less", "GIT_PAGER=less", "EDITOR=true", "GIT_EDITOR=true", "GIT_TERMINAL_PROMPT=0",
	"EDITOR=:", "VISUAL=:", "GIT_EDITOR=:", "GIT_DIR=.git", "GIT_EXEC_PATH=/usr/lib/git-core", "GIT_EXEC_PATH=/usr/libexec/git-core", // as git sets them for its hooks
	"LD_PRELOAD=libc_malloc_debug.so.0", // and its tests
	"GIT_OPTIONAL_LOCKS=0", "PYTHONUNBUFFERED=1", "PYTHONDONTWRITEBYTECODE=1", "PYTHONIOENCODING=utf-8", "PYTHONUTF8=1",
}

// Bounds of what install records, so that the identity fits its section.
const (
	maxPairs = 128
	maxPair  = 2 << 10
	maxTotal = 8 << 10
)

// loaded returns the variables that the gate looks at whatever the program is.
func (c *compiler) loaded() []gate.Variable { return c.ruled(grammar.Loaded()) }

// read returns the variables that a program reads, beside those that every
// program does. One that is set to other than what install recorded is the
// judge's to look at; of the others no rule can say anything.
func (c *compiler) read(p *grammar.Program, s *gate.Syntax) []gate.Variable {
	list := p.Env
	if networked(s) {
		list += " " + strings.Join(proxies[:], " ")
	}
	return c.ruled(list)
}

// settings returns the settings of a program that a rule is about, in order: those with
// a dot in their names.
func (c *compiler) settings(program string) []gate.Variable {
	if program != "git" {
		return nil
	}
	var names []string
	for _, r := range c.setting() {
		if r.Program != "" && !wordlist.Among(program, r.Program) {
			continue
		}
		for name := range strings.FieldsSeq(r.Name) {
			if name = beginning(name); strings.Contains(name, ".") && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return variables(names)
}

// nameable reports whether the rules about settings say of which, in a way that the gate can
// compare.
func (c *compiler) nameable() bool {
	return !slices.ContainsFunc(c.setting(), func(r live) bool {
		return (r.Program == "" || wordlist.Among("git", r.Program)) && (r.Name == "" || strings.Contains(" "+r.Name, " *"))
	})
}

// networked reports whether a part of a syntax talks to other machines.
func networked(s *gate.Syntax) bool {
	return s.Networked || slices.ContainsFunc(s.Subcommands, func(sub gate.Subcommand) bool { return networked(&sub.Syntax) })
}

// ruled returns those of some variables that a rule is about, in order. Both may
// be patterns.
func (c *compiler) ruled(list string) []gate.Variable {
	found := map[string]bool{}
	add := func(name string) {
		for of := range strings.FieldsSeq(list) {
			switch {
			case !counts(name):
			case grammar.FitsVariable(of, name):
				found[name] = true
			case grammar.FitsVariable(name, of):
				found[of] = true
			}
		}
	}
	for _, r := range c.setting() {
		for name := range strings.FieldsSeq(r.Name) {
			if r.own || !slices.Contains(trusted[:], name) {
				add(beginning(name))
			}
		}
	}
	for _, name := range proxies {
		add(name)
	}
	return variables(slices.Sorted(maps.Keys(found)))
}

// setting returns the rules about variables that are set.
func (c *compiler) setting() []live {
	if c.sets == nil {
		for _, r := range c.rules {
			if r.Effect&grammar.Sets != 0 {
				c.sets = append(c.sets, r)
			}
		}
	}
	return c.sets
}

// counts tells whether one of the names that are visited is that of a variable
// that counts.
func counts(name string) bool {
	return isVariable(name) && !strings.HasPrefix(name, own) && !slices.Contains(elsewhere[:], name)
}

// beginning is a pattern with its star at the end: what a table can say.
func beginning(pattern string) string {
	if before, after, star := strings.Cut(pattern, "*"); star && before != "" && after != "" {
		return before + "*"
	}
	return pattern
}

// isVariable reports whether a name can be a variable's, or a beginning of some
// with a star behind it. Rules name settings in lower case too, as
// "core.pager"; of the variables in lower case there are the proxies and those
// that npm hands on (npm config).
func isVariable(name string) bool {
	stem := strings.TrimSuffix(name, "*")
	if stem == "" || slices.Contains(proxies[:], name) || strings.HasPrefix(stem, "npm_config_") {
		return stem != ""
	}
	return strings.Trim(stem, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

// variables turns sorted names into the gate's form, without those that an
// earlier beginning covers.
func variables(names []string) []gate.Variable {
	var all []gate.Variable
	for _, name := range names {
		v := gate.Variable{Name: strings.TrimSuffix(name, "*"), Prefix: strings.HasSuffix(name, "*")}
		if !slices.ContainsFunc(names, func(n string) bool {
			stem, star := strings.CutSuffix(n, "*")
			return star && n != name && strings.HasPrefix(name, stem)
		}) {
			all = append(all, v)
		}
	}
	return all
}

// Recorded returns what install records of an environment: the NAME=value pairs
// of the variables that count, in order, and some settings that are harmless
// everywhere. What does not fit the identity is left out, and so is never clear.
func Recorded(env []string) []string {
	pairs := slices.Clone(plainPairs[:])
	total := 0
	for _, pair := range pairs {
		total += len(pair)
	}
	for _, pair := range covered(env) {
		if len(pair) > maxPair || total+len(pair) > maxTotal || len(pairs) == maxPairs {
			continue
		}
		if !slices.Contains(pairs, pair) {
			pairs, total = append(pairs, pair), total+len(pair)
		}
	}
	slices.Sort(pairs)
	return pairs
}

// Changed returns the pairs of an environment whose variables count and that are
// not among those recorded, in order. A library that was recorded by its name is
// another where libraries are looked for elsewhere than they were then.
func Changed(env, recorded []string) []string {
	all := covered(env)
	changed := slices.DeleteFunc(slices.Clone(all), func(pair string) bool { return slices.Contains(recorded, pair) })
	if !slices.ContainsFunc(changed, func(pair string) bool { return strings.HasPrefix(pair, "LD_LIBRARY_PATH=") }) {
		return changed
	}
	return slices.DeleteFunc(all, func(pair string) bool {
		return slices.Contains(recorded, pair) && !strings.HasPrefix(pair, "LD_PRELOAD=")
	})
}

// covered returns the pairs of an environment whose variables count.
func covered(env []string) []string {
	var pairs []string
	for _, pair := range env {
		if name, _, ok := strings.Cut(pair, "="); ok && indexed(name) {
			pairs = append(pairs, pair)
		}
	}
	return pairs
}
