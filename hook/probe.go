package hook

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/settings"
)

// Payload returns what the agent sends before it runs command, shell source, in dir. note
// is text beside the command that changes nothing.
func (r Registration) Payload(command, dir, note string) string {
	word := func(s string) string { q := settings.Quote(s); return q[1 : len(q)-1] }
	return strings.NewReplacer("COMMAND", word(command), "DIR", word(dir), "NOTE", word(note)).Replace(r.Call)
}

// The commands of the calls that doctor sends to a hook. Nothing runs them. If something did,
// they would do nothing, because no such commit or key exists.
const (
	ProbeHarmless  = "echo shimgen-doctor"
	ProbeResetting = "git reset --hard shimgen-doctor"
	ProbeForbidden = "cat ~/.ssh/shimgen-doctor"
)

// IsProbe reports whether a command is exactly one of those. So nobody can hide another command
// behind one.
func IsProbe(source string) bool {
	return source == ProbeHarmless || source == ProbeResetting || source == ProbeForbidden
}

// Terms are the conditions under which an agent calls a hook.
type Terms struct {
	Matcher string  // which tools it is called for; "" is every tool
	Timeout float64 // how long the agent waits, in its own unit; 0 if the entry does not say
	Closed  bool    // the agent takes a failure for a refusal
}

// Terms returns the conditions that an entry states, at any depth in it.
func (e Entry) Terms() Terms {
	var t Terms
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, inner := range v {
				walk(inner)
			}
		case map[string]any:
			for key, inner := range v {
				switch key {
				case "matcher":
					t.Matcher, _ = inner.(string)
				case "timeout", "timeoutSec":
					t.Timeout, _ = inner.(float64)
				case "onFailure":
					t.Closed = inner == "block"
				case "failClosed":
					t.Closed = inner == true
				default:
					walk(inner)
				}
			}
		}
	}
	var v any
	if json.Unmarshal([]byte(e.Text), &v) == nil {
		walk(v)
	}
	return t
}

// Seconds converts a timeout in the agent's unit to seconds.
func (r Registration) Seconds(timeout float64) float64 {
	if told := (Entry{Text: r.Entry}).Terms().Timeout; told > 0 {
		return timeout * Wait / told
	}
	return timeout
}

// Takes reports whether a matcher covers the tool that runs commands, and whether it
// covers every tool. Agents read a matcher as a regular expression. Some want it to match
// the whole name, so one that matches only a part counts as no match.
func (r Registration) Takes(matcher string) (commands, all bool) {
	if matcher == "" || matcher == "*" || matcher == ".*" || r.Tools == "" {
		return true, true
	}
	re, err := regexp.Compile("^(?:" + matcher + ")$")
	return err == nil && slices.ContainsFunc(strings.Fields(r.Tools), re.MatchString), false
}

// Wrote reports whether a command line is, byte for byte, one that this version registers
// for a program, and that line's time limit in seconds. The line may hold flags of the
// hook. Any other line may do anything.
func (r Registration) Wrote(line, sh, program string) (limit int, ok bool) {
	inner := line
	switch r.Reader {
	case Expander:
		if inner, ok = decoded(line); !ok {
			return 0, false
		}
	case Embedded:
		words := split(line)
		if len(words) != 3 || words[0] != sh || words[1] != "-c" || quoted(sh)+" -c "+quoted(words[2]) != line {
			return 0, false
		}
		inner = words[2]
	}
	_, rest, _ := strings.Cut(strings.TrimPrefix(inner, begin), "; "+watch)
	number, rest, _ := strings.Cut(rest, " ")
	command, _, _ := strings.Cut(rest, "); ")
	limit, err := strconv.Atoi(number)
	words := split(command)
	if err != nil || len(words) < 3 || words[0] != program || words[1] != "hook" || words[len(words)-1] != r.Agent {
		return 0, false
	}
	same := commandLine(limit, words[0], words[1:]...)
	return limit, inner == same && (r.Reader != Expander || line == encoded(same))
}

// Others returns the command lines in an agent's file that are registered for the same
// events and are not ours.
func (r Registration) Others(text string) []string {
	d, err := settings.Parse(text)
	if err != nil {
		return nil
	}
	hooks, _, _ := d.Root.Get("hooks")
	var lines []string
	var walk func(v settings.Value)
	walk = func(v settings.Value) {
		for _, m := range v.Members {
			if m.Key != "command" && m.Key != "bash" {
				walk(m.Value)
			} else if _, ours := r.calls(m.Value.Text); !ours && m.Value.Kind == settings.String {
				lines = append(lines, m.Value.Text)
			}
		}
	}
	for _, event := range r.Events {
		list, _, _ := hooks.Get(event)
		walk(list)
	}
	return lines
}
