package e2e_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/redact"
	"github.com/agent-loop/shimgen/verdict"
)

// secret is the credential in the commands of testdata/credentials/hidden.txt.
const secret = "S3CRET"

// linesOf returns the commands of a file.
func linesOf(t *testing.T, name string) (list []string) {
	data, err := os.ReadFile("../testdata/credentials/" + name)
	require.NoError(t, err)
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSuffix(line, "\n"); line != "" && line[0] != '#' {
			list = append(list, line)
		}
	}
	return list
}

// decisionTexts returns everything that a decision on a command says about it: as a record, as a
// message and as JSON.
func decisionTexts(w *tree, p *policy.Policy, source string) (record string, rest []string) {
	d := guard.Judge(p, w.machine, guard.Request{Source: source, Dir: w.work, Work: w.work})
	v := verdict.New(source, d)
	said, hint := verdict.Say(d)
	rest = append(rest, v.Command, said, hint, gate.Mask(redact.Mask(source, d.Invocations)))
	return gate.Redact(redact.Text(source, d)), append(rest, v.Commands...)
}

// A9, A2: no record or message holds a credential that is recognizable by its place, its
// name or its shape; also for text that no shell can parse.
func TestNothingTellsACredential_A9(t *testing.T) {
	w := newTree(t)
	p := w.policy(t, "paranoid", "")
	for _, source := range linesOf(t, "hidden.txt") {
		for _, text := range []string{source, "sudo -u me " + source, "( " + source + "\n) > /dev/null", "sh -c '" + strings.ReplaceAll(source, "'", `'\''`) + "'"} {
			record, rest := decisionTexts(w, p, text)
			assert.NotContains(t, record, secret, text)
			assert.NotContains(t, strings.Join(rest, "\n"), secret, text)
		}
	}
}

// Anything that is not a credential stays as it is written.
func TestOrdinaryCommandsStayReadable_A9(t *testing.T) {
	w := newTree(t)
	p := w.policy(t, "paranoid", "")
	for _, source := range linesOf(t, "readable.txt") {
		record, rest := decisionTexts(w, p, source)
		assert.Equal(t, source, record)
		assert.NotContains(t, strings.Join(rest, "\n"), redact.Redacted, source)
	}
}

// The gate records what it clears, and knows no grammar: so no command with a credential
// by its place may be clear.
func TestNothingClearHoldsACredential_A9(t *testing.T) {
	w := newTree(t)
	for _, profile := range []string{"open", "cautious"} {
		p := w.policy(t, profile, "")
		for _, source := range linesOf(t, "hidden.txt") {
			script, err := parser.Parse(source, parser.Options{})
			require.NoError(t, err, source)
			for _, c := range script.Commands {
				argv, known := argvOf(c)
				if !known || len(argv) == 0 || !strings.Contains(strings.Join(argv, " "), secret) || strings.Contains("echo printf :", argv[0]) {
					continue
				}
				checker := w.checker(t, p, []string{argv[0]})
				if checker.Check(argv, w.env, w.work) != gate.Clear {
					continue
				}
				var l gate.Line
				l.Begin(0, 0, "path_proxy")
				l.Open("argv")
				for _, word := range argv {
					l.Item(word)
				}
				assert.NotContains(t, string(l.Bytes()), secret, "%s is clear", source)
			}
		}
	}
}
