package foreign

import (
	"fmt"
	"strings"

	"github.com/agent-loop/shimgen/policy/draft"
	"github.com/agent-loop/shimgen/policy/place"
	"github.com/agent-loop/shimgen/policy/tree"
)

// claude translates the permissions and the sandbox in Claude Code's settings.json.
func claude(d *draft.Draft, root tree.Node) {
	passOver(d, root, "permissions", "sandbox")
	c := claudeSettings{d: d, commands: commands{pack: "claude"}}
	if block, ok := root.Member("permissions"); ok {
		c.permissions(block)
	}
	if block, ok := root.Member("sandbox"); ok {
		c.sandbox(block)
	}
	c.domains()
	c.commands.finish(d)
}

// claudeSettings is one settings.json being translated.
type claudeSettings struct {
	d        *draft.Draft
	commands commands

	confined bool        // it confines commands
	fetched  []tree.Node // hosts that WebFetch may access, with the host as the data
	listed   []tree.Node // hosts that the sandbox allows
	denied   []tree.Node
}

// permissions translates the lists of rules, the strict ones first.
func (c *claudeSettings) permissions(block tree.Node) {
	for _, list := range []struct {
		name  string
		carry func(n tree.Node, rule, text string)
	}{{"deny", c.deny}, {"ask", c.ask}, {"allow", c.allow}} {
		n, ok := block.Member(list.name)
		if !ok {
			continue
		}
		for _, item := range c.d.Texts(n) {
			text := c.d.Text(item)
			list.carry(item, text, fmt.Sprintf("%s %q", list.name, text))
		}
	}
	for _, n := range c.d.Members(block) {
		switch n.Key {
		case "allow", "ask", "deny":
		case "additionalDirectories":
			c.d.Comment(draft.Sandbox, "line %d: of these, only writing in a sandbox is allowed here; what a rule asks about in them is still asked.", n.Line)
			entries(c.d, n, draft.Sandbox, "write", n.Key)
		case "defaultMode":
			c.mode(n)
		case "disableBypassPermissionsMode", "disableAutoMode":
			c.d.Comment(draft.Top, "line %d: %s is about the agent's own modes, and stays where it is.", n.Line, n.Key)
		default:
			loseUnknown(c.d, draft.Top, n, "permissions")
		}
	}
}

// mode records that the agent's mode has no counterpart here: no mode is looser than its rules.
func (c *claudeSettings) mode(n tree.Node) {
	switch mode := c.d.Text(n); mode {
	case "default", "acceptEdits", "plan", "auto", "manual":
		c.d.Comment(draft.Top, "line %d: defaultMode %q is about the agent's own questions, and stays where it is.", n.Line, mode)
	case "bypassPermissions":
		c.d.Omit(draft.Top, n, `defaultMode "bypassPermissions": no import switches rules off; profile = "open" would`)
	case "dontAsk":
		c.d.Omit(draft.Top, n, `defaultMode "dontAsk" refuses what is not listed: profile = "paranoid" refuses what is not known to be read-only`)
	default:
		c.d.Omit(draft.Top, n, fmt.Sprintf("defaultMode %q is not known here", mode))
	}
}

// cutRule splits TOOL(SPECIFIER).
func cutRule(rule string) (tool, specifier string, narrow bool) {
	tool, rest, narrow := strings.Cut(rule, "(")
	specifier, closed := strings.CutSuffix(rest, ")")
	if !narrow || !closed || specifier == "" || strings.Trim(specifier, "* :") == "" {
		return tool, "", false
	}
	return tool, specifier, true
}

// deny translates a rule that denies.
func (c *claudeSettings) deny(n tree.Node, rule, from string) {
	switch tool, specifier, narrow := cutRule(rule); {
	case tool == "Bash" && !narrow:
		c.commands.block(c.d, prefix{from: from, at: n})
	case tool == "Bash":
		c.denyCommand(n, specifier, from)
	case narrow && isFileTool(tool):
		c.denyPath(n, tool, specifier, from)
	case tool == "WebFetch" && strings.HasPrefix(specifier, "domain:"):
		c.denied = append(c.denied, host(n, specifier))
	default:
		c.lose(n, from, tool, narrow)
	}
}

// ask translates a rule that asks.
func (c *claudeSettings) ask(n tree.Node, rule, from string) {
	tool, specifier, narrow := cutRule(rule)
	switch {
	case tool != "Bash":
		c.lose(n, from, tool, narrow)
		return
	case !narrow:
		c.commands.strict = append(c.commands.strict, prefix{from: from, at: n})
		c.d.Omit(draft.Rules, n, from+": asks about every command, which no policy does; profile = \"guarded\" asks about more")
		return
	}
	p, isPrefix := claudePrefix(specifier)
	p.from, p.at = from, n
	if !isPrefix || !p.isLiteral() {
		c.commands.strict = append(c.commands.strict, prefix{from: from, at: n})
		c.d.Omit(draft.Rules, n, from+": only commands that begin with given words can be asked about here")
		return
	}
	c.commands.ask(c.d, p)
}

// allow translates a rule that allows. A bare tool is not an exception here.
func (c *claudeSettings) allow(n tree.Node, rule, from string) {
	tool, specifier, narrow := cutRule(rule)
	switch {
	case tool == "Bash" && !narrow:
		c.d.Omit(draft.Commands, n, from+": would be an exception for every command, which no policy has")
	case tool == "Bash":
		p, isPrefix := claudePrefix(specifier)
		if !isPrefix || p.text == "" {
			c.d.Omit(draft.Commands, n, from+": an exception here has * at its end alone, behind a word")
			return
		}
		p.from, p.at = from, n
		c.commands.allow(p)
	case tool == "WebFetch" && strings.HasPrefix(specifier, "domain:"):
		c.fetched = append(c.fetched, host(n, specifier))
	case isFileTool(tool):
		c.allowPath(n, tool, specifier, from)
	default:
		c.lose(n, from, tool, narrow)
	}
}

// lose records why a rule has no counterpart.
func (c *claudeSettings) lose(n tree.Node, from, tool string, narrow bool) {
	why := "a tool of the agent's own, which runs no command"
	switch {
	case tool == "WebFetch":
		why = "a policy lists the hosts that may be reached, and no others"
	case isFileTool(tool) && !narrow:
		why = "no policy speaks of all files"
	case isFileTool(tool):
		why = "a policy asks by what is done to a file, not by its name"
	}
	c.d.Omit(draft.Top, n, from+": "+why)
}

// denyCommand translates a pattern of a denied command.
func (c *claudeSettings) denyCommand(n tree.Node, specifier, from string) {
	p, isPrefix := claudePrefix(specifier)
	p.from, p.at = from, n
	if isPrefix && p.text != "" && c.d.TryEntry(draft.Commands, "blocked", p.entry()) == nil {
		c.commands.block(c.d, p)
		return
	}
	c.commands.strict = append(c.commands.strict, prefix{words: firstWord(specifier), from: from, at: n})
	if strings.ContainsAny(specifier, "|;&<>\n") {
		c.d.Omit(draft.Commands, n, from+": looks at more than one command; pipes into a shell, redirections and the background have rules of their own")
		return
	}
	c.d.Entry(draft.Commands, "blocked", expression(specifier), n, from)
}

// firstWord returns the literal first word of a pattern, if it has one.
func firstWord(pattern string) []string {
	word, _, more := strings.Cut(pattern, " ")
	if !more || strings.Contains(word, "*") {
		return nil
	}
	return []string{word}
}

// claudePrefix reads a pattern of words, with or without * or :* at its end. It fails for other
// patterns.
func claudePrefix(specifier string) (prefix, bool) {
	text, more := strings.CutSuffix(specifier, ":*")
	if !more {
		text, more = strings.CutSuffix(specifier, " *")
	}
	return ofText(strings.TrimSpace(text), more), !strings.ContainsAny(text, "*?[]\n\t")
}

// isFileTool reports whether a tool reads or writes files by path.
func isFileTool(tool string) bool {
	switch tool {
	case "Read", "Edit", "Write", "MultiEdit", "NotebookEdit", "Glob", "Grep", "LS":
		return true
	}
	return false
}

// host returns the host in a rule for WebFetch.
func host(n tree.Node, specifier string) tree.Node {
	return tree.Node{Line: n.Line, Data: strings.TrimPrefix(specifier, "domain:")}
}

// claudePath returns the policy's form of the path in a rule, a note on differences, and what the
// policy does not cover.
func claudePath(specifier string) (path, note, short string) {
	path = specifier
	for _, tail := range []string{"/**/*", "/**", "/*"} {
		if cut, ok := strings.CutSuffix(path, tail); ok && cut != "" {
			path, note = cut, "with the directory itself"
			break
		}
	}
	switch {
	case strings.HasPrefix(path, "//"):
		path = path[1:]
	case strings.HasPrefix(path, "/"):
		path = "." + path
	case strings.HasPrefix(path, "**/"):
		path, short = "./"+path[len("**/"):], "in the work directory alone, and not at any depth"
	case strings.HasPrefix(path, "./"), strings.HasPrefix(path, "~"), strings.HasPrefix(path, "../"):
	case !strings.Contains(path, "/"):
		path, short = "./"+path, "in the work directory alone, and not at any depth"
	default:
		path = "./" + path
	}
	return path, note, short
}

// denyPath translates a denied path. Here that applies to reading and writing alike.
func (c *claudeSettings) denyPath(n tree.Node, tool, specifier, from string) {
	path, note, short := claudePath(specifier)
	if tool != "Read" && !strings.Contains(from, "Read") {
		note = strings.TrimPrefix(note+"; reading is blocked, too", "; ")
	}
	name := strings.TrimPrefix(path, "./")
	if name != path && place.IsSecret("/x/"+name, nil) {
		c.commands.closed = append(c.commands.closed, tree.Node{Line: n.Line, Data: path})
		but := ""
		if strings.Contains(name, "*") {
			but = ", templates such as .env.example excepted"
		}
		c.d.Comment(draft.Paths, "line %d, %s: is among the credentials that are protected at any depth, in every profile but open%s.", n.Line, from, but)
		return
	}
	if note != "" {
		from += " (" + note + ")"
	}
	if !c.d.Entry(draft.Paths, "blocked", path, n, from) {
		return
	}
	c.commands.closed = append(c.commands.closed, tree.Node{Line: n.Line, Data: path})
	if short != "" {
		c.d.Omit(draft.Paths, n, from+": holds "+short)
	}
}

// allowPath records what becomes of a path that may be read or written.
func (c *claudeSettings) allowPath(n tree.Node, tool, specifier, from string) {
	path, note, _ := claudePath(specifier)
	outside := strings.HasPrefix(path, "/") || strings.HasPrefix(path, "~") || strings.HasPrefix(path, "../")
	switch {
	case specifier == "" || !outside:
		c.d.Comment(draft.Paths, "line %d, %s: files of the work directory are read and written without a question, credentials excepted.", n.Line, from)
	case tool == "Edit" || tool == "Write" || tool == "MultiEdit":
		if note != "" {
			from += " (" + note + ")"
		}
		c.d.Entry(draft.Sandbox, "write", path, n, from)
	case place.IsSecret(path, []string{"~"}):
		c.d.Omit(draft.Paths, n, from+": holds credentials; [paths] allowed and [sandbox] read with override = true would allow them, for writing, too")
	default:
		c.d.Comment(draft.Paths, "line %d, %s: what is no credential is read without a question.", n.Line, from)
	}
}
