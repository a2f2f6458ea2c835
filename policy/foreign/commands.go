package foreign

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/policy/draft"
	"github.com/agent-loop/shimgen/policy/tree"
)

// commands are the command rules of one configuration. They are written when all are known:
// exceptions take precedence over blocked entries here, so an exception that may match the same
// command as a stricter rule is not translated.
type commands struct {
	pack    string // of the rules that ask
	allowed []prefix
	strict  []prefix
	closed  []tree.Node // denied paths, as data: an exception for a command would override them
	ids     map[string]bool
}

// prefix is a rule for commands that begin with some words.
type prefix struct {
	words  []string // the literal words at the start
	text   string   // all words, as a shell reads them
	more   bool     // further words may follow
	from   string   // as written there
	reason string
	at     tree.Node
}

// allow records a rule that allows a command.
func (c *commands) allow(p prefix) { c.allowed = append(c.allowed, p) }

// block translates a rule that denies a command.
func (c *commands) block(d *draft.Draft, p prefix) {
	c.strict = append(c.strict, p)
	d.Entry(draft.Commands, "blocked", p.entry(), p.at, p.from)
}

// ask translates a rule that asks about a command to a rule of the user's.
func (c *commands) ask(d *draft.Draft, p prefix) {
	c.strict = append(c.strict, p)
	r := custom{id: ruleID(c.pack, strings.Join(p.words, " ")), program: p.words[0], action: "ask", reason: p.reason}
	var words []string
	for _, w := range p.words[1:] {
		if strings.HasPrefix(w, "-") {
			r.options = append(r.options, w)
		} else {
			words = append(words, w)
		}
	}
	if len(r.options) > 1 || !p.more {
		d.Omit(draft.Rules, p.at, p.from+": only a program, a subcommand and one option can be asked about here, with whatever follows; blocked, it would stand under [commands] blocked")
		return
	}
	r.sub = strings.Join(words, " ")
	if len(words) > 2 {
		r.sub, r.operands = "", words
		d.Omit(draft.Rules, p.at, p.from+": a rule here asks by a subcommand, not by so many words")
		return
	}
	if c.ids == nil {
		c.ids = map[string]bool{}
	}
	r.id = unique(c.ids, r.id)
	if err := r.write(d, p.at, p.from); err != nil {
		d.Omit(draft.Rules, p.at, p.from+": "+err.Error())
	}
}

// finish writes the exceptions.
func (c *commands) finish(d *draft.Draft) {
	for _, p := range c.allowed {
		i := slices.IndexFunc(c.strict, func(s prefix) bool { return !areApart(p, s) })
		switch {
		case p.runsOthers():
			d.Omit(draft.Commands, p.at, fmt.Sprintf("%s: %s runs other programs, and such an exception would be one for any", p.from, p.words[0]))
		case i >= 0:
			d.Omit(draft.Commands, p.at, fmt.Sprintf("%s: exceptions come first here, and %s of line %d is stricter", p.from, c.strict[i].from, c.strict[i].at.Line))
		case c.mayOpen(p):
			d.Omit(draft.Commands, p.at, fmt.Sprintf("%s: exceptions come first here, and such a one would hold for the path of line %d, too", p.from, c.closed[0].Line))
		default:
			d.Entry(draft.Commands, "allowed", p.entry(), p.at, p.from)
		}
	}
}

// ofWords returns the rule for commands that begin with literal words.
func ofWords(words []string, more bool) prefix {
	return prefix{words: words, text: shellquote.Command(words), more: more}
}

// ofText returns the rule for commands that begin with words as a shell reads them. The literal
// words end at the first one that is quoted or otherwise special.
func ofText(text string, more bool) prefix {
	p := prefix{text: text, more: more}
	for _, w := range strings.Fields(text) {
		if strings.ContainsAny(w, "{}$`\\\"'|;&<>()#~!=") {
			break
		}
		p.words = append(p.words, w)
	}
	return p
}

// isLiteral reports whether all words are literal.
func (p prefix) isLiteral() bool {
	return len(p.words) > 0 && len(p.words) == len(strings.Fields(p.text))
}

// runsOthers reports whether the rule is for a program that runs arbitrary other programs.
func (p prefix) runsOthers() bool {
	return p.more && len(p.words) > 0 && p.isLiteral() && startsOthers(p.words[0]) &&
		!slices.ContainsFunc(p.words[1:], func(w string) bool { return !strings.HasPrefix(w, "-") })
}

// mayOpen reports whether an exception may apply to a denied path: further words may follow, or
// one of its words may be such a path, or one below or above it.
func (c *commands) mayOpen(p prefix) bool {
	for _, n := range c.closed {
		path, _ := n.Data.(string)
		if p.more || !p.isLiteral() || slices.ContainsFunc(p.words[1:], func(w string) bool {
			return strings.ContainsAny(w, "/.~") || slices.Contains(strings.Split(path, "/"), w)
		}) {
			return true
		}
	}
	return false
}

// entry returns the rule as an entry of [commands].
func (p prefix) entry() string {
	switch {
	case p.text == "":
		return "re:." // any command
	case strings.HasPrefix(p.text, "re:"):
		p.text = `\` + p.text // a program, and no expression
	}
	if p.more {
		return p.text + " *"
	}
	return p.text
}

// areApart reports whether two rules certainly match different commands: they differ in a word,
// and all words before it are the same and not options, which could be anywhere.
func areApart(p, q prefix) bool {
	for i := range min(len(p.words), len(q.words)) {
		a, b := p.words[i], q.words[i]
		switch {
		case a == b && !strings.HasPrefix(a, "-"):
		case strings.HasPrefix(a, "-") || strings.HasPrefix(b, "-"):
			return false
		default:
			return i > 0 || base(a) != base(b)
		}
	}
	return false
}

// base returns the name of a program without its directory.
func base(program string) string { return program[strings.LastIndexByte(program, '/')+1:] }

// starters are programs that run other programs from their arguments.
const starters = " sh bash dash zsh fish ksh mksh env sudo doas su nice nohup time timeout stdbuf setsid xargs parallel find fd watch ssh eval exec source command builtin" +
	" python python2 python3 node nodejs deno bun perl ruby php lua tclsh osascript awk gawk sed make just task npx bunx pnpx uvx pipx npm pnpm yarn uv poetry cargo go docker podman kubectl tmux screen script flock chroot unshare nsenter proot bwrap git vim vi ex emacs "

// startsOthers reports whether a program runs others.
func startsOthers(program string) bool { return strings.Contains(starters, " "+base(program)+" ") }

// expression converts a pattern in which * matches any text to an expression for one command. A *
// at the end, after a blank or a colon, may also match nothing.
func expression(glob string) string {
	tail := "$"
	for _, end := range []string{":*", " *"} {
		if text, ok := strings.CutSuffix(glob, end); ok && text != "" {
			glob, tail = text, "( .*)?$"
			break
		}
	}
	parts := strings.Split(glob, "*")
	for i, p := range parts {
		parts[i] = regexp.QuoteMeta(p)
	}
	return "re:(?s)^" + strings.Join(parts, ".*") + tail
}
