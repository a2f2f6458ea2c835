package hook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/settings"
)

const (
	sh      = "/bin/sh"
	program = "/home/al's/.agent-loop/libexec/shimgen"
)

// merged returns the registrations that put an entry into a JSON file.
func merged() []Registration {
	var list []Registration
	for _, r := range registrations {
		if len(r.Events) > 0 {
			list = append(list, r)
		}
	}
	return list
}

func TestEveryAgentHasARegistration(t *testing.T) {
	require.Len(t, registrations, len(hosts))
	for i, h := range hosts {
		r, ok := RegistrationOf(h.Name)
		require.True(t, ok, h.Name)
		assert.Equal(t, registrations[i].Agent, h.Name, "they stand in the same order")
		switch {
		case r.As != "":
			_, ok = RegistrationOf(r.As)
			assert.True(t, ok, h.Name)
		case r.Reader == ByHand:
			assert.NotEmpty(t, r.Then, h.Name)
		default:
			assert.NotEmpty(t, r.User+r.Project, h.Name)
			assert.NotEmpty(t, r.Home, h.Name)
		}
		if r.Entry != "" {
			assert.True(t, json.Valid([]byte(r.Wanted(`a"b`))), h.Name)
			assert.Equal(t, 1, strings.Count(r.Entry, "COMMAND"), h.Name)
		}
	}
	_, ok := RegistrationOf("nobody")
	assert.False(t, ok)
}

// The agent must wait longer than the line may take, or it runs the command while shimgen
// still works.
func TestAgentsWaitLongerThanTheLine(t *testing.T) {
	for _, r := range registrations {
		var entry struct {
			Timeout, TimeoutSec, Timeout_ms int
			Hooks                           []struct{ Timeout int }
		}
		if r.Entry == "" || r.Agent == "windsurf" { // windsurf documents none
			continue
		}
		require.NoError(t, json.Unmarshal([]byte(r.Entry), &entry), r.Agent)
		seconds := entry.Timeout + entry.TimeoutSec + entry.Timeout_ms/1000
		for _, h := range entry.Hooks {
			seconds += h.Timeout
		}
		if r.Agent == "gemini" || r.Agent == "qwen" {
			seconds /= 1000
		}
		assert.Greater(t, seconds, Limit+5, r.Agent)
		assert.Less(t, seconds, 60, r.Agent)
	}
}

func TestAddMakesAFile(t *testing.T) {
	for _, r := range merged() {
		line := r.Line(sh, "/x/shimgen")
		text, err := r.Add("", sh, line)
		require.NoError(t, err, r.Agent)
		name := filepath.Join("testdata", "settings", r.Agent+".json")
		if *update {
			require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
			require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
		}
		want, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.Equal(t, string(want), text, r.Agent)
		assert.True(t, json.Valid([]byte(text)), r.Agent)
		rest, err := r.Remove(text, "")
		require.NoError(t, err)
		assert.True(t, r.Blank(rest), "%s: %s", r.Agent, rest)
		assert.False(t, r.Blank(text), r.Agent)
	}
}

// generator makes settings as people write them.
type generator struct{ *rand.Rand }

func (g generator) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g generator) file(event string) string {
	newline, step := g.pick("\n", "\n", "\r\n"), g.pick("  ", "\t", "    ", " ")
	entry := g.pick(`{"matcher":"Bash","hooks":[{"type":"command","command":"other guard"}]}`, `{"command":"shimgen-lookalike hook x"}`, `{"bash":"echo shimgen hook"}`)
	hooks := g.pick(
		`"hooks": {"`+event+`": [`+entry+`]},`, `"hooks": {"`+event+`": [`+entry+`, /* two */ `+entry+`,]},`,
		`"hooks": {"PostToolUse":[`+entry+`]},`, `"hooks": {"`+event+`": [ ]},`, `"hooks": { },`, "", "",
	)
	end := g.pick("", newline, newline+newline, " ")
	if g.IntN(3) == 0 {
		return `{"a":1,` + hooks + `"b":[1,2]}` + end
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s{%s%s", g.pick("", "// mine"+newline), newline, step)
	b.WriteString(g.pick(`"model": "x", // why`, `"model" :"x",`, `/* a`+newline+` b */ "model":"x",`) + newline)
	if hooks != "" {
		hooks = strings.NewReplacer(`": {`, `": {`+newline+step+step, "[{", "["+newline+step+step+step+"{", "},", newline+step+"},").Replace(hooks)
		b.WriteString(step + hooks + g.pick("", " // hooks") + newline)
	}
	b.WriteString(step + `"last": {"deep": [ ]}` + g.pick("", ",", " // last") + newline + "}" + end)
	return b.String()
}

// empty matches empty lists and objects, which lose their blanks.
var empty = regexp.MustCompile(`([[{])\s+([]}])`)

// Install works on any file: the hook is found again, is there only once, and leaves no
// trace after removal.
func TestAddFindRemove(t *testing.T) {
	for seed := range uint64(300) {
		for _, r := range merged() {
			g := generator{rand.New(rand.NewPCG(seed, 7))}
			text, line := g.file(r.Events[0]), r.Line(sh, program)
			found, err := r.Find(text)
			require.NoError(t, err, text)
			require.Empty(t, found, text)

			added, err := r.Add(text, sh, line)
			require.NoError(t, err, text)
			current, err := r.IsCurrent(added, sh, line)
			require.NoError(t, err)
			require.True(t, current, "%s: %s", r.Agent, added)
			again, err := r.Add(added, sh, line)
			require.NoError(t, err)
			require.Equal(t, added, again)
			found, err = r.Find(added)
			require.NoError(t, err)
			require.Len(t, found, len(r.Events))
			assert.Equal(t, program, found[0].Program)

			removed, err := r.Remove(added, text)
			require.NoError(t, err)
			require.Equal(t, empty.ReplaceAllString(text, "$1$2"), empty.ReplaceAllString(removed, "$1$2"), "%s, seed %d", r.Agent, seed)

			// Another version's line replaces the old one.
			other := r.Line(sh, "/elsewhere/shimgen")
			moved, err := r.Add(added, sh, other)
			require.NoError(t, err)
			removed, err = r.Remove(moved, text)
			require.NoError(t, err)
			assert.NotContains(t, removed, "elsewhere")
		}
	}
}

func TestRemoveTakesOnlyWhatIsOurs(t *testing.T) {
	claude, _ := RegistrationOf("claude")
	for _, tt := range []struct{ why, text, want string }{
		{"by hand, with a flag", `{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"command":"shimgen hook --grant-read-only claude"}]}]}}`, `{}`},
		{"beside another in one group", `{"hooks":{"PreToolUse":[{"hooks":[{"command":"/x/shimgen hook claude"}, {"command":"y"}]}]}}`, `{"hooks":{"PreToolUse":[{"hooks":[ {"command":"y"}]}]}}`},
		{"twice", `{"hooks":{"PreToolUse":[{"hooks":[{"command":"shimgen hook claude"}]},{"hooks":[{"command":"shimgen hook claude"}]}]}}`, `{}`},
		{"twice in one group", `{"hooks":{"PreToolUse":[{"hooks":[{"command":"shimgen hook claude"},{"command":"shimgen hook claude"}]}]},"a":1}`, `{"a":1}`},
		{"for an event of another name", `{"hooks":{"PermissionRequest":[{"hooks":[{"command":"shimgen hook claude"}]}],"Stop":[]}}`, `{"hooks":{"Stop":[]}}`},
		{"another agent's", `{"hooks":{"PreToolUse":[{"hooks":[{"command":"shimgen hook codex"}]}]}}`, ""},
		{"another program's", `{"hooks":{"PreToolUse":[{"hooks":[{"command":"my-shimgen hook claude"}]}]}}`, ""},
		{"words about it", `{"hooks":{"PreToolUse":[{"hooks":[{"command":"x","note":["shimgen hook claude"]}]}]}}`, ""},
		{"no hooks at all", `{"permissions":["shimgen hook claude"]}`, ""},
	} {
		got, err := claude.Remove(tt.text, "")
		require.NoError(t, err, tt.why)
		if tt.want == "" {
			tt.want = tt.text
		}
		assert.Equal(t, tt.want, got, tt.why)
	}
}

func TestFilesThatAreNotReadAreNotChanged(t *testing.T) {
	claude, _ := RegistrationOf("claude")
	for _, text := range []string{"[]", "{", `{"hooks":[1]}`, `{"hooks":{"PreToolUse":{}}}`, `{"hooks":{},"hooks":{}}`, "\ufeff{}", "hello"} {
		_, err := claude.Add(text, sh, claude.Line(sh, program))
		assert.Error(t, err, text)
	}
	opencode, _ := RegistrationOf("opencode")
	_, err := opencode.Add("export const Mine = 1", sh, "x")
	assert.Error(t, err)
	got, err := opencode.Remove("export const Mine = 1", "")
	require.NoError(t, err)
	assert.Equal(t, "export const Mine = 1", got)
}

// The embedded shell gets one command: another shell with -c.
func TestLineForAnEmbeddedShell(t *testing.T) {
	crush, _ := RegistrationOf("crush")
	line := crush.Line(sh, program)
	words := split(line)
	require.Equal(t, []string{sh, "-c"}, words[:2])
	assert.Equal(t, commandLine(Limit, program, "hook", SealedFlag, "crush"), words[2])
	e, ok := crush.calls(line)
	require.True(t, ok)
	assert.Equal(t, Entry{Command: line, Program: program}, e)
	out, err := exec.Command("sh", "-c", line).CombinedOutput()
	assert.Error(t, err)
	assert.Contains(t, string(out), "so it refuses")
}

// Gemini CLI and Qwen Code replace $NAME in their settings by variables, which a
// project's .env may set.
func TestLineForAReaderThatExpands(t *testing.T) {
	for _, agent := range []string{"gemini", "qwen"} {
		r, _ := RegistrationOf(agent)
		for _, tt := range []struct {
			why, guard     string
			stdout, stderr string
			status         int
		}{
			{"it allows", "cat >/dev/null; exit 90", "", "", 0},
			{"it is told who asks, and answers", `echo "$*"; cat; exit 90`, "hook --sealed " + agent + "\npayload\n", "", 0},
			{"it refuses", "echo '{}'; echo why >&2; exit 92", "{}\n", "why\n", 2},
			{"it fails", "exit 1", "", "shimgen: the hook failed, so it refuses\n", 2},
			{"it is killed", "kill -9 $$", "", "shimgen: the hook failed, so it refuses\n", 2},
		} {
			guard := filepath.Join(t.TempDir(), `it's \044HOME, "$p" `+"`x`", "shimgen")
			require.NoError(t, os.Mkdir(filepath.Dir(guard), 0o755))
			require.NoError(t, os.WriteFile(guard, []byte("#!/bin/sh\n"+tt.guard+"\n"), 0o755))
			line := r.Line(sh, guard)
			assert.NotContains(t, line, "$")
			e, ok := r.calls(line)
			assert.True(t, ok)
			assert.Equal(t, guard, e.Program)
			for name, shell := range shellsHere(t) {
				stdout, stderr, status := under(t, shell, line)
				assert.Equal(t, tt.status, status, "%s: %s", name, tt.why)
				assert.Equal(t, tt.stdout, stdout, "%s: %s", name, tt.why)
				assert.True(t, strings.HasSuffix(stderr, tt.stderr), "%s: %s: %s", name, tt.why, stderr)
			}
		}
		for name, shell := range shellsHere(t) {
			_, stderr, status := under(t, shell, "printf() { return 1; }; "+r.Line(sh, "/bin/true"))
			assert.Equal(t, 2, status, "%s: a shell that cannot decode", name)
			assert.Contains(t, stderr, "so it refuses", name)
		}
	}
}

func TestPluginIsFoundAgain(t *testing.T) {
	r, _ := RegistrationOf("opencode")
	line := r.Line(sh, program)
	text, err := r.Add("", sh, line)
	require.NoError(t, err)
	found, err := r.Find(text)
	require.NoError(t, err)
	require.Len(t, found, 1)
	assert.Equal(t, program, found[0].Program)
	assert.Equal(t, line, found[0].Command)
	current, err := r.IsCurrent(text, sh, line)
	require.NoError(t, err)
	assert.True(t, current)
	current, err = r.IsCurrent(strings.Replace(text, "throw", "//", 1), sh, line)
	require.NoError(t, err)
	assert.False(t, current)
	gone, err := r.Remove(text, "")
	require.NoError(t, err)
	assert.Empty(t, gone)
}

// driver loads a plugin, calls it as the agent does, and prints what it threw.
const driver = `
import { Shimgen } from %s
const hooks = await Shimgen({ directory: process.cwd() })
try {
  await hooks["tool.execute.before"]({ tool: "bash" }, { args: { command: "ls" } })
  console.log("ran")
} catch (e) {
  console.log("refused: " + e.message)
}
`

func TestPluginThrowsWhateverHappens(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("needs node")
	}
	r, _ := RegistrationOf("opencode")
	for _, tt := range []struct{ why, guard, sh, want string }{
		{"it allows", `test "$(cat)" = '{"tool_name":"bash","tool_input":{"command":"ls"},"cwd":"'"$PWD"'"}' && exit 90`, "sh", "ran"},
		{"it refuses", "echo why >&2; exit 92", "sh", "refused: why"},
		{"it says something", "echo yes; exit 90", "sh", "refused: yes"},
		{"it is another program", "exit 0", "sh", "so it refuses"},
		{"it refuses without a word", "exit 2", "sh", "refused: shimgen: the hook failed, so it refuses"},
		{"it is killed", "kill -9 $$", "sh", "so it refuses"},
		{"it is missing", "", "sh", "so it refuses"},
		{"there is no shell", "exit 0", "/none/sh", "refused: spawn /none/sh ENOENT"},
	} {
		dir := t.TempDir()
		guard := filepath.Join(dir, "shimgen")
		if tt.guard != "" {
			require.NoError(t, os.WriteFile(guard, []byte("#!/bin/sh\n"+tt.guard+"\n"), 0o755))
		}
		plugin := filepath.Join(dir, "plugin.mjs")
		require.NoError(t, os.WriteFile(plugin, []byte(r.pluginText(tt.sh, r.Line(tt.sh, guard))), 0o644))
		cmd := exec.Command(node, "--input-type=module")
		cmd.Dir = dir
		cmd.Stdin = strings.NewReader(fmt.Sprintf(driver, settings.Quote(plugin)))
		var out, said bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &said
		require.NoError(t, cmd.Run(), "%s: %s", tt.why, said.String())
		assert.Contains(t, out.String(), tt.want, tt.why)
		assert.Equal(t, tt.want == "ran", out.String() == "ran\n", tt.why)
	}
}

func FuzzAddRemove(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(generator{rand.New(rand.NewPCG(seed, 7))}.file("PreToolUse"))
	}
	claude, _ := RegistrationOf("claude")
	line := claude.Line(sh, program)
	f.Fuzz(func(t *testing.T, text string) {
		added, err := claude.Add(text, sh, line)
		if err != nil {
			return
		}
		_, err = settings.Parse(added)
		require.NoError(t, err)
		current, err := claude.IsCurrent(added, sh, line)
		require.NoError(t, err)
		assert.True(t, current)
		removed, err := claude.Remove(added, text)
		require.NoError(t, err)
		found, err := claude.Find(removed)
		require.NoError(t, err)
		assert.Empty(t, found)
	})
}
