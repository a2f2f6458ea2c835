package e2e_test

import (
	"bufio"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/variables"
	"github.com/agent-loop/shimgen/rules"
	builtinrules "github.com/agent-loop/shimgen/rules/builtin"
)

var environmentCommands = flag.String("environment.commands", "",
	"a file of JSON lines with a command each, to be judged in every environment of testdata/environment, with all those of the rules")

// environments are the variables with which shells, terminals and runners usually start
// programs, by file name. The first line of a file says where they come from.
func environments(t *testing.T) map[string][]string {
	files, err := filepath.Glob("../testdata/environment/*.env")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	found := map[string][]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
		require.True(t, strings.HasPrefix(lines[0], "# Source: "), file)
		for i := range lines {
			lines[i] = strings.ReplaceAll(lines[i], `\n`, "\n")
		}
		found[strings.TrimSuffix(filepath.Base(file), ".env")] = lines[1:]
	}
	return found
}

// ordinaryCommands are the rules' examples that must not match, and those of the file
// that the flag names.
func ordinaryCommands(t *testing.T) []string {
	var commands []string
	for r := range builtinrules.Rules().All() {
		commands = append(commands, r.Misses...)
	}
	if *environmentCommands == "" {
		return commands
	}
	f, err := os.Open(*environmentCommands)
	require.NoError(t, err)
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row struct{ Command string }
		require.NoError(t, json.Unmarshal(lines.Bytes(), &row))
		commands = append(commands, row.Command)
	}
	require.NoError(t, lines.Err())
	return commands
}

// A command that may run in an empty environment may run in every ordinary one, even if
// install has not seen that one: as source, and as the argument vector that a shim gets.
func TestOrdinaryEnvironmentsRefuseNothing(t *testing.T) {
	p, err := policy.Builtin(policy.Cautious)
	require.NoError(t, err)
	step := 8
	if *environmentCommands != "" {
		step = 1
	}
	m, model := guard.Model()
	phone := m
	phone.Prefix = "/data/data/com.termux/files/usr"
	commands := ordinaryCommands(t)
	for name, env := range environments(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := m
			if name == "termux" {
				m = phone
			}
			refused := func(r guard.Request) (guard.Decision, bool) {
				d := guard.Judge(p, m, r)
				return d, d.Err != nil || d.Action < rules.Warn
			}
			for i := 0; i < len(commands); i += step {
				for _, r := range requests(model, commands[i]) {
					if _, always := refused(r); always {
						continue
					}
					r.Changed = variables.Differences(env, variables.Snapshot(nil))
					if d, now := refused(r); now {
						f, _ := d.Worst()
						assert.Fail(t, "refused", "%q %q: %s [%s]", r.Source, r.Argv, f.Command, f.Rule.ID)
						return
					}
				}
			}
		})
	}
}

// requests returns a command as source, and as the argument vector of its words.
func requests(model guard.Request, command string) []guard.Request {
	source, argv := model, model
	source.Source, argv.Argv = command, strings.Fields(command)
	if strings.ContainsAny(command, "\"'`$\\|&;<>(){}*?[]#~=") {
		return []guard.Request{source}
	}
	return []guard.Request{source, argv}
}
