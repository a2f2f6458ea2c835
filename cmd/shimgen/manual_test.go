package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"mvdan.cc/sh/v3/syntax"

	"github.com/agent-loop/shimgen/manual"
	"github.com/agent-loop/shimgen/policy/export"
	"github.com/agent-loop/shimgen/policy/foreign"
)

// Every verb has two examples, and each is a command line that the verb takes.
func TestExamplesAreCommandLines(t *testing.T) {
	k, err := kong.New(&commands{}, kong.Name("shimgen"))
	require.NoError(t, err)
	for _, n := range manual.Leaves(k.Model.Node) {
		verb := manual.Verb(n)
		lines := manual.Examples(verb)
		assert.GreaterOrEqual(t, len(lines), 2, "%s: two examples in manual/pages.go", verb)
		for _, line := range lines {
			calls := calledHere(t, line)
			assert.NotEmpty(t, calls, line)
			for _, words := range calls {
				parseExample(t, line, words)
			}
		}
	}
}

// calledHere returns the arguments of each call of shimgen in shell source, without what a
// shell would expand.
func calledHere(t *testing.T, line string) (calls [][]string) {
	t.Helper()
	file, err := syntax.NewParser().Parse(strings.NewReader(line), "")
	require.NoError(t, err, line)
	syntax.Walk(file, func(n syntax.Node) bool {
		c, ok := n.(*syntax.CallExpr)
		if !ok || len(c.Args) == 0 || c.Args[0].Lit() != "shimgen" {
			return true
		}
		words := []string{}
		for _, word := range c.Args[1:] {
			text := line[word.Pos().Offset():word.End().Offset()]
			words = append(words, strings.Trim(text, `'"`))
		}
		calls = append(calls, words)
		return true
	})
	return calls
}

func parseExample(t *testing.T, line string, words []string) {
	t.Helper()
	k, err := kong.New(&commands{}, kong.Name("shimgen"), kong.Bind(&app{}), kong.Exit(func(int) {}))
	require.NoError(t, err)
	args, err := expandAliases(k, words)
	require.NoError(t, err, line)
	_, err = k.Parse(args)
	assert.NoError(t, err, "%s", line)
}

// The help of import and export names the kinds that there are.
func TestHelpNamesKinds(t *testing.T) {
	got := inProcess(nil, "", "policy", "import", "--help")
	assert.Contains(t, strings.Join(strings.Fields(got.out), " "), strings.Join(foreign.Names(), ", "))
	for _, target := range export.Targets() {
		got := inProcess(nil, "", "policy", "export", "--to", target, "--help")
		assert.Equal(t, 0, got.status, target)
	}
	assert.Contains(t, strings.Join(strings.Fields(inProcess(nil, "", "policy", "export", "--help").out), " "), strings.Join(export.Targets()[:5], ", "))
}

func TestHelpHasExamples(t *testing.T) {
	got := inProcess(nil, "", "check", "--help")
	assert.Equal(t, 0, got.status)
	assert.Contains(t, got.out, "\nExamples:\n  shimgen check 'cd app && rm -rf $DIR'\n")
	assert.Contains(t, got.out, "\nExit status: 0 allow or warn; 1 block; 3 ask; 2 usage error; 125 failure.\n")
	got = inProcess(nil, "", "--help")
	assert.NotContains(t, got.out, "Examples:")
}

// The manual pages are ones that mandoc finds nothing wrong with.
func TestManualPages(t *testing.T) {
	for page, wants := range map[string][]string{
		"shimgen":           {".TH SHIMGEN 1 ", "\n.SS shimgen undo restore\n", "\n.B \\-\\-older=TIME\n"},
		"shim":              {".TH SHIM 1 ", "\n.B 126\n"},
		"agent-loop-policy": {".TH AGENT\\-LOOP\\-POLICY 5 ", "\n.BR sandbox.deny_read ", "\ncatastrophic\tallow\tblock\tblock\tblock\tblock\n", "\n.B AGENT_LOOP_AUDIT_LOG\n"},
	} {
		t.Run(page, func(t *testing.T) {
			got := inProcess(nil, "", "manual", page)
			require.Equal(t, 0, got.status, got.err)
			for _, want := range wants {
				assert.Contains(t, got.out, want)
			}
			mandoc, err := exec.LookPath("mandoc")
			if err != nil {
				t.Skip("mandoc is not installed")
			}
			file := filepath.Join(t.TempDir(), "page")
			require.NoError(t, os.WriteFile(file, []byte(got.out), 0o600))
			var said bytes.Buffer
			c := exec.Command(mandoc, "-T", "lint", "-W", "warning", file)
			c.Stdout, c.Stderr = &said, &said
			assert.NoError(t, c.Run(), said.String())
		})
	}
}
