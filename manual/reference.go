package manual

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// Settings are the keys that the page of the policy file describes.
func Settings() []string {
	var keys []string
	for _, g := range groups {
		for _, s := range g.settings {
			keys = append(keys, s.key)
		}
	}
	return keys
}

// builtin are the profiles of the tables, loosest first.
var builtin = [...]string{policy.Open, policy.Container, policy.Cautious, policy.Guarded, policy.Paranoid}

// WritePolicy writes the manual page agent-loop-policy(5).
func WritePolicy(out io.Writer, version string, day time.Time) error {
	var b strings.Builder
	b.WriteString("'\\\" t\n") // which has man(1) format tables
	head(&b, "AGENT-LOOP-POLICY", 5, version, day)
	b.WriteString(".SH NAME\nagent\\-loop\\-policy \\- what the shell commands of AI agents may do\n")
	b.WriteString(".SH DESCRIPTION\n")
	text(&b, "A policy is a file in TOML. shimgen policy init prints one with every setting in a comment, and shimgen policy validate says what is wrong with one, with the line. A key that is not described here is an error. A file with an error stops everything, and opens nothing.")
	b.WriteString(".SS Layers\n")
	text(&b, "The layers are merged, weakest first: the built-in rules, the profile, /etc/agent-loop/policy.toml, ~/.agent-loop/policy.toml, .agent-loop.toml of a project, the flags of a command. A list of one layer is added to those before it; another value replaces the one before it.")
	paragraph(&b, "The user's file and flags say whatever the system's does not lock. A project's file can only make a decision stricter. If the user trusts it (shimgen trust), its commands.allowed and [actions] also lift questions and warnings, never a block. shimgen policy show --origin says which layer set each value.")
	b.WriteString(".SH KEYS\n")
	for _, g := range groups {
		writeGroup(&b, g)
	}
	writeLocks(&b)
	if err := writeProfiles(&b); err != nil {
		return err
	}
	b.WriteString(".SH ENVIRONMENT\n")
	list(&b, ".B", variables[:])
	b.WriteString(".SH FILES\n")
	list(&b, ".I", files[:3])
	b.WriteString(".SH EXAMPLES\n.nf\n")
	for line := range strings.Lines(policyExample) {
		b.WriteString(escaped(strings.TrimSuffix(line, "\n")) + "\n")
	}
	b.WriteString(".fi\n.SH SEE ALSO\n.BR shimgen (1),\n.BR shim (1)\n")
	_, err := io.WriteString(out, b.String())
	return err
}

// policyExample is a policy with a bit of everything.
const policyExample = `profile = "guarded"
lock = []

[paths]
blocked = ["/data/production"]

[commands]
allowed = ["rm -rf ./build", { command = "git clean -f", dir = "~/src/x" }]

[network]
allowed_domains = ["github.com", "*.example.org"]

[actions]
"git.push" = "allow"
`

// writeGroup writes the section of one table.
func writeGroup(b *strings.Builder, g group) {
	fmt.Fprintf(b, ".SS %s\n", escaped(g.title))
	if g.text != "" {
		text(b, g.text)
	}
	for _, s := range g.settings {
		fmt.Fprintf(b, ".TP\n.BR %s \" = %s\"\n%s\n", escaped(s.key), strings.Trim(quoted(s.form), `"`), escaped(s.text+" "+projects[s.project]))
	}
}

// writeLocks writes which keys can be locked.
func writeLocks(b *strings.Builder) {
	b.WriteString(".SS What can be locked\n")
	text(b, strings.Join(policy.Lockable(), ", ")+". NAME is a class, a pack or a rule. A locked key binds --no-security and --security-profile, too.")
}

// writeProfiles writes what the built-in profiles say, from their own tables.
func writeProfiles(b *strings.Builder) error {
	b.WriteString(".SH PROFILES\n")
	text(b, "recoverable is cautious, but destructive is trash: a shim keeps what rm and git would lose. observe judges as the profile that observe.as names, refuses nothing but what protects shimgen itself, and records what would have been.")
	var all []*policy.Policy
	for _, name := range builtin {
		p, err := policy.Builtin(name)
		if err != nil {
			return err
		}
		all = append(all, p)
	}
	b.WriteString(".PP\n.TS\nl l l l l l.\n")
	b.WriteString("\t" + strings.Join(builtin[:], "\t") + "\n")
	row(b, "network.mode", all, func(p *policy.Policy) string { return p.Network.Mode.String() })
	row(b, "audit.level", all, func(p *policy.Policy) string { return p.Audit.Level.String() })
	row(b, "sandbox.mode", all, func(p *policy.Policy) string { return p.Sandbox.String() })
	row(b, "sandbox.caches", all, func(p *policy.Policy) string { return p.Access.Caches.String() })
	row(b, "sandbox.reads", all, func(p *policy.Policy) string { return p.Access.Reads.String() })
	row(b, "limits.timeout", all, func(p *policy.Policy) string { return policy.LimitTime.Show(p.Limits[policy.LimitTime]) })
	row(b, "safe_only", all, func(p *policy.Policy) string { return fmt.Sprint(p.SafeOnly) })
	b.WriteString(".TE\n.SS Classes by profile\n")
	text(b, "What a rule finds is done to, by its class. With a fixed minimum a rule may be stricter than its class: shimgen rules list shows each rule's action.")
	b.WriteString(".PP\n.TS\nl l l l l l.\n\t" + strings.Join(builtin[:], "\t") + "\n")
	classes := slices.Clone(rules.Classes())
	for _, c := range classes {
		row(b, string(c), all, func(p *policy.Policy) string { return p.Actions[string(c)].String() })
	}
	row(b, "self.*", all, func(p *policy.Policy) string { return p.Actions["self.*"].String() })
	b.WriteString(".TE\n")
	return nil
}

// row writes a row of a table: what each profile says.
func row(b *strings.Builder, name string, all []*policy.Policy, say func(*policy.Policy) string) {
	b.WriteString(escaped(name))
	for _, p := range all {
		b.WriteString("\t" + escaped(say(p)))
	}
	b.WriteString("\n")
}

// WriteShim writes the manual page shim(1).
func WriteShim(out io.Writer, version string, day time.Time) error {
	var b strings.Builder
	head(&b, "SHIM", 1, version, day)
	b.WriteString(".SH NAME\nshim \\- judges a program's arguments, and then is that program\n")
	b.WriteString(".SH SYNOPSIS\n.I program\n.RI [ arguments ]\n")
	b.WriteString(".SH DESCRIPTION\n")
	text(&b, "shimgen install puts links to shim into ~/.agent-loop/bin, each with the name of a program: rm, git, curl and others. With this folder first on PATH, whoever starts the program by its name starts shim.")
	paragraph(&b, "shim judges the argument vector by the policy. If it may run, shim replaces itself by the next program of that name on PATH, with the same arguments, environment and open files. If not, it says why and how to go on, in two lines on standard error, and the program is not started. What is asked about is refused where nobody can answer; shimgen approve lets exactly that run.")
	paragraph(&b, "It starts nothing of its own for what no rule speaks of. It has no options: all arguments are the program's.")
	b.WriteString(".SH EXIT STATUS\nThe program's own, or\n")
	list(&b, ".B", []example{{"125", "shimgen's own failure, such as a policy that cannot be read: nothing is started"}, {"126", "the command is refused"}, {"127", "there is no other program of that name on PATH"}})
	b.WriteString(".SH ENVIRONMENT\n")
	list(&b, ".B", variables[:])
	b.WriteString(".SH FILES\n")
	list(&b, ".I", files[:])
	b.WriteString(".SH SEE ALSO\n.BR shimgen (1),\n.BR agent\\-loop\\-policy (5)\n")
	_, err := io.WriteString(out, b.String())
	return err
}

// head writes the first line of a page.
func head(b *strings.Builder, name string, section int, version string, day time.Time) {
	fmt.Fprintf(b, ".TH %s %d %s %s \"shimgen manual\"\n", strings.ReplaceAll(name, "-", `\-`), section, day.UTC().Format(time.DateOnly), quoted("shimgen "+version))
}

// list writes what is listed, its name by a macro.
func list(b *strings.Builder, macro string, entries []example) {
	for _, e := range entries {
		fmt.Fprintf(b, ".TP\n%s %s\n%s\n", macro, escaped(e.line), escaped(e.text))
	}
}
