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
	for _, c := range from {
		v := g.invocation(c)
		if v != nil && !feeds(c, from) && (listsProcesses(v) || isPassedOn(v) && g.anyListsProcesses(c.Stdin.From, filters-1)) {
			return true
		}
	}
	return false
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
