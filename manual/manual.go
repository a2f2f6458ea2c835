package manual

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// Print writes the examples of a verb, and what its exit status means. It writes nothing for
// what is no verb.
func Print(out io.Writer, verb string) error {
	p, ok := lookup(verb)
	if !ok {
		return nil
	}
	var b strings.Builder
	b.WriteString("\nExamples:\n")
	for _, e := range p.examples {
		fmt.Fprintf(&b, "  %s\n      %s\n", e.line, e.text)
	}
	fmt.Fprintf(&b, "\nExit status: %s\n", texts[p.exits])
	_, err := io.WriteString(out, b.String())
	return err
}

// Examples returns the command lines of a verb's examples.
func Examples(verb string) []string {
	p, _ := lookup(verb)
	lines := make([]string, 0, len(p.examples))
	for _, e := range p.examples {
		lines = append(lines, e.line)
	}
	return lines
}

// Leaves returns the verbs of a command line that do something and are not hidden, each with its path.
func Leaves(root *kong.Node) []*kong.Node {
	var all []*kong.Node
	for _, child := range root.Children {
		switch {
		case child.Hidden:
		case len(child.Children) > 0:
			all = append(all, Leaves(child)...)
		default:
			all = append(all, child)
		}
	}
	return all
}

// Verb is the name of a verb with those above it, without the program's.
func Verb(n *kong.Node) string {
	if n.Parent == nil || n.Parent.Type == kong.ApplicationNode {
		return n.Name
	}
	return Verb(n.Parent) + " " + n.Name
}

// Write writes the manual page shimgen(1) in the macros of man(7), of a version that was made on a day.
func Write(out io.Writer, root *kong.Node, version string, day time.Time) error {
	var b strings.Builder
	head(&b, "SHIMGEN", 1, version, day)
	b.WriteString(".SH NAME\nshimgen \\- keeps the shell commands of AI agents inside what their user allowed\n")
	b.WriteString(".SH SYNOPSIS\n.B shimgen\n.I verb\n.RI [ flags ]\n.RI [ arguments ]\n")
	b.WriteString(".SH DESCRIPTION\n")
	text(&b, "An agent runs shell commands. shimgen judges each three times by one policy: its text, the argument vector that a shim meets on PATH, and what a sandbox lets the kernel do.")
	paragraph(&b, "shimgen install makes the shims in ~/.agent-loop/bin; put that folder first on the agent's PATH.")
	b.WriteString(".SH VERBS\n")
	for _, n := range Leaves(root) {
		writeVerb(&b, n)
	}
	b.WriteString(".SH FILES\n")
	list(&b, ".I", files[:])
	b.WriteString(".SH ENVIRONMENT\n")
	list(&b, ".B", variables[:])
	b.WriteString(".SH SEE ALSO\n.BR shim (1),\n.BR agent\\-loop\\-policy (5),\n.BR bwrap (1),\n.BR proot (1),\n.BR landlock (7)\n")
	_, err := io.WriteString(out, b.String())
	return err
}

// files and variables are what the last sections list.
var (
	files = [...]example{
		{"~/.agent-loop/policy.toml", "the user's policy"},
		{"/etc/agent-loop/policy.toml", "the system's policy, which can lock settings"},
		{".agent-loop.toml", "a project's policy, which only tightens unless the user trusts it"},
		{"~/.agent-loop/bin", "the shims"},
		{"~/.agent-loop/audit", "the audit trail, a file a day"},
		{"~/.agent-loop/trash", "what shimgen undo puts back"},
	}
	variables = [...]example{
		{"AGENT_LOOP_PROXY_MODE", "strict makes the shims stricter; nothing makes them looser"},
		{"AGENT_LOOP_AUDIT_LOG", "a file that gets a copy of each record"},
	}
)

// writeVerb writes the section of one verb.
func writeVerb(b *strings.Builder, n *kong.Node) {
	verb := Verb(n)
	fmt.Fprintf(b, ".SS shimgen %s\n", escaped(verb))
	text(b, n.Help)
	if n.Detail != "" {
		paragraph(b, n.Detail)
	}
	for _, arg := range n.Positional {
		fmt.Fprintf(b, ".TP\n.I %s\n%s\n", escaped(arg.Name), escaped(arg.Help))
	}
	for _, flag := range n.Flags {
		if flag.Hidden || flag.Name == "help" {
			continue
		}
		fmt.Fprintf(b, ".TP\n.B %s\n%s\n", escaped(flagWords(flag)), escaped(flag.Help))
	}
	p, _ := lookup(verb)
	for _, e := range p.examples {
		fmt.Fprintf(b, ".PP\n.nf\n%s\n.fi\n.RS\n%s\n.RE\n", escaped(e.line), escaped(e.text))
	}
	paragraph(b, "Exit status: "+texts[p.exits])
}

// flagWords is a flag as it is written: "-n, --lines=N".
func flagWords(f *kong.Flag) string {
	text := "--" + f.Name
	if !f.IsBool() {
		text += "=" + f.FormatPlaceHolder()
	}
	if f.Short != 0 {
		text = "-" + string(f.Short) + ", " + text
	}
	return text
}

// paragraph writes a paragraph that does not come first.
func paragraph(b *strings.Builder, words string) {
	b.WriteString(".PP\n")
	text(b, words)
}

// text writes a paragraph that comes first, for which there is no macro.
func text(b *strings.Builder, words string) { b.WriteString(escaped(words) + "\n") }

// escaped writes text so that roff prints it as it is.
func escaped(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", "\\(ga", "^", `\(ha`, "~", `\(ti`, "\n", " ").Replace(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	return text
}

// quoted is one argument of a macro.
func quoted(text string) string { return `"` + strings.ReplaceAll(escaped(text), `"`, `\(dq`) + `"` }
