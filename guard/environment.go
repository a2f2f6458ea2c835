package guard

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/family"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy/place"
	"github.com/agent-loop/shimgen/rules"
)

// environment reads each variable of the request's environment that one of the programs reads
// as an assignment of its own, so that its findings do not mix with those of the command.
// GIT_CONFIG_COUNT and its numbered variables form one group.
func (j *judge) environment(invs []*grammar.Invocation) []*grammar.Invocation {
	var groups [][]parser.Assign
	settings := -1
	for _, a := range assigns(j.req.Changed) {
		switch {
		case a.Name == "HOME" && j.req.Argv != nil && readDotfiles(invs):
			groups = append(groups, []parser.Assign{a})
		case a.Name == "HOME" || !j.isRead(a.Name, invs):
		case isCounted(a.Name) && settings >= 0:
			groups[settings] = append(groups[settings], a)
		default:
			if isCounted(a.Name) {
				settings = len(groups)
			}
			groups = append(groups, []parser.Assign{a})
		}
	}
	if len(groups) == 0 {
		return nil // nearly always
	}
	var read []*grammar.Invocation
	opt := j.options(nil)
	opt.Lang = j.req.Lang
	for _, g := range groups {
		c := &parser.Command{Assigns: g}
		if grammar.NamesCommand(g[0].Name) && onlyGit(g[0].Name, invs) {
			c.Dir = parser.Text(j.workTree(invs))
		}
		j.inherited = append(j.inherited, c)
		v := grammar.ReadCommand(c, opt)
		settings, whole := j.settings(c, invs)
		v.Nested = append(v.Nested, settings...)
		if whole {
			v.Effects = nil // the nested settings are all there is to judge
		}
		read = append(read, v)
	}
	return read
}

// settings reads the settings files that a variable leads to. whole says that they tell
// everything about the variable.
func (j *judge) settings(variable *parser.Command, invs []*grammar.Invocation) (read []*grammar.Invocation, whole bool) {
	a := variable.Assigns[0]
	if a.Name == "HOME" {
		if runsGit(invs) {
			read, whole = j.gitConfig(variable, a.Name, a.Value)
			return read, whole && !j.hasDotfile(variable, a.Value, invs)
		}
		return nil, !j.hasDotfile(variable, a.Value, invs)
	}
	if len(variable.Assigns) > 1 || !onlyGit(a.Name, invs) {
		return nil, false
	}
	return j.gitConfig(variable, a.Name, a.Value)
}

// isCounted reports whether a variable is one of those that give git numbered settings: git(1),
// GIT_CONFIG_COUNT.
func isCounted(name string) bool {
	return name == "GIT_CONFIG_COUNT" || strings.HasPrefix(name, "GIT_CONFIG_KEY_") || strings.HasPrefix(name, "GIT_CONFIG_VALUE_")
}

// isRead reports whether one of the programs reads a variable. Shell source counts as run by a
// bash.
func (j *judge) isRead(name string, invs []*grammar.Invocation) bool {
	if j.req.Argv == nil && grammar.Lookup("bash").ReadsVariable(name) {
		return true
	}
	proxy := grammar.IsProxy(name)
	for v := range grammar.All(invs) {
		if v.ReadsVariable(name) || proxy && connects(v) {
			return true
		}
	}
	return false
}

// runsGit reports whether one of the programs reads git's settings.
func runsGit(invs []*grammar.Invocation) bool {
	for v := range grammar.All(invs) {
		if v.HasTrait(spec.GitConfig) {
			return true
		}
	}
	return false
}

// onlyGit reports whether no program but git reads a variable.
func onlyGit(name string, invs []*grammar.Invocation) bool {
	for v := range grammar.All(invs) {
		if !v.HasTrait(spec.GitConfig) && v.ReadsVariable(name) {
			return false
		}
	}
	return true
}

// connects reports whether an invocation talks to another machine.
func connects(v *grammar.Invocation) bool {
	return slices.ContainsFunc(v.Effects, func(e grammar.Effect) bool { return e.Kind&(grammar.Connects|grammar.Uploads) != 0 })
}

// variable returns the assignment, made from the environment, that v was read from, or nil.
func (j *judge) variable(v *grammar.Invocation) *parser.Command {
	if len(j.inherited) == 0 {
		return nil
	}
	c := v.Command
	for c.Outer != nil {
		c = c.Outer
	}
	if slices.Contains(j.inherited, c) {
		return c
	}
	return nil
}

// withVariableNames returns the command of the request with the names of variables before it. It leaves
// out the values, which may be secrets and which the command line does not have.
func (j *judge) withVariableNames(variables *parser.Command) *parser.Command {
	var c parser.Command
	if j.req.Argv != nil {
		c = *parser.Argv(j.req.Argv)
	}
	for _, a := range variables.Assigns {
		c.Assigns = append(c.Assigns, parser.Assign{Name: a.Name, Value: parser.Text("…")})
	}
	return &c
}

// variableNames returns the names of the variables, separated by blanks.
func variableNames(assigns []parser.Assign) string {
	var all []string
	for _, a := range assigns {
		all = append(all, a.Name)
	}
	return strings.Join(all, " ")
}

// OfEnvironment identifies a warning that is about environment variables alone: each rule with
// its variables. It returns "" if any finding is about something else.
func (d *Decision) OfEnvironment() string {
	said := ""
	for _, f := range d.Findings {
		if f.Action != rules.Warn || f.Variables == "" {
			return ""
		}
		said += f.Rule.ID + " " + f.Variables + "\n"
	}
	return said
}

// judgeValues judges what the values of variables and settings lead to. It runs after the
// commands were read, because a value may lead to one of these. An effect that it marks as
// Followed needs no finding:
//
//   - if the value leads only to system programs that do what their names say;
//   - if it names the repository of the work directory, or of one above it;
//   - if it is inherited, and either everything that it runs was read and is judged as a
//     nested command, or it names a place to work at, or it is a function that hides no
//     program which rules are about. The caller could have run that, or gone there, anyway.
//
// An inherited value that leads only to paths which commands may not freely write deserves
// a warning at most.
func (j *judge) judgeValues(invs []*grammar.Invocation) {
	for v := range grammar.All(invs) {
		inherited := j.variable(v) != nil
		for i := range v.Effects {
			e := &v.Effects[i]
			if e.Kind != grammar.Sets || e.Leads == nil || e.Followed {
				continue
			}
			if e.Followed = j.isFine(v, e, inherited); !e.Followed && inherited && j.isOutside(v, e.Leads) {
				j.mildEffects = append(j.mildEffects, e)
			}
			if settings, whole := j.gitConfig(v.Command, e.Name, e.Word); whole && !e.Followed && v.HasTrait(spec.GitConfig) {
				v.Nested, e.Followed = append(v.Nested, settings...), true
			}
		}
	}
}

// isFine reports whether a value needs no finding of its own.
func (j *judge) isFine(v *grammar.Invocation, e *grammar.Effect, inherited bool) bool {
	l := e.Leads
	switch {
	case inherited && len(l.Paths) == 0 && j.movesLibraries(e.Name):
		return false // the dynamic loader may find a bare name in any directory of the library path
	case l.Shadows != "":
		return inherited && l.Whole && !isGuarded(l.Shadows)
	case l.Place && (inherited || len(l.Paths) > 0 && j.every(v, l.Paths, j.isRepository)):
		return true
	case !l.Place && isPlain(l) && (inherited || len(l.Commands)+len(l.Paths) > 0) && allRead(l.Commands) && j.every(v, l.Paths, j.isProtected):
		return true
	case e.Name == "XDG_CONFIG_HOME" && j.isUsual(e.Word), e.Name == "HOME" && !inherited && j.staysHome(v, e.Word):
		return true
	}
	return inherited && len(l.Commands) > 0 && l.Whole && allRead(l.Commands)
}

// movesLibraries reports whether a variable names libraries to load while another one adds
// directories to search for them: ld.so(8).
func (j *judge) movesLibraries(variable string) bool {
	loads := strings.HasPrefix(variable, "LD_") || strings.HasPrefix(variable, "DYLD_")
	return loads && slices.ContainsFunc(j.req.Changed, func(pair string) bool {
		name, _, _ := strings.Cut(pair, "=")
		return strings.HasSuffix(name, "_LIBRARY_PATH")
	})
}

// isPlain reports whether a value leads only to paths, or to commands that do no more than
// their names say.
func isPlain(l *grammar.Leads) bool { return l.Whole && (len(l.Commands) == 0 || l.Plain) }

// isOutside reports whether a value leads only to paths that commands may not freely write.
func (j *judge) isOutside(v *grammar.Invocation, l *grammar.Leads) bool {
	reached := func(p string) bool { return j.isReached(v, p) }
	return isPlain(l) && len(l.Paths) > 0 && !slices.ContainsFunc(l.Paths, reached)
}

// isUsual reports whether a directory is the default one for settings: XDG Base Directory
// Specification.
func (j *judge) isUsual(w parser.Word) bool {
	text, known := w.Text()
	return known && slices.ContainsFunc(j.machine.EveryHome(), func(home string) bool { return path.Clean(text) == home+"/.config" })
}

// staysHome reports whether a home is the one that the caller has anyway, given to a command of the same
// user: env -i HOME="$HOME" PATH="$PATH" make.
func (j *judge) staysHome(v *grammar.Invocation, w parser.Word) bool {
	text, known := w.Text()
	elevates := slices.ContainsFunc(v.Effects, func(e grammar.Effect) bool { return e.Kind&grammar.Elevates != 0 })
	return known && v.Command.Outer == nil && !elevates && slices.ContainsFunc(j.machine.EveryHome(), func(home string) bool { return path.Clean(text) == home })
}

// isGuarded reports whether a program of this name does more than read, so that rules may be
// about it. A function of that name would hide it.
func isGuarded(name string) bool {
	return grammar.Lookup(name) != nil && !family.Readers.Has(name) && !family.ProfileFunctions.Has(name)
}

// allRead reports whether everything that the commands run is known. Commands that stand in a
// file may have unknown parts: they are judged as if the caller had run the file.
func allRead(invs []*grammar.Invocation) bool {
	addUnread := func(e grammar.Effect) bool {
		return e.Kind == grammar.Evaluates && !e.Followed && (e.Name != "" || !e.Word.Known())
	}
	for v := range grammar.All(invs) {
		inFile := v.Command.File() != ""
		if v.Err != nil || !inFile && (v.Open || slices.ContainsFunc(v.Effects, addUnread)) {
			return false
		}
	}
	return true
}

// every reports whether holds is true of all paths.
func (j *judge) every(v *grammar.Invocation, paths []string, holds func(v *grammar.Invocation, p string) bool) bool {
	return !slices.ContainsFunc(paths, func(p string) bool { return !holds(v, p) })
}

// isProtected reports whether a judged command cannot replace what is at a path without being
// stopped: it is a system path, only root can write it, or it is one of the user's own startup
// files.
func (j *judge) isProtected(v *grammar.Invocation, p string) bool {
	at, known := j.locate(v, parser.Text(j.machine.Expand(p)))
	if !known || j.isFree(at) {
		return false
	}
	if j.zones.IsInHome(at) {
		return place.IsPersistent(at, j.machine.Homes)
	}
	return j.zones.SystemZone(at) != 0 || j.machine.Protected != nil && j.machine.Protected(at)
}

// isRepository reports whether a path lies in the work directory, or is the .git of a directory
// above it, where git finds it by itself.
func (j *judge) isRepository(v *grammar.Invocation, p string) bool {
	at, known := j.locate(v, parser.Text(p))
	return known && (j.zones.IsInside(at) || path.Base(at) == ".git" && pathname.In(j.zones.Top, path.Dir(at)))
}

// isReached reports whether commands may freely write at a path. An unknown path counts.
func (j *judge) isReached(v *grammar.Invocation, p string) bool {
	at, known := j.locate(v, parser.Text(j.machine.Expand(p)))
	return !known || j.isFree(at)
}

// isFree reports whether commands may freely write at a path: in the work directory, or in a
// temporary directory outside of homes.
func (j *judge) isFree(at string) bool {
	return j.zones.IsInside(at) || !j.zones.IsInHome(at) && (j.zones.IsInTemp(at) || isVolatile(at))
}

// isVolatile reports whether a path is below /dev, /proc, /run, /sys or /tmp, where programs of
// any user may put something: hier(7), shm_overview(7).
func isVolatile(p string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(path.Clean(p), "/"), "/")
	return slices.Contains([]string{"dev", "proc", "run", "sys", "tmp"}, first)
}
