package grammar

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar/catalogue"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// socketText reads known text that is sent over a bare connection as what the server may take it for: lines
// that begin with a verb of a database. All other text is only text.
func (r *reader) socketText() {
	text := r.sent()
	if text == "" {
		return // nearly always
	}
	if strings.Contains(text, "MAIL FROM:") && strings.Contains(text, "RCPT TO:") { // RFC 5321
		r.effect(Effect{Kind: Requests, Name: "MAIL", Word: r.peer()}, parser.Yes)
	}
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		verb, rest, _ := strings.Cut(strings.ToLower(line), " ")
		next, _, _ := strings.Cut(rest, " ")
		for _, s := range catalogue.SocketCommands {
			if wordlist.Among(verb, s.Verbs) && (s.Next == "" || wordlist.Among(next, s.Next)) {
				r.effect(Effect{Kind: Evaluates, Word: parser.Text(line), Lang: s.Lang, Cause: ByStdin}, parser.Yes)
			}
		}
	}
}

// sent returns the known text that a command sends over a bare connection: its standard input, or what
// echo and printf write into a socket of the shell's.
func (r *reader) sent() string {
	if r.inv.Program.mayBeIn(inSocketClients) && wordlist.Among(r.inv.Name, catalogue.SocketClients) {
		return withPlaceholders(r.inputOrPrinted())
	}
	if r.inv.Name != "echo" && r.inv.Name != "printf" && r.inv.Name != "print" {
		return ""
	}
	for _, d := range redirectsInPlace(r.cmd) {
		if _, is := socket(d.Target); is && strings.Contains(d.Op, ">") {
			return strings.NewReplacer(`\r`, "", `\n`, "\n").Replace(withPlaceholders(concat(r.cmd.Program().Span, spaced(r.cmd.Args[1:])...)))
		}
	}
	return ""
}

// redirectsInPlace returns the redirections of a command, or those of the command that runs it in its
// own place, as env and nice do.
func redirectsInPlace(c *parser.Command) []parser.Redirect {
	for in := c.Outer; len(c.Redirects) == 0 && in != nil && in.Source == c.Source && in.Span == c.Span; in = in.Outer {
		c = in
	}
	return c.Redirects
}

// peer returns the host that a command connects to, as a request has it.
func (r *reader) peer() parser.Word {
	for i := range r.inv.Effects {
		if e := &r.inv.Effects[i]; e.Kind == Connects {
			return withUnknowns(withPlaceholders(e.Word)+"/", e.Word.Span)
		}
	}
	return unknown()
}
