package grammar

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// sample is one case: shell source, and the invocations of its commands, each
// printed on one line.
type sample struct{ why, source, want string }

// check reads each source and compares.
func check(t *testing.T, rows []sample) {
	t.Helper()
	for _, r := range rows {
		t.Run(r.why, func(t *testing.T) {
			s, err := parser.Parse(r.source, parser.Options{})
			require.NoError(t, err)
			var got []string
			for _, v := range Read(s, parser.Options{}) {
				got = append(got, show(v))
			}
			assert.Equal(t, r.want, strings.Join(got, "\n"), r.source)
		})
	}
}

var roleNames = [...]string{
	spec.Plain: "plain", spec.File: "file", spec.Write: "write", spec.Delete: "delete", spec.Change: "change", spec.Mode: "mode", spec.Owner: "owner",
	spec.URL: "url", spec.Host: "host", spec.Remote: "remote", spec.Data: "data", spec.Form: "form", spec.Upload: "upload", spec.Listen: "listen",
	spec.Argv: "argv", spec.Shell: "shell", spec.Words: "words", spec.Code: "code", spec.Script: "script", spec.Helper: "helper",
	spec.Setting: "setting", spec.Variable: "variable", spec.Assign: "assign", spec.Refspec: "refspec", spec.HardLink: "hardlink", spec.GitServer: "gitserver", spec.Dir: "dir", spec.RemoteDir: "far dir", spec.Repo: "repo", spec.Object: "object", spec.Pathspec: "pathspec", spec.Split: "split",
	spec.Credential: "credential", spec.Bind: "bind", spec.Mount: "mount", spec.Entry: "entry", spec.Module: "module", spec.Applet: "applet", spec.Detour: "detour", spec.Output: "output", spec.Commas: "commas", spec.List: "list", spec.Input: "input", spec.FarShell: "far shell",
	spec.Password: "password", spec.Template: "template", spec.URI: "uri", spec.ContainerPath: "container path", spec.Transport: "transport", spec.Fields: "fields", spec.Manifest: "manifest", spec.ManifestFile: "manifest file", spec.Names: "names",
}

var kindNames = []struct {
	kind Kind
	name string
}{
	{Reads, "reads"},
	{Writes, "writes"},
	{Deletes, "deletes"},
	{Changes, "changes"},
	{Connects, "connects"},
	{Uploads, "uploads"},
	{Listens, "listens"},
	{Evaluates, "evaluates"},
	{Runs, "runs"},
	{Sets, "sets"},
	{Elevates, "elevates"},
	{Manages, "manages"},
	{Alters, "alters"},
}

// show prints an invocation on one line: name and subcommand, options,
// operands with their roles, effects, and what is nested in braces.
func show(v *Invocation) string {
	var b strings.Builder
	b.WriteString(head(v))
	for _, g := range v.Options {
		b.WriteString(" " + g.Name)
		if len(g.Value.Parts) > 0 {
			b.WriteString("=" + g.Value.String())
		}
		b.WriteString(mark(g.Truth))
	}
	for _, o := range v.Operands {
		fmt.Fprintf(&b, " %s:%s", roleNames[o.Role], o.Word)
	}
	if len(v.Effects) > 0 {
		b.WriteString(" | " + effects(v))
	}
	for _, n := range v.Nested {
		b.WriteString(" {" + show(n) + "}")
	}
	return b.String()
}

func head(v *Invocation) string {
	name := v.Name
	if name == "" {
		name = "-"
	}
	if v.Sub != "" {
		name += " " + v.Sub
	}
	if v.Open {
		name += " open"
	}
	if v.Away {
		name += " away"
	}
	if v.Err != nil {
		name += " error"
	}
	return name + mark(v.Truth)
}

// effects prints the effects, separated by commas.
func effects(v *Invocation) string {
	all := make([]string, 0, len(v.Effects))
	for _, e := range v.Effects {
		if e.Kind == Requests || e.Kind == Mentions {
			continue // TestRequests and TestMentions have them
		}
		var s []string
		for _, k := range kindNames {
			if e.Kind&k.kind != 0 {
				s = append(s, k.name)
			}
		}
		out := strings.Join(s, "+")
		if e.Recursive != parser.No {
			out += " tree" + mark(e.Recursive)
		}
		if e.Lang != "" {
			out += " " + e.Lang
		}
		if e.Name != "" {
			out += " " + e.Name
		}
		all = append(all, strings.TrimRight(out+" "+e.Word.String(), " ")+mark(e.Truth))
	}
	return strings.Join(all, ", ")
}

// mark is empty for what is certain.
func mark(t parser.Truth) string {
	switch t {
	case parser.Yes:
		return ""
	case parser.Maybe:
		return "?"
	default:
		return "!never"
	}
}
