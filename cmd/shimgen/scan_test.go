package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	library "go.yaml.in/yaml/v3"
)

// repository is a directory with a file that asks, and one that is fine.
func repository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "ask.sh"), []byte("ls\ngit reset --hard\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "fine.sh"), []byte("ls\n"), 0o600))
	return dir
}

// parsedFile reads a file of this repository as YAML.
func parsedFile(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../..", name))
	require.NoError(t, err)
	require.NoError(t, library.Unmarshal(text, into))
}

// TestPreCommitHook runs the command line of the hook that this repository has for
// pre-commit, on files that it is for.
func TestPreCommitHook(t *testing.T) {
	var hooks []struct{ ID, Name, Description, Entry, Language, Files string }
	parsedFile(t, ".pre-commit-hooks.yaml", &hooks)
	require.Len(t, hooks, 1)
	h := hooks[0]
	assert.Equal(t, "shimgen", h.ID)
	assert.Equal(t, "system", h.Language)
	assert.NotEmpty(t, h.Name)
	words := strings.Fields(h.Entry)
	require.Equal(t, "shimgen", words[0])
	dir := repository(t)
	env := []string{"HOME=" + dir}
	got := inProcess(env, "", append(words[1:], filepath.Join(dir, "fine.sh"), filepath.Join(dir, "ask.sh"))...)
	assert.Equal(t, 3, got.status, got.err)
	assert.Contains(t, got.err, "ask.sh:2:1: ask: git reset --hard")
	got = inProcess(env, "", append(words[1:], filepath.Join(dir, "fine.sh"))...)
	assert.Zero(t, got.status, got.err)

	verbose, ok := strings.CutPrefix(h.Files, "(?x)") // blanks mean nothing
	require.True(t, ok)
	files := regexp.MustCompile(regexp.MustCompile(`\s`).ReplaceAllString(verbose, ""))
	for _, name := range strings.Fields("a.sh x/b.bash Makefile sub/GNUmakefile rules.mk justfile Dockerfile x/Dockerfile.dev Containerfile a.dockerfile .github/workflows/ci.yml action.yml " +
		"package.json .pre-commit-config.yaml .claude/settings.json .claude/settings.local.json .codex/hooks.json .gemini/settings.json .cursor/mcp.json .mcp.json .vscode/tasks.json " +
		".devcontainer/devcontainer.json Procfile .envrc .githooks/pre-push .husky/pre-commit") {
		assert.True(t, files.MatchString(name), name)
	}
	for _, name := range strings.Fields("README.md a.sh.txt Makefile.am x.yml docs/Procfile/x tsconfig.json") {
		assert.False(t, files.MatchString(name), name)
	}
}

// TestAction runs the lines of the action that this repository has for GitHub: it makes the
// same program, and what its steps say is a scan.
func TestAction(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("needs bash")
	}
	var action struct {
		Name, Description string
		Inputs            map[string]struct{ Description, Default string }
		Runs              struct {
			Using string
			Steps []struct {
				Name, Uses, Shell, Run string
				Env                    map[string]string
			}
		}
	}
	parsedFile(t, "action.yml", &action)
	assert.Equal(t, "composite", action.Runs.Using)
	steps := action.Runs.Steps
	require.Len(t, steps, 3)
	assert.Contains(t, steps[0].Uses, "setup-go")
	assert.Equal(t, `go build -o "$RUNNER_TEMP/shimgen" ./cmd/shimgen`, steps[1].Run)
	scan := steps[2]
	require.Equal(t, "bash", scan.Shell)
	dir := repository(t)
	inputs := map[string]string{"directory": dir, "sarif": filepath.Join(dir, "out.sarif"), "profile": action.Inputs["profile"].Default}
	for failOn, status := range map[string]int{action.Inputs["fail-on"].Default: 0, "ask": 3} {
		inputs["fail-on"] = failOn
		c := exec.Command("bash", "-e", "-o", "pipefail", "-c", scan.Run)
		c.Env = []string{"HOME=" + dir, "PATH=/usr/bin:/bin", "RUNNER_TEMP=" + built}
		for name, value := range scan.Env {
			input := strings.TrimSuffix(strings.TrimPrefix(value, "${{ inputs."), " }}")
			require.Contains(t, action.Inputs, input, "every input that is used is declared")
			c.Env = append(c.Env, name+"="+inputs[input])
		}
		out, _ := c.CombinedOutput()
		assert.Equal(t, status, c.ProcessState.ExitCode(), "%s: %s", failOn, out)
		assert.Contains(t, string(out), "ask.sh:2:1: ask: git reset --hard")
		log, err := os.ReadFile(inputs["sarif"])
		require.NoError(t, err)
		checkSARIF(t, log)
	}
}

// TestSARIF checks a log against what the standard requires of the parts that it has (SARIF
// 2.1.0, section 3), and what a code host needs to show it.
func TestSARIF(t *testing.T) {
	dir := repository(t)
	got := inProcess([]string{"HOME=" + dir}, "", "scan", "--sarif", dir)
	require.Equal(t, 3, got.status, got.err)
	first := checkSARIF(t, []byte(got.out))
	require.Len(t, first, 1)

	// Lines that move leave a fingerprint as it is; a second one that is alike has another.
	text := "\n\nls\ngit reset --hard\ngit reset --hard\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "ask.sh"), []byte(text), 0o600))
	second := checkSARIF(t, []byte(inProcess([]string{"HOME=" + dir}, "", "scan", "--sarif", dir).out))
	require.Len(t, second, 2)
	assert.Equal(t, first[0], second[0])
	assert.NotEqual(t, second[0], second[1])

	// Columns count characters.
	require.NoError(t, os.WriteFile(filepath.Join(dir, "ask.sh"), []byte("echo ä; git reset --hard\n"), 0o600))
	got = inProcess([]string{"HOME=" + dir}, "", "scan", "--sarif", dir)
	assert.Contains(t, got.out, `"startColumn": 9,`)

	// A repository with nothing to say has a log, too.
	got = inProcess([]string{"HOME=" + dir}, "", "scan", "--sarif", t.TempDir())
	assert.Zero(t, got.status)
	assert.Empty(t, checkSARIF(t, []byte(got.out)))
}

// checkSARIF checks a log and returns the fingerprints of its results.
func checkSARIF(t *testing.T, text []byte) (prints []string) {
	t.Helper()
	var log map[string]any
	require.NoError(t, json.Unmarshal(text, &log), "%s", text)
	assert.Equal(t, "2.1.0", log["version"])
	assert.Contains(t, log["$schema"], "sarif-2.1.0")
	run := only(t, log["runs"])
	driver := run["tool"].(map[string]any)["driver"].(map[string]any)
	assert.Equal(t, "shimgen", driver["name"])
	assert.NotEmpty(t, driver["version"])
	assert.Contains(t, []any{"utf16CodeUnits", "unicodeCodePoints"}, run["columnKind"])
	assert.Equal(t, true, only(t, run["invocations"])["executionSuccessful"])
	levels := []any{"none", "note", "warning", "error"}
	rules := driver["rules"].([]any)
	for _, r := range rules {
		r := r.(map[string]any)
		assert.NotEmpty(t, r["id"])
		assert.NotEmpty(t, r["shortDescription"].(map[string]any)["text"])
		assert.NotEmpty(t, r["help"].(map[string]any)["text"])
		assert.Contains(t, levels, r["defaultConfiguration"].(map[string]any)["level"])
	}
	for _, r := range run["results"].([]any) {
		r := r.(map[string]any)
		assert.NotEmpty(t, r["message"].(map[string]any)["text"])
		assert.Contains(t, levels, r["level"])
		index := int(r["ruleIndex"].(float64))
		require.Less(t, index, len(rules))
		assert.Equal(t, rules[index].(map[string]any)["id"], r["ruleId"])
		physical := only(t, r["locations"])["physicalLocation"].(map[string]any)
		artifact := physical["artifactLocation"].(map[string]any)
		assert.Equal(t, "%SRCROOT%", artifact["uriBaseId"])
		assert.NotContains(t, artifact["uri"], " ")
		region := physical["region"].(map[string]any)
		assert.Positive(t, region["startLine"])
		assert.Positive(t, region["startColumn"])
		print := fmt.Sprint(r["partialFingerprints"].(map[string]any)["shimgenCommand/v1"])
		assert.Regexp(t, `^[0-9a-f]{32}:[1-9][0-9]*$`, print)
		prints = append(prints, print)
	}
	return prints
}

// only is the one object of a list.
func only(t *testing.T, list any) map[string]any {
	t.Helper()
	require.Len(t, list, 1)
	return list.([]any)[0].(map[string]any)
}
