package flow

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// maxFiltered bounds the filters between a list and its reader.
const maxFiltered = 8

// GetsEveryProcess reports whether an invocation, or the one that starts it, gets an unfiltered
// list of all processes of the machine or of a user.
func (g *Graph) GetsEveryProcess(v *grammar.Invocation) bool {
	for c := v.Command; c != nil; c = c.Outer {
		if g.anyListsProcesses(c.Stdin.From, maxFiltered) {
			return true
		}
		for _, w := range c.Args {
			if g.anyListsProcesses(w.From(), maxFiltered) || isProcessPattern(w) {
				return true
			}
		}
	}
	return false
}

// anyListsProcesses reports whether a command prints such a list or passes it on.
func (g *Graph) anyListsProcesses(from []*parser.Command, filters int) bool {
	if filters == 0 {
		return false
	}
	return g.aboutAll("processes", from, filters, func() bool {
		return slices.ContainsFunc(from, func(c *parser.Command) bool {
			v := g.invocation(c)
			return v != nil && !feeds(c, from) && g.printsProcesses(v, filters)
		})
	})
}

// printsProcesses reports whether an invocation, or one that it runs in its own place, as env and
// sudo do, prints such a list or passes it on.
func (g *Graph) printsProcesses(v *grammar.Invocation, filters int) bool {
	if listsProcesses(v) || isPassedOn(v) && g.anyListsProcesses(v.Command.Stdin.From, filters-1) {
		return true
	}
	return slices.ContainsFunc(v.Nested, func(n *grammar.Invocation) bool {
		fed := slices.ContainsFunc(v.Nested, func(other *grammar.Invocation) bool { return slices.Contains(other.Command.Stdin.From, n.Command) })
		return !fed && g.printsProcesses(n, filters)
	})
}

// feeds reports whether a command only prints into another command of the same substitution.
func feeds(c *parser.Command, others []*parser.Command) bool {
	return slices.ContainsFunc(others, func(other *parser.Command) bool { return slices.Contains(other.Stdin.From, c) })
}

// isProcessPattern reports whether a word is a pattern for all processes in /proc, reduced to the
// number: "${p#/proc/}".
func isProcessPattern(w parser.Word) bool {
	pattern := ""
	for _, p := range w.Parts {
		if p.Kind != parser.Glob {
			return false
		}
		pattern += p.Text
	}
	return strings.HasPrefix(pattern, "[0-9]") && isAnyNumber(parser.Text(pattern))
}

// listsProcesses reports whether a command lists all processes, or the essential ones: ps(1),
// pgrep(1), pidof(8), proc(5).
func listsProcesses(v *grammar.Invocation) bool {
	words := texts(v)
	switch v.Name {
	case "ps":
		all := false
		for _, w := range words {
			switch flags := strings.TrimPrefix(w, "-"); {
			case wordlist.Among(w, "-C -p --pid --ppid -t -g -G -s -q") || strings.HasPrefix(w, "--pid=") || strings.HasPrefix(w, "--ppid="):
				return false
			case w == "-u" || w == "-U" || w == "-e" || w == "-A" || strings.HasPrefix(w, "-e") && !strings.HasPrefix(w, "--"),
				strings.Trim(flags, "aefjluwxAFHLMT") == "" && strings.ContainsAny(flags, "axA"):
				all = true
			}
		}
		return all
	case "pidof":
		return slices.ContainsFunc(words, func(w string) bool { return wordlist.Among(w, "systemd init sshd dbus-daemon dbus-broker") })
	case "pgrep":
		return len(v.Operands) == 0 && v.Has("-u -U --euid --uid") != parser.No || len(v.Operands) == 1 && isAnyName(v.Operands[0].Word)
	case "ls", "find":
		for _, w := range words {
			if dir := strings.TrimRight(w, "/"); dir == "/proc" || strings.HasPrefix(w, "/proc/[0-9]") || w == "/proc/*" {
				return true
			}
		}
	}
	return false
}

// isAnyName reports whether a regular expression matches every name.
func isAnyName(w parser.Word) bool {
	text, known := w.Text()
	return known && strings.Trim(text, ".*^$+") == ""
}

// texts returns the words of a command as written, without its name.
func texts(v *grammar.Invocation) []string {
	var out []string
	for _, w := range v.Command.Args[min(1, len(v.Command.Args)):] {
		out = append(out, w.String())
	}
	return out
}

// isPassedOn reports whether a filter passes on all lines, or nearly all: it selects a column, or
// drops a heading or its own line.
func isPassedOn(v *grammar.Invocation) bool {
	words := texts(v)
	switch v.Name {
	case "tr", "cut", "sort", "uniq", "cat", "tac", "rev", "xargs", "echo", "column", "tee", "paste":
		return true
	case "awk":
		return len(words) > 0 && !strings.ContainsAny(words[len(words)-1], `/~=<"`)
	case "sed":
		return len(words) > 0 && (strings.HasPrefix(words[len(words)-1], "1d") || strings.HasPrefix(words[len(words)-1], "s"))
	case "tail":
		return len(words) > 0 && strings.HasPrefix(words[len(words)-1], "+")
	case "grep":
		return v.Has("-v --invert-match") == parser.Yes || len(v.Operands) > 0 && isAnyNumber(v.Operands[0].Word)
	}
	return false
}

// isAnyNumber reports whether a regular expression matches every number.
func isAnyNumber(w parser.Word) bool {
	text, known := w.Text()
	return known && strings.Trim(strings.ReplaceAll(strings.ReplaceAll(text, "0-9", ""), `\d`, ""), `^$[]+*\`) == ""
}

// NamesPickedProcesses reports whether every unknown argument of an invocation is the id of processes
// that something picked: $!, or the output of pgrep NAME, pidof NAME, lsof -t or jobs -p. Such an id is
// neither -1 nor 1, and nothing else stands in such a word than a minus.
func (g *Graph) NamesPickedProcesses(v *grammar.Invocation) bool {
	unknown := false
	for _, w := range v.Command.Args[min(1, len(v.Command.Args)):] {
		switch text, known := w.Text(); {
		case known && unknown && strings.HasPrefix(text, "-"):
			return false // it may be a process group, as -1 is
		case !known && !g.isPickedProcess(w, v.Command.Outer):
			return false
		case !known:
			unknown = true
		}
	}
	return true
}

// isPickedProcess reports whether a word is such an id, perhaps after a minus. It may be a word that
// the outer command takes from its input.
func (g *Graph) isPickedProcess(w parser.Word, outer *parser.Command) bool {
	parts := w.Parts
	if parts[0].Kind == parser.Literal && parts[0].Text == "-" {
		parts = parts[1:]
	}
	if len(parts) != 1 || parts[0].Kind != parser.Unknown {
		return false
	}
	switch p := parts[0]; {
	case len(p.OneOf()) > 0 || p.Values != nil && p.Values.IsPartial:
		return false
	case p.Text == "$!" || p.Text == "${!}":
		return true
	case len(p.From) > 0:
		return g.pickProcesses(p.From, maxFiltered)
	}
	return outer != nil && g.feedsWords(outer) && len(outer.Stdin.From) > 0 && g.pickProcesses(outer.Stdin.From, maxFiltered)
}

// feedsWords reports whether a command adds the words of its input to the one it starts: xargs(1).
func (g *Graph) feedsWords(c *parser.Command) bool {
	v := g.invocation(c)
	return v != nil && v.Name == "xargs"
}

// pickProcesses reports whether all commands that print a text pick processes, or pass on lines of
// such a list.
func (g *Graph) pickProcesses(from []*parser.Command, filters int) bool {
	return filters > 0 && g.aboutAll("picked", from, filters, func() bool {
		return !slices.ContainsFunc(from, func(c *parser.Command) bool { return !g.picks(c, from, filters) })
	})
}

// picks is pickProcesses for one of some commands.
func (g *Graph) picks(c *parser.Command, from []*parser.Command, filters int) bool {
	v := g.invocation(c)
	switch {
	case v == nil || v.Open || v.Truth != parser.Yes || c.Shadowed:
		return false
	case feeds(c, from) || picksProcesses(v):
		return true
	}
	return wordlist.Among(v.Name, "head tail sort uniq") && len(c.Stdin.From) > 0 && len(v.Operands) == 0 && g.pickProcesses(c.Stdin.From, filters-1)
}

// picksProcesses reports whether a command prints only the ids of processes that it picks by a name, a
// file, a port or as a job of the shell: pgrep(1), pidof(8), lsof(8), bash(1).
func picksProcesses(v *grammar.Invocation) bool {
	words := texts(v)
	switch v.Name {
	case "pgrep":
		named := len(v.Operands) > 0 && !isAnyName(v.Operands[0].Word) && !isInit(v.Operands[0].Word)
		return named && v.Has("-v --inverse -a --list-full -l --list-name -d --delimiter -c --count") == parser.No
	case "pidof":
		return len(v.Operands) > 0 && !slices.ContainsFunc(v.Operands, func(o grammar.Operand) bool { return isInit(o.Word) })
	case "lsof":
		return listensAt(words)
	case "jobs":
		return slices.Contains(words, "-p")
	}
	return false
}

// listensAt reports whether the words of lsof(1) ask for the ids of the processes at one port, and for
// no others.
func listensAt(words []string) bool {
	terse, port := false, false
	for _, w := range words {
		flags, address, _ := strings.Cut(w, "i")
		switch _, number, found := strings.Cut(w, ":"); {
		case w == "-sTCP:LISTEN":
			continue
		case found && strings.Trim(number, "0123456789") == "" && number != "" && (strings.Trim(flags, "-tnP") == "" || w[0] != '-'):
			port = true
		case strings.Trim(w, "-tnPi") != "" || address != "":
			return false
		}
		terse = terse || w[0] == '-' && strings.Contains(flags, "t")
	}
	return terse && port
}

// isInit reports whether a name may be that of process 1. An unknown one may.
func isInit(w parser.Word) bool {
	text, known := w.Text()
	return !known || strings.Contains("systemd /sbin/init /lib/systemd/systemd launchd", strings.Trim(text, "^$"))
}
