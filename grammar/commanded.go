package grammar

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser"
)

// A variable or setting whose value is a command line, and who reads it: the
// shell, with words of its owner's own after it.
type commanded struct {
	names string // patterns with a star at an end
	bang  bool   // only a value that begins with "!" is one
	plain string // programs that do no more than they are named for; "*" any that a grammar has
}

const (
	plainPagers  = "less more most cat bat batcat delta diff-so-fancy true :"
	plainEditors = "vi vim nvim nano emacs emacsclient ed micro joe kak hx helix code codium code-insiders cursor subl zed true false : cat"
)

// commandeds are the variables and settings that hold commands: git(1),
// git-config(1), bash(1), man(1), rsync(1).
var commandeds = [...]commanded{
	{names: "PROMPT_COMMAND", plain: "*"},
	{names: "GIT_SSH_COMMAND RSYNC_RSH core.sshcommand", plain: "ssh true false :"},
	{names: "PAGER GIT_PAGER MANPAGER core.pager pager.* interactive.difffilter", plain: plainPagers},
	{names: "EDITOR VISUAL GIT_EDITOR GIT_SEQUENCE_EDITOR core.editor sequence.editor", plain: plainEditors},
	{names: "BROWSER", plain: "firefox chromium google-chrome safari open xdg-open wslview lynx w3m echo true false :"},
	{names: "GIT_EXTERNAL_DIFF GIT_PROXY_COMMAND core.gitproxy diff.external diff.*.command diff.*.textconv difftool.*.cmd mergetool.*.cmd " +
		"merge.*.driver filter.*.clean filter.*.smudge filter.*.process trailer.*.command trailer.*.cmd sendemail.*cmd"},
	{names: "alias.* credential.helper credential.*.helper", bang: true},
}

// holdsCommand finds what is known of a variable or setting that holds a
// command; nil if it holds none.
func holdsCommand(name string) *commanded {
	for i := range commandeds {
		for n := range Listed(commandeds[i].names) {
			before, after, star := strings.Cut(n, "*")
			if n == name || star && len(name) >= len(n) && strings.HasPrefix(name, before) && strings.HasSuffix(name, after) {
				return &commandeds[i]
			}
		}
	}
	return nil
}

// sets records that a variable or a setting gets a value.
func (r *reader) sets(e Effect, truth parser.Truth) {
	e.Kind = Sets
	r.effect(e, truth)
	r.commanded(len(r.inv.Effects) - 1)
}

// assigned reads the commands in the variables that are set before a command,
// or alone, and those that give git the same settings as they do.
func (r *reader) assigned(settings []gitSetting) {
	if r.scanner == nil {
		r.scanner = &scanner{inv: r.inv, syntax: &Syntax{}}
	}
	for i := range r.inv.Effects {
		if e := &r.inv.Effects[i]; e.Kind == Sets && e.Cause == ByAssign {
			r.commanded(i)
		}
	}
	for _, s := range settings {
		r.nest(&parser.Command{
			Args:  []parser.Word{parser.Text("git"), parser.Text("-c"), s.text, parser.Text("--version")},
			Stdin: parser.Stdin{Kind: parser.FromFile, Word: parser.Text("/dev/null")}, Dir: r.cmd.Dir,
			Span: r.cmd.Span, Source: r.cmd.Source, Outer: r.cmd,
		}, r.opt, parser.Yes)
		by := *r.cmd
		by.Assigns = slices.DeleteFunc(slices.Clone(by.Assigns), func(a parser.Assign) bool { return !slices.Contains(s.from, a.Name) })
		r.inv.Nested[len(r.inv.Nested)-1].By = &by
	}
}

// commanded reads the commands in a value that is set as nested. The effect is
// then Followed if they are all that it does.
func (r *reader) commanded(i int) {
	e, n := r.inv.Effects[i], len(r.inv.Nested)
	c := holdsCommand(e.Name)
	text, known := e.Word.Text()
	if c == nil || !known || c.bang && !strings.HasPrefix(text, "!") || depth(r.cmd) >= MaxNesting {
		return
	}
	err := r.source(parser.Text(strings.TrimPrefix(text, "!")), e.Truth, parser.Stdin{Kind: parser.FromFile, Word: parser.Text("/dev/null")})
	nested := r.inv.Nested[n:]
	followed := err == nil && len(nested) > 0
	for _, v := range nested {
		followed = followed && c.spares(v)
	}
	r.inv.Effects[i].Followed = followed
}

// spares reports whether a command does no more than its name says: it is one
// of the plain ones, and starts nothing.
func (c *commanded) spares(v *Invocation) bool {
	switch {
	case v.Open || v.Err != nil || v.Truth != parser.Yes:
		return false
	case c.plain == "*" && v.Program == nil, c.plain != "*" && !among(v.Name, c.plain):
		return false
	}
	for _, e := range v.Effects {
		if e.Kind&(Runs|Evaluates|Writes) != 0 && e.Cause == ByArgs {
			return false
		}
	}
	for _, inner := range v.Nested {
		if !c.spares(inner) {
			return false
		}
	}
	return true
}
