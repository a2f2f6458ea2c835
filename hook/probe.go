package hook

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/settings"
)

// Payload returns what the agent sends before it runs a command, shell source, in
// a directory. note is text beside the command that means nothing.
func (r Registration) Payload(command, dir, note string) string {
	word := func(s string) string { q := settings.Quote(s); return q[1 : len(q)-1] }
	return strings.NewReplacer("COMMAND", word(command), "DIR", word(dir), "NOTE", word(note)).Replace(r.Call)
}

// Terms are the conditions under which an agent calls a hook.
type Terms struct {
	Matcher string  // of the tools it is called for; "" is every tool
	Timeout float64 // how long the agent waits, in its own unit; 0 where the entry does not say
	Closed  bool    // the agent takes a failure for a refusal
}

// Terms returns those in an entry, wherever in it they stand.
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

// Seconds returns a timeout of the agent's in seconds.
func (r Registration) Seconds(timeout float64) float64 {
	if told := (Entry{Text: r.Entry}).Terms().Timeout; told > 0 {
		return timeout * Wait / told
	}
	return timeout
}

// Takes reports whether a matcher takes in the tool that runs commands, and
// whether it takes in every tool. Agents read a matcher as a regular expression;
// one that is only found inside a name is held not to match, as some want the
// whole name.
func (r Registration) Takes(matcher string) (commands, all bool) {
	if matcher == "" || matcher == "*" || matcher == ".*" || r.Tools == "" {
		return true, true
	}
	re, err := regexp.Compile("^(?:" + matcher + ")$")
	return err == nil && slices.ContainsFunc(strings.Fields(r.Tools), re.MatchString), false
}

// Wrote reports whether a command line is, byte for byte, one that this version
// registers for a program, and how long the program may take under it, in seconds.
// Flags of the hook may stand in it. What is not such a line may do anything.
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

// Others returns the command lines in an agent's file that are registered for the
// same events and are not ours.
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
